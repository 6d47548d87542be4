// Level 3, the check: whether a model's answer is the record that was asked for. Pure.
import { type Texts, textsFor } from "../locale/index.ts";
import type { ModelReply } from "../protocol/llm.ts";
import { wellFormed } from "../util/text.ts";
import { estimateTokens } from "../util/tokens.ts";

export type SummaryProblem = "cut" | "calls" | "empty" | "missing" | "repeated" | "order" | "no_text" | "too_long";

export type Checked = { readonly summary: string } | { readonly problems: readonly SummaryProblem[] };

type Answer = Pick<ModelReply, "text" | "calls" | "finish">;

/**
 * The record, without a preface before its first heading, or what is wrong with it: all four headings, once, in order, each
 * with text; not cut by its length; no call; `maxTokens` (estimated) at most.
 */
export function checkSummary(reply: Answer, texts: Texts, maxTokens: number): Checked {
  if (reply.calls.length > 0) return { problems: ["calls"] };
  if (reply.text.trim() === "") return { problems: ["empty"] };
  const text = wellFormed(reply.text);
  const problems = new Set<SummaryProblem>(reply.finish === "stop" ? [] : ["cut"]);
  const headings = headingsOf(text, texts);
  const found = sections(text, headings);
  const counts = headings.map((heading) => found.filter((section) => section.heading === heading).length);
  if (counts.includes(0)) problems.add("missing");
  if (counts.some((count) => count > 1)) problems.add("repeated");
  if (problems.size === 0 && found.some((section, index) => section.heading !== headings[index])) problems.add("order");
  if (!counts.includes(0) && found.some((section) => section.body.trim() === "")) problems.add("no_text");
  const summary = found.map(({ heading, body }) => `${heading}\n${body.trim()}`).join("\n\n");
  if (estimateTokens(summary) > maxTokens) problems.add("too_long");
  return problems.size === 0 ? { summary } : { problems: [...problems] };
}

/** What a partial record of one chunk has to be: text of at most `maxChars`, complete, no call. */
export function checkPartial(reply: Answer, maxChars: number): Checked {
  if (reply.calls.length > 0) return { problems: ["calls"] };
  const summary = wellFormed(reply.text).trim();
  if (summary === "") return { problems: ["empty"] };
  if (reply.finish !== "stop") return { problems: ["cut"] };
  return summary.length > maxChars ? { problems: ["too_long"] } : { summary };
}

/** A model may answer in the other language: its headings are as good, if it has them all. */
function headingsOf(text: string, texts: Texts): readonly string[] {
  const asked = texts.context.summary.headings;
  const other = textsFor(texts.lang === "zh" ? "en" : "zh").context.summary.headings;
  const lines = new Set(text.split("\n").map((line) => line.trim()));
  return asked.some((heading) => !lines.has(heading)) && other.every((heading) => lines.has(heading)) ? other : asked;
}

interface Section {
  readonly heading: string;
  readonly body: string;
}

/** The text under each heading. A heading inside a fenced block is an example, not a heading. */
function sections(text: string, headings: readonly string[]): readonly Section[] {
  const found: { heading: string; body: string }[] = [];
  let fence: string | undefined;
  for (const line of unfenced(text).split("\n")) {
    const mark = /^\s*(```+|~~~+)/.exec(line)?.[1];
    if (mark !== undefined) fence = fence === undefined ? mark : mark.startsWith(fence) ? undefined : fence;
    const heading = fence === undefined ? line.trim() : "";
    const current = found.at(-1);
    if (headings.includes(heading)) found.push({ heading, body: "" });
    else if (current) current.body += `${line}\n`;
  }
  return found;
}

/** Some models put the whole answer into one fenced block. */
function unfenced(text: string): string {
  return /^\s*```(?:markdown|md)?\s*\n([\s\S]*)\n```\s*$/.exec(text)?.[1] ?? text;
}
