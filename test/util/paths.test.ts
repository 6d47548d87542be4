import { expect, test } from "vitest";
import { homePath } from "../../src/util/paths.ts";

test("a path below the home folder is shown with ~, others as they are", () => {
  expect(homePath("/home/li/我的 项目", "/home/li")).toBe("~/我的 项目");
  expect(homePath("/home/li", "/home/li")).toBe("~");
  expect(homePath("/home/lisa/x", "/home/li")).toBe("/home/lisa/x");
  expect(homePath("/srv/x", "/")).toBe("/srv/x");
  expect(homePath("/srv/x", "")).toBe("/srv/x");
});
