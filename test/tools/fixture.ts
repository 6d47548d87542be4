// A real project folder with its tools, for the tests of tools.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import process from "node:process";
import { onTestFinished } from "vitest";
import { textsFor } from "../../src/locale/index.ts";
import type { Tool, ToolContext, ToolResult } from "../../src/protocol/tool.ts";
import { createTools } from "../../src/tools/index.ts";
import { createReadTracker } from "../../src/tools/read-tracker.ts";

export const texts = textsFor("en");

export interface Fixture {
  readonly root: string;
  readonly tracker: ReturnType<typeof createReadTracker>;
  tool(name: string): Tool;
  run(name: string, args: unknown, context?: Partial<ToolContext>): Promise<ToolResult>;
  /** The text for the model. */
  text(name: string, args: unknown, context?: Partial<ToolContext>): Promise<string>;
  path(name: string): string;
}

let calls = 0;

export function contextOf(context: Partial<ToolContext> = {}): ToolContext {
  return {
    callId: `call-${++calls}`,
    unit: "main",
    signal: new AbortController().signal,
    maxTokens: 16_000,
    outsideAllowed: false,
    progress: () => {},
    ...context,
  };
}

export function project(
  files: Record<string, string | Uint8Array> = {},
  env: NodeJS.ProcessEnv = { PATH: process.env.PATH },
  commandTimeoutSeconds = 60,
): Fixture {
  const parent = realpathSync(mkdtempSync(join(tmpdir(), "paicli-tools-")));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  const root = join(parent, "project");
  mkdirSync(root);
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), content);
  }
  const tracker = createReadTracker();
  const tools = createTools((name) => name, { root, texts, tracker, commandTimeoutSeconds, stripEnv: ["MODEL_KEY"], env });
  const tool = (name: string) => {
    const found = tools.find((each) => each.name === name);
    if (!found) throw new Error(`no tool ${name}`);
    return found;
  };
  const run = async (name: string, args: unknown, context?: Partial<ToolContext>) =>
    tool(name).run(tool(name).schema.parse(args), contextOf(context));
  return {
    root,
    tracker,
    tool,
    run,
    text: async (name, args, context) => {
      const { content } = await run(name, args, context);
      return typeof content === "string" ? content : "";
    },
    path: (name) => join(root, name),
  };
}
