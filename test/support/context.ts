// For tests of compaction: a conversation in memory, random histories, and a coordinator around a scripted model.
import { readFileSync } from "node:fs";
import fc from "fast-check";
import type { SummaryPrompts } from "../../src/context/ask-summary.ts";
import type { Boundary } from "../../src/context/boundary.ts";
import { type ContextCoordinator, type CoordinatorParts, createContextCoordinator } from "../../src/context/coordinator.ts";
import { CONTEXT_DEFAULTS, type ContextOptions } from "../../src/context/options.ts";
import { createSessionWindow, type SessionWindow } from "../../src/context/session-window.ts";
import type { ToolOutputStore } from "../../src/context/tool-output-store.ts";
import type { SummaryRecord } from "../../src/context/view-changes.ts";
import { type Lang, textsFor } from "../../src/locale/index.ts";
import { unwrapToolResult, wrapToolResult } from "../../src/policy/boundary.ts";
import type { Conversation } from "../../src/protocol/conversation.ts";
import { PaiError } from "../../src/protocol/errors.ts";
import type { EventBody } from "../../src/protocol/event.ts";
import type { ModelInfo, ToolSpec, Usage } from "../../src/protocol/llm.ts";
import type { Message, StoredOutput, ToolMessage } from "../../src/protocol/message.ts";
import { validateMessages } from "../../src/protocol/validate.ts";
import { metered } from "../../src/runtime/metered.ts";
import { type ModelScript, type ScriptedModel, scriptedModel } from "./model.ts";

export const boundary: Boundary = { wrap: wrapToolResult, unwrap: unwrapToolResult };

const OPENING = /^<tool_result tool="[^"]*" trust="untrusted-data">\n/;
/** The same frame without its defences, which cost more than all the rest of a random history. */
export const bareBoundary: Boundary = {
  wrap: (name, text) => `<tool_result tool="${name}" trust="untrusted-data">\n${text}\n</tool_result>`,
  unwrap: (content) => content.replace(OPENING, "").replace(/\n<\/tool_result>$/, ""),
};

const prompts = { zh: promptsFor("zh"), en: promptsFor("en") };

export function promptsFor(lang: Lang): SummaryPrompts {
  const read = (name: string) =>
    readFileSync(new URL(`../../prompts/${lang}/context/${name}.md`, import.meta.url), "utf8").trim();
  return {
    system: read("summary-system"),
    request: read("summary"),
    merge: read("summary-merge"),
    repair: read("summary-repair"),
  };
}

/** A conversation that keeps its contract: everything is validated, nothing is changed in place, marks and ids are kept. */
export function memoryConversation(initial: readonly Message[] = []): Conversation & { readonly everything: readonly Message[] } {
  let ids = 0;
  let revision = 0;
  const withId = (message: Message): Message =>
    message.messageId === undefined ? { ...message, messageId: `m${++ids}` } : message;
  let messages: readonly Message[] = initial.map(withId);
  const everything: Message[] = [...messages];
  const accept = (next: readonly Message[]) => {
    const invalid = next.length === 0 ? undefined : validateMessages(next);
    if (invalid && invalid.reason !== "unanswered_call") {
      throw new PaiError("CONVERSATION_INVALID", { unit: "main", reason: invalid.reason, index: invalid.index });
    }
    messages = next;
  };
  return {
    unit: "main",
    everything,
    get messages() {
      return messages;
    },
    get revision() {
      return revision;
    },
    append(...more) {
      const stored = more.map(withId);
      accept([...messages, ...stored]);
      everything.push(...stored);
      return stored;
    },
    replaceContent(replacements) {
      const byId = new Map(replacements.map((replacement) => [replacement.messageId, replacement]));
      accept(
        messages.map((message) => {
          const replacement = byId.get(message.messageId ?? "");
          return replacement && message.role === "tool"
            ? { ...message, content: replacement.content, cleared: replacement.cleared }
            : message;
        }),
      );
      revision++;
    },
    rewrite(next) {
      accept(next.map(withId));
      revision++;
    },
  };
}

/** A store in memory; `fail` makes every write fail, as a full disk does. */
export function memoryStore(fail?: string): ToolOutputStore & { readonly files: Map<string, string> } {
  const files = new Map<string, string>();
  return {
    files,
    exists: (path) => files.has(path),
    async write(tool, text): Promise<StoredOutput> {
      if (fail !== undefined) throw new PaiError("TOOL_OUTPUT_UNWRITABLE", { cause: fail });
      const path = `.paicli/tool-outputs/session-test/${String(files.size + 1).padStart(3, "0")}-${tool}.txt`;
      files.set(path, text);
      return { path, chars: text.length };
    },
  };
}

export interface Harness {
  readonly conversation: ReturnType<typeof memoryConversation>;
  readonly model: ScriptedModel;
  readonly store: ReturnType<typeof memoryStore>;
  readonly window: SessionWindow;
  readonly context: ContextCoordinator;
  readonly records: SummaryRecord[];
  readonly replies: readonly (Usage | undefined)[];
  /** Drains a generator of the coordinator; returns its events. */
  run(events: AsyncGenerator<EventBody, unknown>): Promise<readonly EventBody[]>;
  prepare(): Promise<readonly EventBody[]>;
  readonly request: { readonly system: string; readonly tools: readonly ToolSpec[] };
}

export interface HarnessOptions {
  readonly messages?: readonly Message[];
  readonly script?: ModelScript;
  readonly info?: Partial<ModelInfo>;
  readonly options?: Partial<ContextOptions>;
  readonly system?: string;
  readonly tools?: readonly ToolSpec[];
  readonly lang?: Lang;
  readonly store?: ReturnType<typeof memoryStore>;
  readonly facts?: CoordinatorParts["facts"];
}

export function harness(given: HarnessOptions = {}): Harness {
  const lang = given.lang ?? "en";
  const conversation = memoryConversation(given.messages);
  const model = scriptedModel(given.script ?? (() => ({ text: goodSummary(lang) })), given.info);
  const store = given.store ?? memoryStore();
  const window = createSessionWindow(model.info.window);
  const records: SummaryRecord[] = [];
  const replies: (Usage | undefined)[] = [];
  const request = { system: given.system ?? "You are a test.", tools: given.tools ?? [] };
  const context = createContextCoordinator({
    conversation,
    model: metered(model, (usage) => replies.push(usage)),
    window,
    options: { ...CONTEXT_DEFAULTS, ...given.options },
    store,
    boundary: bareBoundary,
    prompts: prompts[lang],
    texts: textsFor(lang),
    facts: given.facts ?? (() => ({ tasks: [] })),
    record: (record) => records.push(record),
  });
  const run = async (events: AsyncGenerator<EventBody, unknown>) => {
    const seen: EventBody[] = [];
    for await (const event of events) seen.push(event);
    return seen;
  };
  const prepare = () => run(context.prepare(request, new AbortController().signal));
  return { conversation, model, store, window, context, records, replies, request, run, prepare };
}

export function goodSummary(lang: Lang, words = "content"): string {
  return textsFor(lang)
    .context.summary.headings.map((heading) => `${heading}\n${words}`)
    .join("\n\n");
}

export const isSummaryRequest = (request: { readonly tools: readonly ToolSpec[]; readonly toolChoice?: string }) =>
  request.tools.length === 0 || request.toolChoice === "none";

export function user(content: string): Message {
  return { role: "user", content };
}

export function assistant(content: string): Message {
  return { role: "assistant", content };
}

/** One call with its result. */
export function called(
  id: string,
  name: string,
  args: Record<string, unknown>,
  result: string,
  marks: Partial<ToolMessage> = {},
): Message[] {
  return [
    {
      role: "assistant",
      content: null,
      tool_calls: [{ id, type: "function", function: { name, arguments: JSON.stringify(args) } }],
    },
    { role: "tool", tool_call_id: id, content: bareBoundary.wrap(name, result), toolName: name, ok: true, ...marks },
  ];
}

const SAMPLES = [
  "the quick brown fox jumps over it ",
  "中文内容，包括标点。",
  "const x = { a: [1, 22, 333] };\n",
  "😀🎉",
  "データ한국어 ",
];

function filler(kind: number, size: number): string {
  const sample = SAMPLES[kind % SAMPLES.length] ?? "x";
  return sample.repeat(Math.max(1, Math.ceil(size / sample.length)));
}

/** Decodes small numbers into a valid history: parallel calls, long results, images, internal messages, an earlier summary. */
export const histories = fc
  .record({
    lang: fc.constantFrom<Lang>("zh", "en"),
    earlier: fc.boolean(),
    turns: fc.array(
      fc.record({
        size: fc.integer({ min: 1, max: 200 }),
        kind: fc.nat(4),
        internal: fc.option(fc.constantFrom("skill" as const, "note" as const, "runaway_guard" as const), { freq: 4 }),
        image: fc.boolean(),
        steps: fc.array(
          fc.record({
            calls: fc.constantFrom(1, 1, 2, 3, 5),
            size: fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 400, max: 900 })),
            kind: fc.nat(4),
            ok: fc.boolean(),
          }),
          { maxLength: 4 },
        ),
        answer: fc.boolean(),
      }),
      { minLength: 1, maxLength: 5 },
    ),
  })
  .map(({ lang, earlier, turns }) => {
    const texts = textsFor(lang);
    const messages: Message[] = [];
    let calls = 0;
    if (earlier) {
      messages.push({ role: "user", origin: "summary", content: `${texts.context.summary.title}\n\n${goodSummary(lang)}` });
      messages.push({ role: "assistant", origin: "summary", content: texts.context.summary.acknowledgement });
    }
    for (const [index, turn] of turns.entries()) {
      const words = `turn ${index}: ${filler(turn.kind, turn.size)}`;
      messages.push(
        turn.image
          ? {
              role: "user",
              content: [
                { type: "text", text: words },
                { type: "image_url", image_url: { url: "https://x.test/a.png" } },
              ],
            }
          : user(words),
      );
      for (const step of turn.steps) {
        const ids = Array.from({ length: step.calls }, () => `call_${calls++}`);
        messages.push({
          role: "assistant",
          content: null,
          tool_calls: ids.map((id) => ({
            id,
            type: "function",
            function: { name: "read_file", arguments: JSON.stringify({ path: `${id}.ts` }) },
          })),
        });
        for (const id of ids) {
          messages.push({
            role: "tool",
            tool_call_id: id,
            toolName: "read_file",
            ok: step.ok,
            content: `<tool_result tool="read_file" trust="untrusted-data">\n${id} ${filler(step.kind, step.size)}\n</tool_result>`,
          });
        }
        if (turn.internal !== null) {
          messages.push({
            role: "user",
            origin: turn.internal,
            content: `[internal] ${turn.internal}`,
            ...(turn.internal === "skill" ? { skill: "review" } : {}),
          });
        }
      }
      if (turn.answer || turn.steps.length === 0)
        messages.push(assistant(`answer ${index} ${filler(turn.kind + 1, turn.size / 4)}`));
    }
    return { lang, messages: messages.map((message, index): Message => ({ ...message, messageId: `h${index}` })) };
  });
