// The pictures of the README: the real command in a terminal, its model scripted. `vitest -u` draws them anew.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Lang } from "../../src/locale/index.ts";
import { tempDir } from "../support/command.ts";
import { onRealTerminal } from "../support/real-terminal.ts";
import { type ServedReply, startModelServer } from "../support/server.ts";

interface Scene {
  readonly fix: string;
  readonly fixed: string;
  readonly remember: string;
  readonly fact: string;
  readonly remembered: string;
  /** Stand on the screen when a turn is over. */
  readonly settled: RegExp;
  readonly noted: RegExp;
  readonly newer: string;
  /** Stands on the screen when the dialog does. */
  readonly asked: string;
}

const SCENES: Record<Lang, Scene> = {
  en: {
    fix: "the greeting has a typo: mend it and run the tests",
    fixed: "Mended: `Helo` is **Hello** now, and the test passes.",
    remember: "the service stays on JDK 17, remember that",
    fact: "the service stays on JDK 17",
    remembered: "Noted: **JDK 17**.",
    settled: /test passes\.[\s\S]*context/,
    noted: /Noted: JDK 17\.[\s\S]*context/,
    newer: "/save the service stays on JDK 21",
    asked: "Replace",
  },
  zh: {
    fix: "问候语拼错了，改好并跑一下测试",
    fixed: "改好了：`Helo` 现在是 **Hello**，测试通过。",
    remember: "JDK 可以保持 17，你记一下",
    fact: "JDK 可以保持 17",
    remembered: "记下了：**JDK 17**。",
    settled: /测试通过。[\s\S]*上下文/,
    noted: /记下了：JDK 17。[\s\S]*上下文/,
    newer: "/save JDK 可以保持 21",
    asked: "替换",
  },
};

const GREETER = {
  "package.json": '{ "name": "greeter", "type": "module", "scripts": { "test": "node greet.test.js" } }\n',
  "greet.js": 'export function greet(name) {\n  return "Helo, " + name + "!";\n}\n',
  "greet.test.js":
    'import assert from "node:assert/strict";\nimport { greet } from "./greet.js";\n\nassert.equal(greet("Pai"), "Hello, Pai!");\nconsole.log("1 test passed");\n',
};

/** What a good model would do, each step after the one before. */
function steps(scene: Scene): readonly ServedReply[] {
  return [
    { calls: [{ name: "read_file", args: { path: "greet.js" } }] },
    { calls: [{ name: "edit_file", args: { path: "greet.js", old_text: "Helo", new_text: "Hello" } }] },
    { calls: [{ name: "execute_command", args: { command: "npm test --silent" } }] },
    { text: scene.fixed },
    { calls: [{ name: "save_memory", args: { fact: scene.fact } }] },
    { text: scene.remembered },
  ];
}

/** What differs from run to run, and what stands there in the pictures. */
const VARYING: readonly (readonly [RegExp, string])[] = [
  [/fact-[0-9a-z]{8}/g, "fact-1a2b3c4d"],
  [/\b\d{4}-\d\d-\d\d\b/g, "2026-12-01"],
  [/\b\d\.\ds\b/g, "0.1s"],
  [/(?<!\.)\b\ds\b/g, "0s"],
];

for (const lang of ["en", "zh"] as const) {
  test(`the picture of the screen in the README is true: ${lang}`, async () => {
    const scene = SCENES[lang];
    const server = await startModelServer((_, n) => steps(scene)[n]);
    const user = tempDir();
    const cwd = join(user, "greeter");
    mkdirSync(join(cwd, ".git"), { recursive: true });
    for (const [name, text] of Object.entries(GREETER)) writeFileSync(join(cwd, name), text);
    const terminal = onRealTerminal(["--approval", "auto", "--lang", lang], {
      columns: 96,
      rows: 43,
      cwd,
      server,
      env: { HOME: user, PAICLI_HOME: join(user, ".paicli"), NO_COLOR: undefined, COLORTERM: "truecolor" },
    });
    await terminal.shows("/help");
    terminal.type(`${scene.fix}\r`);
    await terminal.shows(scene.settled);
    terminal.type(`${scene.remember}\r`);
    await terminal.shows(scene.noted);
    terminal.type(`${scene.newer}\r`);
    await terminal.shows(scene.asked);
    const picture = VARYING.reduce((svg, [what, fixed]) => svg.replaceAll(what, fixed), await terminal.picture());
    await expect(picture).toMatchFileSnapshot(`../../docs/pictures/screen-${lang}.svg`);
    await server.close();
  });
}
