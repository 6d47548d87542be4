import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { describeError, textsFor } from "../src/locale/index.ts";
import { PaiError } from "../src/protocol/errors.ts";

const english = readFileSync(new URL("../src/locale/en.ts", import.meta.url), "utf8");

test("English counts go through one helper, so that one thing is never said to be many", () => {
  const counts =
    "count|turns|lines|files|results|entries|messages|matches|tasks|models|calls|steps|shown|answered|dropped|moved|rewritten";
  const plural = new RegExp(`\\$\\{(${counts})\\} (?!to )[a-z ]*[a-z]{3,}s\\b`);
  const lines = english.split("\n").filter((line) => plural.test(line));
  // "occurs 3 times" is said of more than one only.
  expect(lines.filter((line) => !line.includes("times"))).toEqual([]);
});

test("a connection that was cut is told in words with what to do, other causes as they are", () => {
  const endpoint = "http://localhost:1/v1";
  const broken = (lang: "zh" | "en", cause: string) =>
    describeError(new PaiError("MODEL_BROKEN", { endpoint, cause }), textsFor(lang));
  expect(broken("zh", "UND_ERR_SOCKET (terminated: other side closed)")).toBe(
    `${endpoint} 的回答中断了：连接被对方或中间的网络切断。请检查网络和代理，然后重新发送。`,
  );
  expect(broken("en", "ECONNRESET (read ECONNRESET)")).toContain("the connection was cut by the other side or on the way. Check");
  expect(broken("en", "the stream ended early")).toContain("the stream ended early. Check");
});
