// Runs the calls of one answer: read-only ones side by side, changing ones one after the other in the given order.
// Whatever happens — unknown tool, broken arguments, denial, failure, cancel — every call gets exactly one result.
import { describeError, type Texts, tellError } from "../locale/index.ts";
import type { Decision, Policy } from "../policy/policy.ts";
import { causeOf, isPaiError } from "../protocol/errors.ts";
import type { EventBody } from "../protocol/event.ts";
import type { ReplyCall } from "../protocol/llm.ts";
import type { ContentPart, ImagePart } from "../protocol/message.ts";
import type { Approver } from "../protocol/ports.ts";
import { shapeIssues } from "../protocol/shape.ts";
import type { Access, Display, PreviewSizes, Tool, ToolContext, ToolResult } from "../protocol/tool.ts";
import { Channel } from "../util/channel.ts";
import { cleanText } from "../util/clean-output.ts";

/** Read-only calls that run at the same time. */
const SIDE_BY_SIDE = 4;
/** How long a cancelled tool may take to stop before its call is answered without it, in ms. */
const STOP_GRACE_MS = 1500;
/** What stays in view of a large result of a tool that is not in the table. */
const DEFAULT_PREVIEW: PreviewSizes = { over: 32_000, head: 2000, tail: 800 };

export interface ExecutorParts {
  readonly unit: string;
  readonly tools: ReadonlyMap<string, Tool>;
  readonly policy: Policy;
  /** Absent in headless runs: then what would be asked is denied. */
  readonly approver?: Approver;
  readonly texts: Texts;
  /** Tokens that one result may take. */
  readonly maxResultTokens: number;
  /** Called before a permitted call runs: what led to it must be on the disk first, and what it brings in is written down. */
  beforeRun(call: PermittedCall): Promise<void>;
}

export interface PermittedCall {
  readonly callId: string;
  readonly tool: Tool;
  readonly arguments: string;
  readonly access: readonly Access[];
}

/** One answered call, before its text is bounded and wrapped. */
export interface Executed {
  readonly callId: string;
  readonly name: string;
  readonly arguments: string;
  readonly ok: boolean;
  /** Clean, well-formed, never empty. */
  readonly text: string;
  readonly images: readonly ImagePart[];
  readonly bounded: boolean;
  readonly preview: PreviewSizes;
  readonly durationMs: number;
  readonly outcome: "ran" | "failed" | "denied" | "cancelled" | "not_run";
  /** The code of the failure. */
  readonly error?: string;
  /** Why it did not run or failed, for the person: one short line; `text` speaks to the model. */
  readonly told?: string;
  readonly display?: Display;
  readonly inject: readonly { readonly skill: string; readonly text: string }[];
  readonly access: readonly Access[];
}

/** Calls that may run together: consecutive read-only ones, or a single other one. The order of calls is kept. Pure. */
export function groupCalls(
  calls: readonly ReplyCall[],
  isReadOnly: (name: string) => boolean,
): readonly (readonly ReplyCall[])[] {
  const groups: ReplyCall[][] = [];
  let open: ReplyCall[] | undefined;
  for (const call of calls) {
    if (isReadOnly(call.call.function.name)) {
      if (open === undefined) {
        open = [];
        groups.push(open);
      }
      open.push(call);
    } else {
      groups.push([call]);
      open = undefined;
    }
  }
  return groups;
}

/** Runs one group; yields live output and approval requests, returns the results in the order of the calls. */
export async function* executeGroup(
  group: readonly ReplyCall[],
  parts: ExecutorParts,
  signal: AbortSignal,
): AsyncGenerator<EventBody, readonly Executed[]> {
  const events = new Channel<EventBody>();
  const results: Executed[] = new Array(group.length);
  const waiting = group.map((call, index) => ({ call, index }));
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      results[next.index] = await executeCall(next.call, parts, signal, (event) => events.push(event));
    }
  };
  const all = Promise.all(Array.from({ length: Math.min(SIDE_BY_SIDE, group.length) }, worker)).finally(() => events.close());
  for await (const event of events) yield event;
  await all;
  return results;
}

type Emit = (event: EventBody) => void;

async function executeCall(
  { call, unreadable }: ReplyCall,
  parts: ExecutorParts,
  signal: AbortSignal,
  emit: Emit,
): Promise<Executed> {
  const { texts } = parts;
  const { name, arguments: json } = call.function;
  const tool = parts.tools.get(name);
  const started = performance.now();
  let access: readonly Access[] = [];
  const answer = (outcome: Executed["outcome"], text: string, failure: Failure = {}, result?: ToolResult): Executed => ({
    callId: call.id,
    name,
    arguments: json,
    ok: outcome === "ran" && result?.ok === true,
    text: nonEmpty(text, texts),
    images: result === undefined ? [] : imagesOf(result.content),
    bounded: result?.bounded === true,
    preview: tool?.preview ?? DEFAULT_PREVIEW,
    durationMs: Math.round(performance.now() - started),
    outcome,
    ...failure,
    ...(result?.display === undefined ? {} : { display: result.display }),
    inject: result?.inject ?? [],
    access,
  });

  const { told } = texts;
  const cancelled = (text: string) => answer("cancelled", text, { told: told.cancelled });
  const badArguments = { error: "BAD_ARGUMENTS", told: told.badArguments };
  if (signal.aborted) return cancelled(texts.agent.cancelledBeforeRun);
  if (tool === undefined) {
    const known = [...parts.tools.keys()];
    return answer("failed", texts.agent.unknownTool(name, known), { error: "UNKNOWN_TOOL", told: told.unknownTool });
  }
  if (unreadable !== undefined) return answer("failed", texts.agent.unreadableArguments(unreadable), badArguments);
  const given: unknown = JSON.parse(json);
  const parsed = tool.schema.safeParse(given);
  if (!parsed.success)
    return answer("failed", texts.agent.badArguments(texts.shape(shapeIssues(parsed.error, { data: given }))), badArguments);

  const context: Omit<ToolContext, "outsideAllowed"> = {
    callId: call.id,
    unit: parts.unit,
    signal,
    maxTokens: parts.maxResultTokens,
    progress: (text) => emit({ type: "tool_output", id: call.id, text }),
  };
  try {
    access = tool.access(parsed.data);
    const permission = await permit(tool, parsed.data, access, context, parts, signal, emit);
    if (!permission.granted) return answer("denied", permission.message, { error: permission.code, told: permission.told });
    if (signal.aborted) return cancelled(texts.agent.cancelledBeforeRun);
    await parts.beforeRun({ callId: call.id, tool, arguments: json, access });
    const result = await stoppable(tool.run(parsed.data, { ...context, outsideAllowed: permission.outside }), signal);
    if (result === "cancelled") return cancelled(texts.agent.cancelledWhileRunning);
    return answer("ran", textOfContent(result?.content), {}, result);
  } catch (error) {
    if (signal.aborted) return cancelled(texts.agent.cancelledWhileRunning);
    const code = isPaiError(error) ? error.code : causeOf(error);
    return answer("failed", describeError(error, texts), { error: code, told: tellError(error, texts) });
  }
}

type Failure = Pick<Executed, "error" | "told">;

type Permission =
  | { readonly granted: true; readonly outside: boolean }
  | { readonly granted: false; readonly message: string; readonly code: string; readonly told: string };

async function permit(
  tool: Tool,
  args: unknown,
  access: readonly Access[],
  context: Omit<ToolContext, "outsideAllowed">,
  parts: ExecutorParts,
  signal: AbortSignal,
  emit: Emit,
): Promise<Permission> {
  const { approver, policy, texts } = parts;
  const call = { callId: context.callId, unit: parts.unit, tool, access };
  const decision: Decision = await policy.decide(call);
  if (decision.verdict === "run") return { granted: true, outside: false };
  if (decision.verdict === "deny") return { granted: false, message: decision.message, code: decision.code, told: decision.told };
  if (approver === undefined) {
    const told = texts.told.needsApproval(decision.why);
    return { granted: false, message: decision.headless, code: "APPROVAL_NEEDED", told };
  }
  emit({ type: "approval_request", id: context.callId, name: tool.name, access });
  const display = await tool.plan?.(args, { ...context, outsideAllowed: true });
  const answer = await approver.approve(
    {
      callId: context.callId,
      unit: parts.unit,
      tool: tool.name,
      access,
      ...(display === undefined ? {} : { display }),
      why: decision.why,
      ...(decision.rule === undefined ? {} : { rule: decision.rule.words }),
    },
    signal,
  );
  await policy.answered(call, decision, answer);
  if (answer.decision === "deny")
    return {
      granted: false,
      message: texts.agent.deniedByUser(answer.reason),
      code: "DENIED_BY_USER",
      told: texts.told.deniedByUser(answer.reason),
    };
  return { granted: true, outside: true };
}

/** The tool's result, or `cancelled` if it has not stopped within the grace after an abort: what it brings later is ignored. */
async function stoppable(run: Promise<ToolResult>, signal: AbortSignal): Promise<ToolResult | "cancelled"> {
  let timer: NodeJS.Timeout | undefined;
  let onAbort: (() => void) | undefined;
  const gaveUp = new Promise<"cancelled">((resolve) => {
    onAbort = () => {
      timer = setTimeout(() => resolve("cancelled"), STOP_GRACE_MS);
    };
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
  });
  try {
    const result = await Promise.race([run, gaveUp]);
    return signal.aborted ? "cancelled" : result;
  } finally {
    clearTimeout(timer);
    if (onAbort) signal.removeEventListener("abort", onAbort);
    run.catch(() => {}); // a failure that comes after the call was answered has nobody left to hear it
  }
}

/** Tools from outside may return no content at all, or several parts; the conversation needs one non-empty text. */
function textOfContent(content: ToolResult["content"] | undefined): string {
  if (content === undefined || content === null) return "";
  if (typeof content === "string") return content;
  return content.flatMap((part: ContentPart) => (part.type === "text" ? [part.text] : [])).join("\n");
}

function imagesOf(content: ToolResult["content"] | undefined): readonly ImagePart[] {
  return Array.isArray(content) ? content.filter((part: ContentPart) => part.type === "image_url") : [];
}

function nonEmpty(text: string, texts: Texts): string {
  const clean = cleanText(text).toWellFormed();
  return clean.trim() === "" ? texts.agent.emptyResult : clean;
}
