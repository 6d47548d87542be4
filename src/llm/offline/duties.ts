// What else a model is asked for, done by rule: summaries, facts, plans, reviews. Each is recognised by the form it asks for. Pure.
import { type Texts, textsFor } from "../../locale/index.ts";
import type { ModelRequest } from "../../protocol/llm.ts";
import { textOf } from "../../protocol/message.ts";
import { extractiveSummary } from "../../util/extractive.ts";
import { cutHead, oneLine } from "../../util/text.ts";
import { parseCommands } from "./grammar.ts";
import { inputText } from "./task.ts";

/** The answer to a request that is no conversation, or undefined if it is one. */
export function dutyAnswer(request: ModelRequest): string | undefined {
  const system = request.messages[0].content;
  const lastMessage = request.messages.at(-1);
  const last = lastMessage?.role === "user" ? textOf(lastMessage) : "";
  const texts = [textsFor("zh"), textsFor("en")].find(({ context }) =>
    context.summary.headings.every((heading) => last.includes(heading)),
  );
  if (texts) return summary(request, last, texts);
  const asked = (...words: readonly string[]) => words.every((word) => system.includes(word) || last.includes(word));
  if (asked('"facts"', '"quote"')) return JSON.stringify({ facts: quotesOf(last).map((quote) => ({ quote })) });
  if (asked('"tasks"', '"dependencies"')) return JSON.stringify(planOf(last));
  if (system.includes('"approved"')) return JSON.stringify({ approved: true, reasons: [] });
  return undefined;
}

/** Share of the original that an extract takes, and its bounds in UTF-16 units. */
const SUMMARY_SHARE = 1 / 6;
const SUMMARY_MIN = 240;
const SUMMARY_MAX = 4_000;

/** Under the four headings: the last request, the earlier ones, what carries most of the rest, and where it stopped. */
function summary(request: ModelRequest, last: string, texts: Texts): string {
  const conversation = request.messages.slice(1, -1);
  const users = conversation.flatMap((message) => (message.role === "user" ? [oneLine(textOf(message), 200)] : []));
  const whole = conversation.length > 0 ? conversation.map(textOf).join("\n") : afterInstruction(last, texts);
  const source = withoutHeadings(whole);
  const room = Math.min(SUMMARY_MAX, Math.max(SUMMARY_MIN, Math.floor(source.length * SUMMARY_SHARE)));
  const bodies = [
    users.at(-1) ?? extractiveSummary(source, Math.floor(room / 8)),
    cutHead(
      users
        .slice(-8, -1)
        .map((user) => `- ${user}`)
        .join("\n"),
      Math.floor(room / 4),
    ),
    extractiveSummary(source, Math.floor(room / 2)),
    oneLine(source.trim().split("\n").at(-1) ?? "", Math.floor(room / 8)),
  ];
  const { headings, nothing } = texts.context.summary;
  return headings.map((heading, i) => `${heading}\n${withoutHeadings(bodies[i] ?? "").trim() || nothing}`).join("\n\n");
}

function afterInstruction(text: string, texts: Texts): string {
  const lastHeading = texts.context.summary.headings[3];
  const transcript = text.indexOf("\n<transcript>");
  return text.slice(transcript >= 0 ? transcript : text.indexOf(lastHeading) + lastHeading.length);
}

function withoutHeadings(text: string): string {
  return text.replace(/^\s*#+ .*$/gm, "").replace(/<\/?(?:tool_result|transcript)\b[^>]*>/g, "");
}

const CUE =
  /我|项目|仓库|团队|偏好|习惯|默认|统一|技术栈|编码|规范|禁止|不要|一律|以后|总是|\b(?:I|we|our|project|repo|team|prefer|always|never|default|using|based on|stack|convention|don't|from now on)\b/i;
const PASSING =
  /今天|现在|刚刚|这次|本轮|临时|暂时|顺便|报错|\b(?:today|now|just|this time|temporarily|for now|by the way|error)\b|(?<![优领])先(?!进)/i;
const TASK = /^(?:请|帮我|麻烦|please\b|can you\b)/i;
const QUOTE_CHARS = { min: 5, max: 180 };
const MAX_QUOTES = 3;

/** Sentences that state something lasting about the person or the project, word for word. */
function quotesOf(input: string): readonly string[] {
  const text = input.replace(/```[\s\S]*?(?:```|$)/g, "\n").replace(/^\s*>.*$/gm, "");
  return text
    .split(/[\n。！;；]|(?<=[？?])|[.!](?=\s|$)/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence.length >= QUOTE_CHARS.min && sentence.length <= QUOTE_CHARS.max)
    .filter(
      (sentence) => !/[？?"“「『{}<>]/.test(sentence) && CUE.test(sentence) && !PASSING.test(sentence) && !TASK.test(sentence),
    )
    .slice(0, MAX_QUOTES);
}

const TASK_TYPES = {
  list: "FILE_READ",
  read: "FILE_READ",
  search: "FILE_READ",
  write: "FILE_WRITE",
  replace: "FILE_WRITE",
  run: "COMMAND",
  remember: "ANALYSIS",
  recall: "ANALYSIS",
} as const;

/** One task a command, one after the other, as they were said. */
function planOf(request: string) {
  const goal = inputText(/^(?:总目标|Goal)[:：]\s*(.+)$/m.exec(request)?.[1] ?? request);
  const commands = parseCommands(goal);
  const tasks = commands?.map((command, i) => ({
    id: `t${i + 1}`,
    description: command.source,
    type: TASK_TYPES[command.kind],
    dependencies: i === 0 ? [] : [`t${i}`],
    ...(command.kind === "write" || command.kind === "replace" ? { writes: [command.path] } : {}),
  }));
  return {
    summary: oneLine(goal, 120),
    tasks: tasks ?? [{ id: "t1", description: oneLine(goal, 400), type: "ANALYSIS", dependencies: [] }],
  };
}
