import fc from "fast-check";
import { expect, test } from "vitest";
import { textsFor } from "../../src/locale/index.ts";
import type { Message } from "../../src/protocol/message.ts";
import type { ToolContext, ToolResult } from "../../src/protocol/tool.ts";
import { createSkillCatalog } from "../../src/skills/catalog.ts";
import { skillsInView } from "../../src/skills/in-view.ts";
import { createLoadSkillTool } from "../../src/skills/load-tool.ts";
import type { Skill } from "../../src/skills/skill.ts";

const texts = textsFor("en");
const skill = (name: string, bytes = 10): Skill => ({
  name,
  description: "d",
  body: "x".repeat(bytes),
  source: "project",
  path: `.paicli/skills/${name}/SKILL.md`,
});

/** A conversation to which batches of `load_skill` calls are applied as the loop does. */
function session(skills: readonly Skill[], off: string[] = []) {
  const units = new Map<string, Message[]>();
  const catalog = createSkillCatalog(skills, new Set(off), texts);
  const tool = createLoadSkillTool({
    description: "d",
    texts,
    catalog: () => catalog,
    messages: (unit) => units.get(unit) ?? [],
  });
  let calls = 0;
  const run = async (name: string, callId: string, unit: string) => {
    const context: ToolContext = {
      callId,
      unit,
      signal: new AbortController().signal,
      maxTokens: 1_000,
      outsideAllowed: false,
      progress() {},
    };
    return tool.run({ name }, context).catch((error: unknown): ToolResult => ({ ok: false, content: String(error) }));
  };
  return {
    view: (unit = "main") => units.get(unit) ?? [],
    async batch(names: readonly string[], { unit = "main", cancelled = false } = {}): Promise<readonly ToolResult[]> {
      const messages = units.get(unit) ?? [];
      units.set(unit, messages);
      const ids = names.map(() => `call_${calls++}`);
      messages.push({
        role: "assistant",
        content: null,
        tool_calls: ids.map((id) => ({ id, type: "function", function: { name: "load_skill", arguments: "{}" } })),
      });
      const results = await Promise.all(names.map((name, index) => run(name, ids[index] ?? "", unit)));
      for (const id of ids) messages.push({ role: "tool", tool_call_id: id, content: "result" });
      for (const { skill: name, text } of cancelled ? [] : results.flatMap((result) => result.inject ?? [])) {
        messages.push({ role: "user", content: text, origin: "skill", skill: name });
      }
      return results;
    },
  };
}

test("the call confirms, and the body follows as an internal message that begins with the mark and names its source", async () => {
  const { batch } = session([skill("greet")]);
  const [result] = await batch(["greet"]);
  expect(result?.content).toBe(texts.skills.loaded({ name: "greet" }));
  const path = ".paicli/skills/greet/SKILL.md";
  expect(result?.inject).toEqual([
    { skill: "greet", text: `[PAICLI_SKILL_INJECTION] greet\n${texts.skills.from.project({ path })}\n\nxxxxxxxxxx` },
  ]);
});

test("a skill in view is not injected again: not in a later step, not twice in one batch", async () => {
  const { batch } = session([skill("greet")]);
  const first = await batch(["greet", "greet"]);
  expect(first.map((result) => result.inject?.length ?? 0)).toEqual([1, 0]);
  const [again] = await batch(["greet"]);
  expect(again).toMatchObject({ ok: true, content: texts.skills.inView({ name: "greet" }) });
  expect(again?.inject).toBeUndefined();
});

test("a body that a summary dropped, or that a cancelled batch never brought in, can be loaded again", async () => {
  const { batch, view } = session([skill("greet")]);
  await batch(["greet"], { cancelled: true });
  expect((await batch(["greet"]))[0]?.inject).toHaveLength(1);
  view().length = 0;
  expect((await batch(["greet"]))[0]?.inject).toHaveLength(1);
});

test("each unit has its own view", async () => {
  const { batch } = session([skill("greet")]);
  await batch(["greet"], { unit: "main" });
  expect((await batch(["greet"], { unit: "task-1" }))[0]?.inject).toHaveLength(1);
});

test("text that only looks like an injection does not count as one", () => {
  const typed: Message = { role: "user", content: "[PAICLI_SKILL_INJECTION] greet\nx" };
  expect(skillsInView([typed]).size).toBe(0);
  expect(skillsInView([{ ...typed, origin: "skill", skill: "greet" }]).get("greet")).toBe(32);
});

test("a skill that is unknown, off, or would not fit is refused with what to do", async () => {
  const { batch } = session([skill("a", 5_000), skill("b", 5_000), skill("c", 5_000), skill("d", 5_000), skill("e")], ["e"]);
  const results = await batch(["nope", "e", "a", "b", "c", "d"]);
  expect(results.map((result) => result.ok)).toEqual([false, false, true, true, true, false]);
  expect(results[0]?.content).toContain("SKILL_UNKNOWN");
  expect(results[1]?.content).toContain("SKILL_OFF");
  expect(results[5]?.content).toContain("SKILL_VIEW_FULL");
});

test("whatever is loaded in whatever batches, at most 16 KB of bodies are in view and none of them twice", async () => {
  const sizes = [100, 2_000, 4_000, 4_500, 4_800, 3_000, 1_000];
  const names = sizes.map((_, i) => `s${i}`);
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 5 }), { maxLength: 5 }),
      async (batches) => {
        const { batch, view } = session(sizes.map((bytes, i) => skill(`s${i}`, bytes)));
        for (const calls of batches) await batch(calls);
        const bodies = view().filter((message) => message.role === "user");
        expect(new Set(bodies.map((message) => message.skill)).size).toBe(bodies.length);
        expect([...skillsInView(view()).values()].reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(16 * 1024);
      },
    ),
  );
});
