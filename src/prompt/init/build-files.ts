// What a project's own build files say of it: its stack and the commands to work on it. Pure: a file's text in, facts out.
import { z } from "zod";
import { oneLine } from "../../util/text.ts";

export interface Command {
  readonly command: string;
  /** A word of `/init`'s texts, or the script behind the command. */
  readonly what: "install" | "build" | "test" | "run" | "check" | { readonly script: string };
}

interface BuildFacts {
  readonly stack: readonly string[];
  readonly commands: readonly Command[];
  readonly strictTypes?: true;
}

type Reader = (text: string, names: ReadonlySet<string>) => BuildFacts;

/** More scripts or targets than these make no short file. */
const MAX_SCRIPTS = 12;
const MAX_SCRIPT_CHARS = 80;

/** By file name at the root; `names` are all names there: lock files and wrappers tell which program is used. */
export const buildFiles: Readonly<Record<string, Reader>> = {
  "package.json": packageJson,
  "tsconfig.json": (text) => ({
    stack: ["TypeScript"],
    commands: [],
    ...(/"strict"\s*:\s*true/.test(text) ? { strictTypes: true } : {}),
  }),
  "pom.xml": maven,
  "build.gradle": gradle,
  "build.gradle.kts": gradle,
  "Cargo.toml": cargo,
  "go.mod": goModule,
  "pyproject.toml": python,
  "requirements.txt": (_, names) =>
    facts(["Python"], names.has("pyproject.toml") ? [] : [["pip install -r requirements.txt", "install"]]),
  "CMakeLists.txt": (text) =>
    facts(
      ["CMake"],
      [
        ["cmake -B build && cmake --build build", "build"],
        ...(/enable_testing\s*\(/i.test(text) ? [["ctest --test-dir build", "test"] as const] : []),
      ],
    ),
  Makefile: makefile,
  Dockerfile: () => facts(["Docker"], []),
};

type Row = readonly [command: string, what: Command["what"]];

function facts(stack: readonly (string | undefined)[], rows: readonly Row[]): BuildFacts {
  return {
    stack: stack.filter((item) => item !== undefined),
    commands: rows.map(([command, what]) => ({ command, what })),
  };
}

const packageSchema = z.looseObject({
  packageManager: z.string().optional().catch(undefined),
  engines: z.looseObject({ node: z.string().optional() }).optional().catch(undefined),
  scripts: z.record(z.string(), z.string()).optional().catch(undefined),
  dependencies: z.record(z.string(), z.unknown()).optional().catch(undefined),
  devDependencies: z.record(z.string(), z.unknown()).optional().catch(undefined),
});

/** Libraries that say what kind of project it is. */
const NODE_STACK = [
  "react",
  "vue",
  "svelte",
  "@angular/core",
  "next",
  "nuxt",
  "express",
  "koa",
  "fastify",
  "@nestjs/core",
  "electron",
  "vite",
  "vitest",
  "jest",
];
/** Run by the package manager itself, not by people. */
const LIFECYCLE = /^(pre|post)\w|^(prepare|prepublish|prepack|postpack|dependencies)/;

function packageJson(text: string, names: ReadonlySet<string>): BuildFacts {
  const json = packageSchema.safeParse(parsed(text));
  if (!json.success) return facts([], []);
  const { packageManager, engines, scripts = {}, dependencies, devDependencies } = json.data;
  const manager = packageManager?.split("@")[0] || nodeManager(names);
  const used = new Set(Object.keys({ ...dependencies, ...devDependencies }));
  const stack = [
    engines?.node === undefined ? "Node.js" : `Node.js ${engines.node}`,
    manager,
    used.has("typescript") ? "TypeScript" : undefined,
    ...NODE_STACK.filter((name) => used.has(name)),
  ];
  const rows = Object.entries(scripts)
    .filter(([name]) => !(LIFECYCLE.test(name) && !(name === "prettier" || name === "preview")))
    .slice(0, MAX_SCRIPTS)
    .map(
      ([name, script]): Row => [
        `${manager} ${name === "test" || name === "start" ? name : `run ${name}`}`,
        { script: oneLine(script, MAX_SCRIPT_CHARS) },
      ],
    );
  return facts(stack, [[`${manager} install`, "install"], ...rows]);
}

function nodeManager(names: ReadonlySet<string>): string {
  if (names.has("pnpm-lock.yaml")) return "pnpm";
  if (names.has("yarn.lock")) return "yarn";
  return names.has("bun.lock") || names.has("bun.lockb") ? "bun" : "npm";
}

function maven(source: string, names: ReadonlySet<string>): BuildFacts {
  const text = withoutComments(source);
  const mvn = names.has("mvnw") ? "./mvnw" : "mvn";
  const java = /<(?:maven\.compiler\.release|java\.version|maven\.compiler\.source|release)>\s*(\d[\d.]*)\s*</.exec(text)?.[1];
  const modules = [...text.matchAll(/<module>\s*([^<\s]+)\s*<\/module>/g)].map((match) => match[1]);
  const spring = text.includes("spring-boot");
  return facts(
    [
      "Maven",
      java && `Java ${java}`,
      spring ? "Spring Boot" : undefined,
      modules.length > 0 ? `modules: ${modules.join(", ")}` : undefined,
    ],
    [
      [`${mvn} package`, "build"],
      [`${mvn} test`, "test"],
      ...(text.includes("spring-boot-maven-plugin") ? [[`${mvn} spring-boot:run`, "run"] as const] : []),
    ],
  );
}

/** In one pass, whatever the file holds: a pattern over both ends would take quadratic time on comments that never end. */
function withoutComments(xml: string): string {
  const [before = "", ...comments] = xml.split("<!--");
  return before + comments.map((rest) => (rest.includes("-->") ? rest.slice(rest.indexOf("-->") + 3) : "")).join("");
}

function gradle(text: string, names: ReadonlySet<string>): BuildFacts {
  const command = names.has("gradlew") ? "./gradlew" : "gradle";
  const java = /(?:JavaLanguageVersion\.of|jvmToolchain)\s*\(\s*(\d+)|sourceCompatibility[ \t]*=[^\d\n]{0,40}(\d[\d.]*)/.exec(
    text,
  );
  const version = java?.[1] ?? java?.[2];
  const boot = text.includes("org.springframework.boot");
  const run: readonly Row[] = boot
    ? [[`${command} bootRun`, "run"]]
    : /\bapplication\b/.test(text)
      ? [[`${command} run`, "run"]]
      : [];
  return facts(
    [
      "Gradle",
      version && `Java ${version}`,
      /kotlin\s*\(\s*"jvm"|org\.jetbrains\.kotlin/.test(text) ? "Kotlin" : undefined,
      boot ? "Spring Boot" : undefined,
    ],
    [[`${command} build`, "build"], [`${command} test`, "test"], ...run],
  );
}

function cargo(text: string, names: ReadonlySet<string>): BuildFacts {
  const edition = /^[ \t]*edition\s*=\s*"(\d+)"/m.exec(text)?.[1];
  const runs = names.has("src") && !/^[ \t]*\[lib\]/m.test(text);
  return facts(
    ["Rust", edition && `edition ${edition}`, /^[ \t]*\[workspace\]/m.test(text) ? "Cargo workspace" : undefined],
    [
      ["cargo build", "build"],
      ["cargo test", "test"],
      ...(runs ? [["cargo run", "run"] as const] : []),
      ["cargo clippy && cargo fmt --check", "check"],
    ],
  );
}

function goModule(text: string): BuildFacts {
  const version = /^go\s+(\d[\w.]*)/m.exec(text)?.[1];
  return facts(
    [version ? `Go ${version}` : "Go"],
    [
      ["go build ./...", "build"],
      ["go test ./...", "test"],
      ["go vet ./...", "check"],
    ],
  );
}

function python(text: string, names: ReadonlySet<string>): BuildFacts {
  const version = /^[ \t]*requires-python\s*=\s*"([^"]+)"/m.exec(text)?.[1];
  const poetry = text.includes("[tool.poetry");
  const tool = names.has("uv.lock") || text.includes("[tool.uv") ? "uv" : poetry ? "Poetry" : undefined;
  const install = { uv: "uv sync", Poetry: "poetry install", pip: "pip install -e ." }[tool ?? "pip"];
  const prefix = { uv: "uv run ", Poetry: "poetry run ", pip: "" }[tool ?? "pip"];
  const rows: Row[] = [[install, "install"]];
  if (/\bpytest\b/.test(text)) rows.push([`${prefix}pytest`, "test"]);
  if (/\[tool\.ruff|["']ruff\b/.test(text)) rows.push([`${prefix}ruff check .`, "check"]);
  if (/\[tool\.mypy|["']mypy\b/.test(text)) rows.push([`${prefix}mypy .`, "check"]);
  return facts([version ? `Python ${version}` : "Python", tool], rows);
}

function makefile(text: string): BuildFacts {
  const targets = new Map<string, string>();
  for (const match of text.matchAll(/^([A-Za-z][\w.-]*)[ \t]*:(?![=:])([^\n]*)/gm)) {
    const [, name = "", rest = ""] = match;
    targets.set(name, targets.get(name) || (/##\s*(.+)$/.exec(rest)?.[1] ?? ""));
  }
  const rows = [...targets]
    .slice(0, MAX_SCRIPTS)
    .map(([name, help]): Row => [`make ${name}`, { script: oneLine(help, MAX_SCRIPT_CHARS) }]);
  return facts(["Make"], rows);
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined; // a file in the middle of an edit says nothing
  }
}
