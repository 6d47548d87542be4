// Level 3, last step: the conversation after a summary, built aside and accepted only if it is valid and really smaller. Pure.
import type { Texts } from "../locale/index.ts";
import type { Message } from "../protocol/message.ts";
import { extractiveSummary } from "../util/extractive.ts";
import { type AppendixSource, collectAppendix, renderAppendix } from "./appendix.ts";
import type { Cut } from "./cut.ts";
import { renderTranscript } from "./render.ts";
import { isSummary } from "./turns.ts";

/** Tokens of an appendix at most, and at most this share of the summary threshold. */
const APPENDIX_TOKENS = 2000;
const APPENDIX_SHARE = 0.1;

export function appendixLimit(summaryThreshold: number): number {
  return Math.min(APPENDIX_TOKENS, Math.floor(summaryThreshold * APPENDIX_SHARE));
}

/** The new view: one summary block, its acknowledgement, and the kept messages as they are. */
export function composeView(
  cut: Cut,
  summary: string,
  source: Omit<AppendixSource, "summarised" | "kept">,
  appendixTokens: number,
): readonly Message[] {
  const { texts } = source;
  const t = texts.context.summary;
  const data = collectAppendix({ ...source, summarised: cut.summarised, kept: cut.kept });
  const appendix = renderAppendix(data, appendixTokens, texts);
  const content = [t.title, summary, ...(appendix === "" ? [] : [appendix])].join("\n\n").toWellFormed();
  return [
    { role: "user", origin: "summary", content },
    { role: "assistant", origin: "summary", content: t.acknowledgement },
    ...cut.kept,
  ];
}

/** UTF-16 units of a summary that no model wrote. */
const MECHANICAL_CHARS = 6000;

/** The record without a model: lines drawn from the messages, under the usual headings, marked for what it is. */
export function mechanicalSummary(summarised: readonly Message[], maxChars: number, texts: Texts): string {
  const share = Math.max(80, Math.floor(Math.min(MECHANICAL_CHARS, maxChars) / 5));
  const t = texts.context.summary;
  const rendered = (wanted: (message: Message) => boolean) => renderTranscript(summarised.filter(wanted), texts, true).join("\n");
  const said = (role: Message["role"]) => rendered((message) => message.role === role && !isSummary(message));
  const earlier = rendered(isSummary);
  const requests = said("user");
  const answers = said("assistant");
  const bodies = [
    extractiveSummary(`${earlier}\n${requests}`, share),
    extractiveSummary(requests, share),
    extractiveSummary(`${answers}\n${said("tool")}`, share * 2),
    extractiveSummary(answers, share),
  ];
  const sections = t.headings.map((heading, index) => `${heading}\n${bodies[index]?.trim() || t.nothing}`);
  return [t.mechanical, ...sections].join("\n\n");
}
