// Events in one line of words, the same in every renderer.
import type { Texts } from "../locale/index.ts";
import type { PlanTaskView, RunResult } from "../protocol/event.ts";
import type { Retry } from "../protocol/llm.ts";
import { costText, type Price } from "../util/price.ts";
import { oneLine } from "../util/text.ts";
import { showHidden, showText } from "../util/visible.ts";
import { shortCount, shortDuration } from "./figures.ts";
import type { EventOf } from "./item.ts";

/** The cause in the person's language; what a provider or the system says is added where it tells more. */
export function retryText(retry: Pick<Retry, "attempt" | "of" | "reason" | "cause">, waitMs: number, texts: Texts): string {
  const { attempt, of, reason } = retry;
  const own = reason === "broken" || reason === "idle" || reason === "empty";
  const detail = own ? "" : oneLine(showText(retry.cause), 200);
  const seconds = Math.max(0, Math.ceil(waitMs / 1000));
  return texts.ui.retry({ seconds, attempt, of, cause: texts.ui.retryReason[reason](detail) });
}

/** Size, time and file of a finished call, after its name and argument. */
export function resultFacts(result: EventOf<"tool_result">, texts: Texts): string {
  const stored = result.offloadedTo === undefined ? [] : [texts.ui.storedIn(showHidden(result.offloadedTo))];
  return [texts.ui.chars(shortCount(result.chars)), shortDuration(result.durationMs), ...stored].join(" · ");
}

/** The plan task or worker that an event belongs to, as people know it: tasks by their own id. */
export function unitName(unit: string): string {
  return unit.replace(/^task-/, "");
}

export function compactionLine(event: EventOf<"compaction">, texts: Texts): string {
  const sizes = { before: shortCount(event.beforeTokens), after: shortCount(event.afterTokens) };
  switch (event.level) {
    case 1:
      return texts.ui.offloaded(sizes);
    case 2:
      return texts.ui.cleared({ ...sizes, results: event.cleared ?? 0 });
    case 3:
      return texts.ui.summarised(sizes);
  }
}

export function memoryLine(event: EventOf<"memory_saved">, texts: Texts): string {
  const line = texts.ui.remembered({
    content: showHidden(event.content),
    id: event.id,
    scope: event.scope,
    replaced: event.replaced,
  });
  return event.source === "auto_extracted" ? `${line} · /memory delete ${event.id}` : line;
}

/** The fact, then each memory that it contradicts. */
export function conflictLines(event: EventOf<"memory_conflict">, texts: Texts): readonly string[] {
  return [
    texts.ui.conflict(showHidden(event.fact)),
    ...event.conflicts.map((c) => `  ${c.id}  ${showHidden(c.content)}  (${c.written})`),
  ];
}

export function taskLine(task: PlanTaskView, texts: Texts): string {
  const after = task.dependencies.length === 0 ? "" : texts.ui.after(task.dependencies);
  return `${task.id} ${showText(task.description)}${after}`;
}

/** The line under a turn: model turns, tokens, context, time, and what was compacted or remembered. */
export function turnLine(
  result: RunResult,
  contextShare: number | undefined,
  { texts, price }: { readonly texts: Texts; readonly price?: Price },
): string {
  const { usage, compaction, memory } = result;
  const parts = [
    texts.ui.turns(result.turns),
    tokensText(result, texts),
    ...(price === undefined || isUnreported(result) ? [] : [costText(usage, price)]),
    ...(contextShare === undefined ? [] : [texts.ui.contextShare(Math.round(contextShare * 100))]),
    shortDuration(result.durationMs),
    ...(compaction.offloaded > 0 ? [texts.ui.countOffloaded(compaction.offloaded)] : []),
    ...(compaction.cleared > 0 ? [texts.ui.countCleared(compaction.cleared)] : []),
    ...(compaction.summarized > 0 ? [texts.ui.countSummarised(compaction.summarized)] : []),
    ...(memory.saved.length > 0 ? [texts.ui.countRemembered(memory.saved.length)] : []),
  ];
  return parts.join(" · ");
}

/** Providers report what a request took at its end: of one that was stopped or failed nothing is known, and it may have cost. */
function tokensText(result: RunResult, texts: Texts): string {
  if (isUnreported(result)) return texts.ui.tokensUnreported;
  const { inputTokens, outputTokens, cachedTokens } = result.usage;
  const least = endedEarly(result) ? "≥" : "";
  return texts.ui.tokens({
    input: `${least}${shortCount(inputTokens)}`,
    output: `${least}${shortCount(outputTokens)}`,
    cached: shortCount(cachedTokens),
  });
}

function endedEarly({ status }: RunResult): boolean {
  return status === "cancelled" || status === "error";
}

function isUnreported(result: RunResult): boolean {
  return endedEarly(result) && result.usage.inputTokens === 0 && result.usage.outputTokens === 0;
}
