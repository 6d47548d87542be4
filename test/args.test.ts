import { expect, test } from "vitest";
import { parseArguments } from "../src/args.ts";
import { textsFor } from "../src/locale/index.ts";

const parse = (...words: string[]) => parseArguments(words, "1.2.3", textsFor("en"));

test("options count before a verb as after it", () => {
  const flags = { settings: { provider: "offline" } };
  expect(parse("--provider", "offline", "doctor")).toMatchObject({ kind: "doctor", flags });
  expect(parse("doctor", "--provider", "offline")).toMatchObject({ kind: "doctor", flags });
});

test("a fork of nothing is an error, of a session it is not", () => {
  expect(() => parse("--fork", "-p", "x")).toThrow("USAGE");
  expect(parse("-c", "--fork", "-p", "x")).toMatchObject({ kind: "run", resume: "latest", fork: true });
});
