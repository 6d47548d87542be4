import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { textsFor } from "../../src/locale/index.ts";
import { assembleSystemPrompt, changedParts, type PromptParts } from "../../src/prompt/assemble.ts";
import { readProjectMemory } from "../../src/prompt/project-memory.ts";
import { dateNote, type RuntimeContext } from "../../src/prompt/runtime-context.ts";
import { toolSpecs } from "../../src/prompt/tool-specs.ts";
import { defineTool, type Tool } from "../../src/protocol/tool.ts";
import { tempFolder } from "../support/folder.ts";

/** The day on which `now` falls in a zone. */
function dayIn(now: Date, timeZone: string): RuntimeContext {
  const format = new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" });
  return { date: format.format(now), timeZone };
}

const texts = textsFor("en");
const zone = "Asia/Shanghai";

const parts: PromptParts = {
  files: ["BASE", "PERSONALITY", "MODE", "APPROVAL", "CONTEXT", "HANDOFF"],
  skills: "- greet: how to greet",
  runtime: dayIn(new Date("2025-12-01T04:00:00Z"), zone),
  projectMemory: "PROJECT-RULES",
  memoryBlock: "<memory>\nMEMORY-LINE\n</memory>",
  externalIndexes: "EXTERNAL-INDEX",
  tools: [],
};

describe("order", () => {
  test("the most stable part stands first: files, skills, runtime, project memory, memories, external indexes", () => {
    const { text } = assembleSystemPrompt(parts, texts);
    expect(text).toBe(
      [
        ...parts.files,
        "## Skills",
        parts.skills,
        "## Runtime Context",
        "- Date: 2025-12-01\n- Time zone: Asia/Shanghai",
        "## Project Context",
        parts.projectMemory,
        parts.memoryBlock,
        parts.externalIndexes,
      ].join("\n\n"),
    );
  });

  test("an empty part leaves neither a heading nor a gap", () => {
    const { text } = assembleSystemPrompt(
      { ...parts, files: ["BASE", " "], skills: "", projectMemory: "", memoryBlock: "", externalIndexes: "" },
      texts,
    );
    expect(text).toBe("BASE\n\n## Runtime Context\n\n- Date: 2025-12-01\n- Time zone: Asia/Shanghai");
  });

  test("no lone surrogate reaches a server", () => {
    expect(assembleSystemPrompt({ ...parts, projectMemory: "a\ud800b" }, texts).text.isWellFormed()).toBe(true);
  });
});

describe("prefix cache", () => {
  test("M3: assembled again for another query, the prompt is the same bytes", () => {
    const again = structuredClone(parts);
    expect(assembleSystemPrompt(again, texts)).toEqual(assembleSystemPrompt(parts, texts));
  });

  test("M3: a change of a part leaves everything before that part as it was", () => {
    const before = assembleSystemPrompt(parts, texts).text;
    const shared = (other: Partial<PromptParts>) => {
      const after = assembleSystemPrompt({ ...parts, ...other }, texts).text;
      let at = 0;
      while (at < before.length && before[at] === after[at]) at++;
      return before.slice(0, at);
    };
    expect(shared({ skills: "" })).toContain("HANDOFF");
    expect(shared({ projectMemory: "X" })).toContain("## Project Context\n\n");
    expect(shared({ memoryBlock: "X" })).toContain("PROJECT-RULES");
    expect(shared({ externalIndexes: "X" })).toContain("MEMORY-LINE");
  });

  test("H1: neither seconds nor the hour are in the prompt, and past midnight a note is appended instead of a new date", () => {
    const first = dayIn(new Date("2025-12-01T15:58:00Z"), zone);
    const aMinuteLater = dayIn(new Date("2025-12-01T15:59:01Z"), zone);
    const nextDay = dayIn(new Date("2025-12-01T16:00:02Z"), zone);
    expect(aMinuteLater).toEqual(first);
    expect(dateNote(first, aMinuteLater, texts)).toBeUndefined();
    expect(nextDay.date).toBe("2025-12-02");
    expect(dateNote(first, nextDay, texts)).toContain("2025-12-02");
    expect(dateNote(nextDay, nextDay, texts)).toBeUndefined();
  });

  test("the date is the one of the person's time zone", () => {
    const now = new Date("2025-12-31T23:30:00Z");
    expect([dayIn(now, "UTC").date, dayIn(now, zone).date, dayIn(now, "America/New_York").date]).toEqual([
      "2025-12-31",
      "2026-01-01",
      "2025-12-31",
    ]);
  });

  test("H3: tools registered in any order are the same bytes, sorted by name", () => {
    const tool = (name: string): Tool =>
      defineTool({
        name,
        description: `does ${name}`,
        schema: z.object({
          path: z.string().describe("a path"),
          content: z.string(),
          limit: z.number().int().positive().optional(),
        }),
        readOnly: true,
        preview: { over: 1, head: 1, tail: 1 },
        access: () => [],
        run: async () => ({ ok: true, content: "" }),
      });
    const names = ["read_file", "write_file", "Zeta", "mcp__b__x", "mcp__a__y", "edit_file", "read"];
    const expected = JSON.stringify(toolSpecs(names.map(tool)));
    fc.assert(
      fc.property(fc.shuffledSubarray(names, { minLength: names.length }), (order) => {
        expect(JSON.stringify(toolSpecs(order.map(tool)))).toBe(expected);
      }),
      { numRuns: 20 },
    );
    expect(toolSpecs(names.map(tool)).map((spec) => spec.function.name)).toEqual([...names].sort());
    expect(toolSpecs([tool("a")])[0]?.function.parameters).toEqual({
      type: "object",
      properties: {
        path: { type: "string", description: "a path" },
        content: { type: "string" },
        limit: { type: "integer", exclusiveMinimum: 0, maximum: Number.MAX_SAFE_INTEGER },
      },
      required: ["path", "content"],
    });
    expect(
      Object.keys(z.record(z.string(), z.unknown()).parse(toolSpecs([tool("a")])[0]?.function.parameters.properties)),
    ).toEqual(["path", "content", "limit"]);
  });
});

describe("state", () => {
  test("from the recorded state and unchanged sources a resumed session assembles the same prompt", () => {
    const { text, state } = assembleSystemPrompt(parts, texts);
    const { date, timeZone, memoryBlock, hashes } = structuredClone(state);
    const resumed = assembleSystemPrompt({ ...parts, runtime: { date, timeZone }, memoryBlock }, texts);
    expect(resumed.text).toBe(text);
    expect(changedParts(hashes, resumed.state.hashes)).toEqual([]);
  });

  test("a source that changed meanwhile is named", () => {
    const { hashes } = assembleSystemPrompt(parts, texts).state;
    const changed = (other: Partial<PromptParts>) =>
      changedParts(hashes, assembleSystemPrompt({ ...parts, ...other }, texts).state.hashes);
    expect(changed({ files: ["BASE"] })).toEqual(["files"]);
    expect(changed({ skills: "", projectMemory: "x" })).toEqual(["skills", "projectMemory"]);
    expect(changed({ tools: [{ type: "function", function: { name: "a", description: "", parameters: {} } }] })).toEqual([
      "tools",
    ]);
    expect(changed({ runtime: { date: "2025-12-02", timeZone: zone }, memoryBlock: "" })).toEqual([]);
  });
});

test("B7: however often the prompt is assembled anew, the rules of the project stand in it once, fresh from the disk", async () => {
  const root = tempFolder({ "PAI.md": "reports in Chinese\nnever add Co-Authored-By" });
  const assemble = async () => {
    const memory = await readProjectMemory({ home: "/nonexistent-home", root, texts });
    return assembleSystemPrompt({ ...parts, projectMemory: memory.text }, texts).text;
  };
  const first = await assemble();
  expect(await assemble()).toBe(first);
  writeFileSync(join(root, "PAI.md"), "reports in Chinese\nnever add Co-Authored-By\nnever push");
  const third = await assemble();
  for (const rule of ["reports in Chinese", "never add Co-Authored-By", "never push"]) expect(third.split(rule)).toHaveLength(2);
});
