import { expect, test } from "vitest";
import { textsFor } from "../../src/locale/index.ts";
import { project } from "../support/command.ts";
import { offlineHost, unaborted } from "../support/offline-host.ts";

/** What only the model can use: names of tools and of their parameters, and what it is told to do next. */
const FOR_THE_MODEL =
  /\b[a-z]+_[a-z_]+\b|\b(call|retry) (it )?(again|with)\b|tell the user|ask the user|告诉用户|请用户|不要再|再次调用/i;

test.for(["zh", "en"] as const)("a call that fails or is denied is told to the person in one short line, in %s", async (lang) => {
  const host = await offlineHost({ lang, cwd: project({ "a.txt": "one\none\n", "docs/x.md": "x" }), listening: false });
  const told: string[] = [];
  const events = host.events();
  void (async () => {
    for await (const event of events) if (event.type === "tool_result" && !event.ok) told.push(event.message ?? "");
  })();
  const lines = [
    "read nosuch.md",
    "read docs",
    "read /etc/hosts",
    "write ../outside.txt: x",
    "write PAI.md: x",
    "replace a.txt: nothing => x",
    "read a.txt then replace a.txt: one => two",
    "run sudo ls",
    "run rm -rf /",
    "search ([ in a.txt",
  ];
  for (const line of lines) await host.submit(line, unaborted);
  await new Promise((resolve) => setImmediate(resolve));
  expect(told.length).toBeGreaterThan(7);
  for (const one of told) {
    expect(one).toMatch(/^[^\n]{2,160}$/);
    expect(one).not.toMatch(FOR_THE_MODEL);
  }
  expect(told[0]).toBe(lang === "zh" ? "没有这个文件" : "there is no such file");
});

test("the person's words for a failure name no tool and fit one line in both languages", () => {
  for (const lang of ["zh", "en"] as const) {
    const { told } = textsFor(lang);
    const values = {
      path: "a.txt",
      similar: ["b.txt"],
      bytes: 9,
      maxBytes: 5,
      how: "changed",
      hint: "",
      count: 2,
      lines: [1],
      encoding: "gbk",
      characters: "x",
      line: 3,
      why: "nul",
      name: "review",
      known: "",
      limit: "16 KB",
      inView: "",
      fact: "f",
      missing: "17",
      entries: "",
      reason: "secret",
    } as const;
    for (const say of Object.values(told.errors)) expect(say(values)).toMatch(/^(?!.*\b[a-z]+_[a-z]+\b)[^\n]{3,120}$/);
  }
});
