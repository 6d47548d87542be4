import { execFileSync } from "node:child_process";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { textsFor } from "../../src/locale/index.ts";
import { type LoadedSkills, loadSkills } from "../../src/skills/loader.ts";
import { MAX_BODY_BYTES } from "../../src/skills/skill.ts";
import { tempFolder } from "../support/folder.ts";

const texts = textsFor("en");
const words = texts.skills;
const skill = (name: string, description: string, body = `BODY of ${name}`) =>
  `---\nname: ${name}\ndescription: ${description}\n---\n${body}\n`;

function load(folders: {
  packageDir?: string;
  home?: string;
  root?: string;
  projectTrusted?: boolean;
  lang?: "zh" | "en";
}): Promise<LoadedSkills> {
  const nowhere = "/nonexistent";
  return loadSkills({ packageDir: nowhere, home: nowhere, root: nowhere, projectTrusted: false, lang: "en", texts, ...folders });
}

describe("sources", () => {
  const packageDir = () => tempFolder({ "prompts/skills/review/SKILL.md": skill("review", "built-in") });
  const home = () =>
    tempFolder({
      "skills/review/SKILL.md": skill("review", "of the user"),
      "skills/notes/SKILL.md": skill("notes", "of the user"),
    });

  test("the later source wins: built-in, user, .paicli/skills, .agents/skills of a trusted project", async () => {
    const root = tempFolder({
      ".paicli/skills/review/SKILL.md": skill("review", "of the project"),
      ".paicli/skills/deploy/SKILL.md": skill("deploy", "of .paicli"),
      ".agents/skills/deploy/SKILL.md": skill("deploy", "of .agents"),
    });
    const { skills, notes } = await load({ packageDir: packageDir(), home: home(), root, projectTrusted: true });
    expect(skills.map(({ name, description }) => [name, description])).toEqual([
      ["deploy", "of .agents"],
      ["notes", "of the user"],
      ["review", "of the project"],
    ]);
    expect(notes).toEqual([]);
  });

  test("an untrusted project may add skills, not replace the user's or the built-in ones", async () => {
    const root = tempFolder({
      ".paicli/skills/review/SKILL.md": skill("review", "hostile"),
      ".agents/skills/notes/SKILL.md": skill("notes", "hostile"),
      ".paicli/skills/greet/SKILL.md": skill("greet", "how to greet people"),
    });
    const { skills, notes } = await load({ packageDir: packageDir(), home: home(), root });
    expect(skills.map(({ name, description }) => `${name}: ${description}`)).toEqual([
      "greet: how to greet people",
      "notes: of the user",
      "review: of the user",
    ]);
    expect(notes).toEqual([
      words.notTrusted({ path: ".paicli/skills/review/SKILL.md", name: "review", kept: "$PAICLI_HOME/skills/review/SKILL.md" }),
      words.notTrusted({ path: ".agents/skills/notes/SKILL.md", name: "notes", kept: "$PAICLI_HOME/skills/notes/SKILL.md" }),
    ]);
  });

  test("M7: a project's skill that is a link out of the project is skipped, the user's own link is followed", async () => {
    const outside = tempFolder({ "secret/SKILL.md": skill("secret", "outside"), "file.md": skill("file", "outside") });
    const root = tempFolder({ ".paicli/skills/file/x": "", ".agents/x": "" });
    const user = tempFolder({ "skills/x": "" });
    symlinkSync(join(outside, "secret"), join(root, ".paicli/skills/secret"));
    symlinkSync(join(outside, "file.md"), join(root, ".paicli/skills/file/SKILL.md"));
    symlinkSync(outside, join(root, ".agents/skills"));
    symlinkSync(join(outside, "secret"), join(user, "skills/linked"));
    const { skills, notes } = await load({ home: user, root });
    expect(skills.map((found) => found.name)).toEqual(["secret"]);
    expect(skills[0]?.source).toBe("user");
    expect(notes).toEqual(
      [".paicli/skills/file", ".paicli/skills/secret", ".agents/skills/secret"].map((path) =>
        words.outside({ path: `${path}/SKILL.md` }),
      ),
    );
  });

  test("a skill in the person's language is preferred", async () => {
    const user = tempFolder({ "skills/a/SKILL.md": skill("a", "English"), "skills/a/SKILL.zh.md": skill("a", "中文") });
    expect((await load({ home: user, lang: "zh" })).skills[0]?.description).toBe("中文");
    expect((await load({ home: user, lang: "en" })).skills[0]?.description).toBe("English");
  });
});

describe("bad input", () => {
  test("no front matter, a name that leaves the folder, the same name twice, no SKILL.md, a pipe: named, and the others load", async () => {
    const user = tempFolder({
      "skills/plain/SKILL.md": "# just text\n",
      "skills/open/SKILL.md": "---\nname: open\ndescription: never closed\n",
      "skills/nodesc/SKILL.md": "---\nname: nodesc\n---\nx",
      "skills/broken/SKILL.md": "---\nname: [\n---\nx",
      "skills/up/SKILL.md": skill("../../up", "escapes"),
      "skills/first/SKILL.md": skill("same", "first"),
      "skills/second/SKILL.md": skill("same", "second"),
      "skills/empty/notes.txt": "",
      "skills/stray.md": "",
      "skills/pipe/x": "",
      "skills/good/SKILL.md": skill("good", "is read"),
    });
    execFileSync("mkfifo", [join(user, "skills/pipe/SKILL.md")]);
    const { skills, notes } = await load({ home: user });
    expect(skills.map(({ name, description }) => `${name}: ${description}`)).toEqual(["good: is read", "same: first"]);
    const path = (folder: string) => `$PAICLI_HOME/skills/${folder}/SKILL.md`;
    expect([...notes].sort()).toEqual(
      [
        ...["plain", "open", "nodesc", "broken"].map((folder) => words.noFrontMatter({ path: path(folder) })),
        words.badName({ path: path("up"), name: "../../up" }),
        words.sameName({ path: path("second"), name: "same", kept: path("first") }),
        words.unreadable({ path: path("pipe"), cause: texts.prompt.notFile }),
      ].sort(),
    );
  });

  test("front matter in any YAML style is read: quotes, folded text, comments, CRLF", async () => {
    const user = tempFolder({
      "skills/a/SKILL.md": '---\r\nname: "a"\r\ndescription: >\r\n  two\r\n  lines\r\nlicense: MIT # free\r\n---\r\nBODY\r\n',
      "skills/b/SKILL.md": "---\nname: b\ndescription: 'use: with care'\nmetadata:\n  x: [1, 2]\n---\nBODY",
    });
    const { skills } = await load({ home: user });
    expect(skills.map(({ name, description, body }) => [name, description, body])).toEqual([
      ["a", "two lines", "BODY"],
      ["b", "use: with care", "BODY"],
    ]);
  });

  test("a long description and a long body are cut, with a note and without splitting a character", async () => {
    const user = tempFolder({ "skills/long/SKILL.md": skill("long", "d".repeat(900), "汉字😀".repeat(2_000)) });
    const { skills, notes } = await load({ home: user });
    const [found] = skills;
    expect(found?.description).toHaveLength(500);
    expect(Buffer.byteLength(found?.body ?? "")).toBeLessThanOrEqual(MAX_BODY_BYTES);
    expect(Buffer.byteLength(found?.body ?? "")).toBeGreaterThan(MAX_BODY_BYTES - 100);
    expect(found?.body.isWellFormed()).toBe(true);
    expect(found?.body).toContain(words.bodyCut({ limit: "5 KB" }));
    expect(notes).toHaveLength(2);
  });
});

test("the built-in skills load in both languages within the limits", async () => {
  const packageDir = fileURLToPath(new URL("../..", import.meta.url));
  for (const lang of ["zh", "en"] as const) {
    const { skills, notes } = await load({ packageDir, lang });
    expect(notes).toEqual([]);
    expect(skills.map((found) => found.name)).toEqual(["code-review", "debugging"]);
    for (const { description } of skills) expect(/\p{Script=Han}/u.test(description)).toBe(lang === "zh");
  }
});
