// A real session behind the real screen, in a terminal emulation: the person saves something that contradicts a memory.
import { expect, test } from "vitest";
import { offlineHost } from "../support/offline-host.ts";
import { KEY, openScreen } from "../support/ui-app.ts";

async function open(lang: "zh" | "en", columns: number) {
  const { app, terminal, pass, run } = openScreen({ columns, lang });
  run(await offlineHost({ lang, width: columns, asker: app.asker }));
  /** Waits until the window shows it: a save goes to the disk. */
  const shows = async (part: string): Promise<string> => {
    for (let tries = 0; tries < 200; tries++) {
      const screen = (await terminal.screen()).join("\n");
      if (screen.includes(part)) return screen;
    }
    throw new Error(`never shown: ${part}\n${(await terminal.screen()).join("\n")}`);
  };
  return {
    terminal,
    shows,
    line: (text: string) => terminal.type(...text, KEY.enter),
    /** Keys that answer a dialog, after it could be seen. */
    answer: (...keys: string[]) => {
      pass(1000);
      terminal.type(...keys);
    },
  };
}

test.each([
  ["zh", "与已有记忆冲突", "两条都保留", "保持原样", "已替换为", "没有改动"],
  ["en", "This contradicts a memory", "Keep both", "Leave it", "Replaced fact-", "Nothing was changed"],
] as const)(
  "%s: /save that contradicts a memory opens a dialog; replacing, keeping both and leaving do what they say",
  async (lang, title, both, leave, replaced, nothing) => {
    const { line, shows, answer } = await open(lang, 80);
    line("/save 项目用 Java 17");
    await shows("Java 17");
    line("/save 项目用 Java 21");
    const dialog = await shows(title);
    for (const part of ["项目用 Java 17", "项目用 Java 21", both, leave]) expect(dialog).toContain(part);
    answer(KEY.enter);
    await shows(replaced);

    line("/save 项目用 Java 25");
    await shows(title);
    answer(KEY.escape);
    await shows(nothing);

    line("/save 项目用 Java 11");
    await shows(title);
    answer("2", KEY.enter);
    await shows("项目用 Java 11");
    line("/memory list");
    const list = await shows("fact-");
    expect(list).not.toContain(title);
    for (const kept of ["Java 21", "Java 11"]) expect(list.slice(list.lastIndexOf("/memory list"))).toContain(kept);
    expect(list.slice(list.lastIndexOf("/memory list"))).not.toMatch(/Java (17|25)/);
  },
);

test("J8: Ctrl-C at the question ends the command and writes nothing", async () => {
  const { line, shows, answer, terminal } = await open("en", 80);
  line("/save 项目用 Java 17");
  await shows("Java 17");
  line("/save 项目用 Java 21");
  await shows("This contradicts a memory");
  answer(KEY.ctrlC);
  line("/memory list");
  // the row of the list: behind its day stand two blanks
  const list = await shows("  项目用 Java 17");
  expect(list).not.toContain("This contradicts a memory");
  expect((await terminal.everything()).filter((row) => row.includes("  项目用 Java 21"))).toEqual([]);
});
