// A session for people and other programs: Markdown, one self-contained HTML page, or JSON. Pure.
import type { Texts } from "../locale/index.ts";
import { type Message, type ToolCall, textOf } from "../protocol/message.ts";
import { type Chart, escapeXml, svgChart } from "../util/chart.ts";
import { mainArgument } from "../util/main-argument.ts";
import { oneLine } from "../util/text.ts";
import { showControls, showPrinted } from "../util/visible.ts";
import { MAIN } from "./entry.ts";
import { htmlPage } from "./export-page.ts";
import type { Transcript, TranscriptItem, ViewChange } from "./transcript.ts";

export const EXPORT_FORMATS = ["md", "html", "json"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Whatever was said, no format holds a character that a terminal or a reader's screen would obey instead of showing it. */
export function exportSession(transcript: Transcript, format: ExportFormat, texts: Texts): string {
  switch (format) {
    case "md":
      return shown(markdown(transcript, texts));
    case "html":
      return shown(html(transcript, texts));
    case "json":
      return showPrinted(`${JSON.stringify({ session: transcript.summary, events: transcript.events }, null, 2)}\n`);
  }
}

function shown(text: string): string {
  return showControls(text.replace(/\r\n/g, "\n"));
}

const SYMBOLS: Record<ViewChange, string> = { offload: "▲", clear: "◆", summary: "■", empty: "✕" };

/** The context size over the session's messages, with what changed the view. */
export function contextChart({ sizes, changes }: Transcript, texts: Texts): Chart {
  const { chart, chartUnit, chartSteps, marks } = texts.session.export;
  return {
    title: chart,
    axes: { steps: chartSteps, values: chartUnit },
    series: [{ label: chartUnit, values: sizes }],
    marks: changes.map(({ at, change }) => ({ at, symbol: SYMBOLS[change], label: marks[change] })),
    limits: [],
  };
}

/** Headings are the exporter's alone: what anybody said stands in a quotation, in a fence, or within one line. */
function markdown(transcript: Transcript, texts: Texts): string {
  const { items } = transcript;
  const facts = factsOf(transcript, texts).map(([name, value]) => `- ${name}: ${inLine(value)}`);
  const body = items.map((item) => markdownItem(item, texts)).filter((block) => block !== "");
  return `${[`# ${inLine(titleOf(transcript, texts))}`, facts.join("\n"), ...body].join("\n\n")}\n`;
}

function markdownItem(item: TranscriptItem, texts: Texts): string {
  if (item.kind !== "message") {
    const line = `*${inLine(lineOf(item, texts))}*`;
    return item.kind === "summarized" ? `${line}\n\n${fenced(item.summary)}` : line;
  }
  const { message } = item;
  const heading = `## ${inLine(headingOf(item.unit, message, texts))}`;
  if (message.role === "tool") return `${heading}\n\n${fenced(message.content)}`;
  const calls = message.role === "assistant" ? (message.tool_calls ?? []) : [];
  const parts = [
    quoted(textOf(message).replaceAll("[image]", texts.session.export.image)),
    ...calls.map((call) => `**${inLine(callTitle(call, texts))}**\n\n${fenced(call.function.arguments)}`),
  ];
  return [heading, ...parts.filter((part) => part !== "")].join("\n\n");
}

/** HTML that a reader's program may obey although it stands in a quotation: what ends that, or hides all that follows. */
const ESCAPES_QUOTATION = /<\/?blockquote|<[!?]|<\/?(iframe|noembed|noframes|plaintext|script|style|textarea|title|xmp)\b/i;

/** As a quotation, which keeps the Markdown of an answer; as plain text in a fence where HTML in it could leave a quotation. */
function quoted(text: string): string {
  if (text.trim() === "") return "";
  if (ESCAPES_QUOTATION.test(text)) return fenced(text);
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => `> ${line}`.trimEnd())
    .join("\n");
}

/** Within one line of the exporter's own, where no `<` opens a tag. */
function inLine(text: string): string {
  return oneLine(text, Number.POSITIVE_INFINITY).replaceAll("<", "\\<");
}

function titleOf({ summary }: Transcript, texts: Texts): string {
  return summary.title || texts.session.untitled;
}

/** In a fence that is longer than any in the text. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`{3,}/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
}

function html(transcript: Transcript, texts: Texts): string {
  const facts = factsOf(transcript, texts).map(([name, value]) => `<dt>${escapeXml(name)}</dt><dd>${escapeXml(value)}</dd>`);
  const figure = `<figure>${svgChart(contextChart(transcript, texts))}</figure>`;
  return htmlPage({
    lang: texts.lang,
    title: titleOf(transcript, texts),
    body: [`<dl>${facts.join("")}</dl>`, figure, ...transcript.items.map((item) => htmlItem(item, texts))].join("\n"),
  });
}

function htmlItem(item: TranscriptItem, texts: Texts): string {
  const time = `<time datetime="${escapeXml(item.timestamp)}">${escapeXml(inUtc(item.timestamp))}</time>`;
  const folded = (title: string, text: string) =>
    `<details><summary>${escapeXml(title)}</summary><pre>${escapeXml(text)}</pre></details>`;
  if (item.kind === "summarized") return `<article class="program">${folded(lineOf(item, texts), item.summary)}</article>`;
  if (item.kind !== "message") return `<p class="event">${escapeXml(lineOf(item, texts))} ${time}</p>`;
  const { message, unit } = item;
  const words = texts.session.export;
  const heading = `<h2>${escapeXml(headingOf(unit, message, texts))} ${time}</h2>`;
  if (message.role === "tool")
    return `<article class="tool">${folded(headingOf(unit, message, texts), message.content)}</article>`;
  if (message.role === "user") {
    const kind = message.origin === undefined ? "user" : "program";
    return `<article class="${kind}">${heading}${userContent(message, texts)}</article>`;
  }
  const reasoning = message.reasoning_content || message.reasoning;
  const parts = [
    reasoning ? folded(words.reasoning, reasoning) : "",
    message.content ? `<div class="text">${escapeXml(message.content)}</div>` : "",
    ...(message.tool_calls ?? []).map((call) => folded(callTitle(call, texts), call.function.arguments)),
  ];
  return `<article class="assistant">${heading}${parts.join("")}</article>`;
}

/** Pictures that are in the ledger are shown; nothing is ever loaded from elsewhere. */
const INLINE_IMAGE = /^data:image\/(png|jpeg|gif|webp);base64,[A-Za-z0-9+/=]+$/;

function userContent({ content }: Extract<Message, { role: "user" }>, texts: Texts): string {
  const parts = typeof content === "string" ? [{ type: "text" as const, text: content }] : content;
  return parts
    .map((part) => {
      if (part.type === "text") return `<div class="text">${escapeXml(part.text)}</div>`;
      const { url } = part.image_url;
      return INLINE_IMAGE.test(url)
        ? `<img alt="" src="${url}">`
        : `<div class="text">${escapeXml(texts.session.export.image)}</div>`;
    })
    .join("");
}

function headingOf(unit: string, message: Message, texts: Texts): string {
  const { roles, result } = texts.session.export;
  const where = unit === MAIN ? "" : ` · ${unit}`;
  if (message.role === "tool") return `${message.toolName ? result(message.toolName) : roles.tool}${where}`;
  const who = message.role === "user" && message.origin !== undefined ? "program" : message.role;
  return `${roles[who]}${where}`;
}

function lineOf(item: Exclude<TranscriptItem, { kind: "message" }>, texts: Texts): string {
  const words = texts.session.export;
  switch (item.kind) {
    case "resumed":
      return words.resumed;
    case "cleared":
      return words.viewCleared;
    case "summarized":
      return words.viewSummarized;
    case "before_fork":
      return words.beforeFork(item.parent);
    case "forked":
      return words.forked;
    case "notice":
      return item.text;
  }
}

function factsOf({ summary }: Transcript, texts: Texts): readonly (readonly [string, string])[] {
  const { facts } = texts.session.export;
  return [
    [facts.project, summary.project],
    [facts.model, summary.model],
    [facts.mode, summary.mode],
    [facts.turns, String(summary.turns)],
    [facts.updated, inUtc(summary.updatedAt)],
  ];
}

/** Name and main argument. */
function callTitle({ function: { name, arguments: args } }: ToolCall, texts: Texts): string {
  return `${texts.session.export.call(name)} ${mainArgument(args)}`.trimEnd();
}

/** 2025-01-31 08:05:00 UTC: the page is read anywhere, so that no place's time is meant. */
function inUtc(timestamp: string): string {
  return /^[\d-]+T[\d:]+/.test(timestamp) ? `${timestamp.slice(0, 19).replace("T", " ")} UTC` : timestamp;
}
