import { expect, test } from "vitest";
import { separateInputs } from "../../src/ui/inputs.ts";

test("a command between messages is an input of its own, whole where it has several lines, and where its words were changed", () => {
  expect(separateInputs("a\nb\n/save x\n  y\nc", ["/save x\n  y"])).toEqual(["a\nb", "/save x\n  y", "c"]);
  expect(separateInputs("/context --json\nc", ["/context"])).toEqual(["/context --json", "c"]);
  expect(separateInputs("/context\n\n/context", ["/context", "/context"])).toEqual(["/context", "/context"]);
});

test("lines that were no commands before stay in their message", () => {
  expect(separateInputs("see\n/etc/hosts\n/mode plan", ["/context"])).toEqual(["see\n/etc/hosts\n/mode plan"]);
});
