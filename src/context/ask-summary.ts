// Level 3, the request: a summary on the conversation's own prefix, or of a rendered transcript in chunks; each answer checked, repaired once.
import type { Texts } from "../locale/index.ts";
import { isPaiError } from "../protocol/errors.ts";
import type { EventBody } from "../protocol/event.ts";
import type { ModelReply, ModelRequest, ToolSpec } from "../protocol/llm.ts";
import { type Message, textOf, toWire, type WireMessage } from "../protocol/message.ts";
import { fillTemplate } from "../util/template.ts";
import { cutHead, oneLine } from "../util/text.ts";
import { estimateTokens } from "../util/tokens.ts";
import type { Cut } from "./cut.ts";
import { type ChunkLimits, chunkTexts, renderTranscript } from "./render.ts";
import { effectiveWindow, outputReserve } from "./thresholds.ts";
import { type Checked, checkPartial, checkSummary, type SummaryProblem } from "./verify-summary.ts";

/** Model-facing texts, from `prompts/<lang>/context/`. */
export interface SummaryPrompts {
  /** The system message of requests that do not stand on the conversation. */
  readonly system: string;
  readonly request: string;
  readonly merge: string;
  readonly repair: string;
}

/** Sends one request and returns the whole reply. */
export type AskModel = (request: ModelRequest, signal: AbortSignal) => Promise<ModelReply>;

/** A request that was refused as too long. */
export interface Refusal {
  /** Tokens of it, estimated. */
  readonly tokens: number;
  readonly error: unknown;
}

export function smallerRefusal(known: Refusal | undefined, refusal: Refusal): Refusal {
  return known !== undefined && known.tokens <= refusal.tokens ? known : refusal;
}

export interface SummaryTask {
  readonly way: "prefix" | "rendered";
  readonly system: string;
  readonly tools: readonly ToolSpec[];
  /** The whole conversation as the provider knows it. */
  readonly messages: readonly Message[];
  readonly cut: Cut;
  /** What the person wants the summary to hold on to. */
  readonly focus?: string;
  /** Estimated tokens that the summary may take, and those that are asked for. */
  readonly maxTokens: number;
  readonly targetTokens: number;
  /** Tokens of the request that the conversation would be sent with. */
  readonly size: number;
  /** Measured tokens per estimated token. */
  readonly ratio: number;
  readonly prompts: SummaryPrompts;
  readonly texts: Texts;
  readonly ask: AskModel;
  /** The window in tokens, read again after a refusal: the provider may have named the real one. */
  readonly window: () => number;
  /** Told of every refusal as too long, with the tokens of the request that was refused and of the answer that it asked for. */
  readonly refused: (error: unknown, sentTokens: number, answerTokens: number) => void;
  /** The smallest request that was refused as too long, read again after a refusal: none of its size is sent again. */
  readonly smallestRefused: () => Refusal | undefined;
}

export type SummaryOutcome =
  | { readonly kind: "summary"; readonly summary: string }
  | { readonly kind: "bad"; readonly problems: readonly SummaryProblem[] }
  /** `tooLong`: refused as too long whatever its size. Anything else that failed keeps its own cause. */
  | { readonly kind: "failed"; readonly error: unknown; readonly tooLong: boolean };

/** UTF-16 units of one chunk and of one partial summary. */
const CHUNK_CHARS = 60_000;
const PARTIAL_CHARS = 8000;
/** Room that an answer needs at least, for the prefix request to be worth sending. */
const MIN_ANSWER = 4000;
/** Requests are estimated, so they stay this share below the window. */
const MARGIN = 0.05;
/** Share of the free window that a draft takes when it is sent back; the rest is for the mended one. */
const DRAFT_SHARE = 0.5;
/** How often a rendered request that is too long is tried again with smaller chunks. */
const RENDERED_TRIES = 3;
/** Tokens of a chunk below which a transcript is not taken apart any further. */
const MIN_CHUNK = 500;
/** UTF-16 units that a token takes at least, to tell the model a length it can count. */
const CHARS_PER_TOKEN = { zh: 1.4, en: 3.5 } as const;

export async function* askSummary(given: SummaryTask, signal: AbortSignal): AsyncGenerator<EventBody, SummaryOutcome> {
  const task = tellingRefusals(given);
  if (task.way === "prefix" && prefixFits(task)) {
    const outcome = await guarded(() => askOnPrefix(task, signal), signal);
    if (outcome.kind !== "failed") return outcome;
    if (!outcome.tooLong && !isPaiError(outcome.error, "MODEL_REFUSED")) return outcome;
  }
  return yield* askRendered(task, signal);
}

/** What was refused as too long is told with the size of that very request: a larger guess would make the window seem smaller. */
function tellingRefusals(task: SummaryTask): SummaryTask {
  return {
    ...task,
    async ask(request, signal) {
      try {
        return await task.ask(request, signal);
      } catch (error) {
        if (isPaiError(error, "MODEL_CONTEXT_OVERFLOW")) {
          task.refused(error, request.inputEstimate ?? task.size, request.maxTokens ?? 0);
        }
        throw error;
      }
    },
  };
}

function answerRoom(task: SummaryTask): number {
  const window = effectiveWindow(task.window());
  return Math.floor(window * (1 - MARGIN)) - task.size - Math.ceil(estimateTokens(task.prompts.request) * task.ratio);
}

function prefixFits(task: SummaryTask): boolean {
  return (
    task.size < (task.smallestRefused()?.tokens ?? Number.POSITIVE_INFINITY) &&
    answerRoom(task) >= Math.min(MIN_ANSWER, outputReserve(task.window()))
  );
}

/** Runs one way of asking; what it throws becomes its outcome, except for a cancel. */
async function guarded(run: () => Promise<SummaryOutcome>, signal: AbortSignal): Promise<SummaryOutcome> {
  try {
    return await run();
  } catch (error) {
    signal.throwIfAborted();
    return { kind: "failed", error, tooLong: isPaiError(error, "MODEL_CONTEXT_OVERFLOW") };
  }
}

async function askOnPrefix(task: SummaryTask, signal: AbortSignal): Promise<SummaryOutcome> {
  const { system, tools, messages, texts, prompts, size, ratio } = task;
  const instruction = fillTemplate(prompts.request, {
    scope: texts.context.summary.scopeOnPrefix(
      oneLine(textOf(task.cut.kept[0] ?? { role: "user", content: "" }), 80),
      task.cut.inside,
    ),
    ...requestValues(task),
  });
  const maxTokens = Math.min(outputReserve(task.window()), answerRoom(task));
  const sizeWith = (content: string) => size + Math.ceil(estimateTokens(content) * ratio);
  const send = (content: string) =>
    task.ask(
      {
        messages: [{ role: "system", content: system }, ...messages.map(toWire), { role: "user", content }],
        tools,
        ...(tools.length > 0 ? { toolChoice: "none" as const } : {}),
        maxTokens,
        effort: "low",
        inputEstimate: sizeWith(content),
      },
      signal,
    );
  const check = (reply: ModelReply) => checkSummary(reply, texts, task.maxTokens);
  return toOutcome(await withRepair({ send, sizeWith }, instruction, check, task));
}

function requestValues(task: SummaryTask): { max_chars: string; focus: string } {
  const { summary } = task.texts.context;
  return {
    max_chars: String(Math.floor(task.targetTokens * CHARS_PER_TOKEN[task.texts.lang])),
    focus: task.focus === undefined || task.focus.trim() === "" ? "" : summary.focus(task.focus.trim()),
  };
}

/** A way to send one user message, and the tokens of the whole request with it. */
interface Way {
  send(content: string): Promise<ModelReply>;
  sizeWith(content: string): number;
}

/** Asks; if the answer is not what it has to be, sends it back once with what is wrong. */
async function withRepair(
  { send, sizeWith }: Way,
  instruction: string,
  check: (reply: ModelReply) => Checked,
  { prompts, texts, window, ratio }: SummaryTask,
): Promise<Checked> {
  const reply = await send(instruction);
  const checked = check(reply);
  if ("summary" in checked) return checked;
  const problems = checked.problems.map((problem) => `- ${texts.context.summary.problems[problem]}`).join("\n");
  const repair = (draft: string) => `${instruction}\n\n${fillTemplate(prompts.repair, { problems, draft })}`;
  const free = effectiveWindow(window()) * (1 - MARGIN) - sizeWith(repair(""));
  const draft = cutDraft(reply.text.trim(), Math.floor((free * DRAFT_SHARE) / ratio));
  return check(await send(repair(draft === "" ? texts.context.summary.noDraft : draft)));
}

/** The beginning of a draft that would leave the mended one no room: one that is far too long shows that in any part of it. Pure. */
function cutDraft(draft: string, maxTokens: number): string {
  const tokens = estimateTokens(draft);
  return tokens <= maxTokens ? draft : cutHead(draft, Math.floor((draft.length * Math.max(0, maxTokens)) / tokens)).trim();
}

function toOutcome(checked: Checked): SummaryOutcome {
  return "summary" in checked ? { kind: "summary", summary: checked.summary } : { kind: "bad", problems: checked.problems };
}

async function* askRendered(task: SummaryTask, signal: AbortSignal): AsyncGenerator<EventBody, SummaryOutcome> {
  for (let attempt = 1; ; attempt++) {
    // read anew each time: a refusal has just taught what cannot be sent
    const refusal = task.smallestRefused();
    const limits = chunkLimits(task, refusal);
    if (refusal !== undefined && limits.tokens < MIN_CHUNK) return { kind: "failed", error: refusal.error, tooLong: true };
    const pieces = renderTranscript(task.cut.summarised, task.texts, attempt > 1);
    try {
      return yield* summariseChunks(task, chunkTexts(pieces, limits), limits, signal);
    } catch (error) {
      signal.throwIfAborted();
      const tooLong = isPaiError(error, "MODEL_CONTEXT_OVERFLOW");
      if (!tooLong || attempt >= RENDERED_TRIES) return { kind: "failed", error, tooLong };
    }
  }
}

/** What a chunk may hold so that prompt, chunk and answer fit the window together, and half of what was refused at most. */
function chunkLimits({ window, ratio, prompts }: SummaryTask, refusal: Refusal | undefined): ChunkLimits {
  const W = effectiveWindow(window());
  const overhead = estimateTokens(prompts.system) + Math.max(estimateTokens(prompts.request), estimateTokens(prompts.merge));
  const fitting = Math.max(MIN_CHUNK, Math.floor((W * (1 - MARGIN) - outputReserve(W)) / ratio - overhead));
  const smaller = refusal === undefined ? fitting : Math.floor((refusal.tokens / ratio - overhead) / 2);
  return { chars: CHUNK_CHARS, tokens: Math.min(fitting, smaller) };
}

async function* summariseChunks(
  task: SummaryTask,
  chunks: readonly string[],
  limits: ChunkLimits,
  signal: AbortSignal,
): AsyncGenerator<EventBody, SummaryOutcome> {
  const { texts, prompts } = task;
  const t = texts.context.summary;
  const final = (reply: ModelReply) => checkSummary(reply, texts, task.maxTokens);
  const askWith = async (
    template: string,
    scope: string,
    data: string,
    check: (reply: ModelReply) => Checked,
    maxChars?: number,
  ) => {
    const values = { scope, ...requestValues(task), ...(maxChars === undefined ? {} : { max_chars: String(maxChars) }) };
    const way = {
      send: (content: string) => sendAlone(task, content, signal),
      sizeWith: (content: string) => aloneSize(task, content),
    };
    return withRepair(way, `${fillTemplate(template, values)}\n\n${data}`, check, task);
  };

  const [first] = chunks;
  if (first === undefined) return { kind: "bad", problems: ["empty"] };
  if (chunks.length === 1) return toOutcome(await askWith(prompts.request, t.scopeRendered, fenced("transcript", first), final));

  // two partial summaries must fit one request, or merging would never come to an end
  const maxPartial = Math.min(PARTIAL_CHARS, Math.floor((limits.tokens * CHARS_PER_TOKEN.zh) / 2) - 100);
  const partial = (reply: ModelReply) => checkPartial(reply, maxPartial);
  let partials: string[] = [];
  for (const [index, chunk] of chunks.entries()) {
    yield { type: "compaction_progress", done: index, of: chunks.length + 1 };
    const scope = t.scopePart(index + 1, chunks.length);
    const checked = await askWith(prompts.request, scope, fenced("transcript", chunk), partial, maxPartial);
    if (!("summary" in checked)) return toOutcome(checked);
    partials.push(checked.summary);
  }
  yield { type: "compaction_progress", done: chunks.length, of: chunks.length + 1 };
  for (;;) {
    const groups = mergeGroups(partials, limits);
    const [only] = groups;
    if (groups.length === 1 && only) {
      return toOutcome(await askWith(prompts.merge, t.scopeMerge(only.length), numbered(only), final));
    }
    if (groups.length >= partials.length) return { kind: "bad", problems: ["too_long"] };
    const merged: string[] = [];
    for (const group of groups) {
      const checked = await askWith(prompts.merge, t.scopeMerge(group.length), numbered(group), partial, maxPartial);
      if (!("summary" in checked)) return toOutcome(checked);
      merged.push(checked.summary);
    }
    partials = merged;
  }
}

/** Neighbouring partial summaries that fit one request together, in order. Pure. */
export function mergeGroups(partials: readonly string[], limits: ChunkLimits): readonly (readonly string[])[] {
  const groups: string[][] = [];
  let chars = 0;
  let tokens = 0;
  for (const partial of partials) {
    const cost = estimateTokens(partial) + 20;
    const open = groups.at(-1);
    if (open !== undefined && chars + partial.length <= limits.chars && tokens + cost <= limits.tokens) {
      open.push(partial);
      chars += partial.length;
      tokens += cost;
    } else {
      groups.push([partial]);
      chars = partial.length;
      tokens = cost;
    }
  }
  return groups;
}

function aloneSize({ prompts, ratio }: SummaryTask, content: string): number {
  return Math.ceil((estimateTokens(prompts.system) + estimateTokens(content)) * ratio);
}

function sendAlone(task: SummaryTask, content: string, signal: AbortSignal): Promise<ModelReply> {
  const { prompts, ask, window } = task;
  const messages: readonly WireMessage[] = [{ role: "user", content }];
  return ask(
    {
      messages: [{ role: "system", content: prompts.system }, ...messages],
      tools: [],
      maxTokens: outputReserve(window()),
      effort: "low",
      inputEstimate: aloneSize(task, content),
    },
    signal,
  );
}

/** Data in a block that its own text cannot close. */
function fenced(tag: string, text: string): string {
  return `<${tag}>\n${text.replaceAll(`</${tag}`, `&lt;/${tag}`)}\n</${tag}>`;
}

function numbered(partials: readonly string[]): string {
  return partials.map((partial, index) => fenced("part", `${index + 1}/${partials.length}\n${partial}`)).join("\n\n");
}
