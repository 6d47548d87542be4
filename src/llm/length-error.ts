// The many wordings, English and Chinese, with which providers say that input or answer do not fit, and the numbers in them. Pure.

const OVERFLOW: readonly RegExp[] = [
  /(?:maximum|max\.?) (?:context|model|prompt|input)[ _]?length/i,
  /context[ _](?:length|window|size)[^.]{0,40}exceed/i,
  /exceed\w*[^.]{0,60}(?:context|max(?:imum)?)[ _-]?(?:length|window|size|number of tokens)/i,
  /longer than the (?:model's )?(?:context|maximum)/i,
  /greater than the context length/i,
  /exceed\w* (?:the )?(?:model )?token limit/i,
  /prompt token count of [\d,]+ exceeds/i,
  /(?:prompt|input)(?: tokens?)? (?:is |are )?too (?:long|large)/i,
  /too large for model with/i,
  /configured context size is/i,
  /range of input length should be/i,
  /context length is only/i,
  /please reduce the length of the (?:messages|prompt|input)/i,
  /too many (?:input )?tokens/i,
  /(?:prompt|输入|上下文|请求|对话|tokens?)[^，。]{0,20}(?:超长|过长|太长)/i,
  /(?:上下文|输入|prompt|提示词|tokens?)[^，。]{0,24}(?:超过|超出|大于)[^，。]{0,24}(?:限制|上限|最大|长度|窗口)/i,
  /(?:超过|超出)[^，。]{0,16}(?:最大)?(?:上下文|输入|token)[^，。]{0,8}(?:长度|限制|上限|数)/i,
];

/** Whether a message says that the input is too long for the model. Pure. */
export function saysTooLong(message: string): boolean {
  return OVERFLOW.some((words) => words.test(message));
}

const N = "([\\d,_]+)";
const WINDOWS: readonly RegExp[] = [
  new RegExp(`(?:maximum|max\\.?) (?:context|model|prompt)[ _]?length (?:of |is |for this model is )?${N}`, "i"),
  new RegExp(`max(?:imum)? context length[^\\d]{0,30}${N}`, "i"),
  new RegExp(`with ${N} maximum context length`, "i"),
  new RegExp(`context length (?:is only |\\()${N}`, "i"),
  new RegExp(`context[ _](?:length|window|size)[^\\d.]{0,40}${N}`, "i"),
  new RegExp(`token limit:? ${N}`, "i"),
  new RegExp(`exceeds the (?:limit of|maximum number of tokens allowed \\() ?${N}`, "i"),
  new RegExp(`> ?${N} maximum`, "i"),
  new RegExp(`range of input length should be \\[\\d+, ?${N}\\]`, "i"),
  new RegExp(`(?:最大|上限|限制)[^\\d，。]{0,16}${N}`),
];

/** The context window in tokens that an overflow message names. A number below 1,000 is something else. */
export function windowIn(message: string): number | undefined {
  for (const words of WINDOWS) {
    const found = toNumber(words.exec(message)?.[1]);
    if (found !== undefined && found >= 1_000) return found;
  }
  return undefined;
}

/** Tokens that stay free beside input and answer: servers count a few more than they say. */
const MARGIN = 64;

/** The most that an answer of this model may have, where a message names it. Pure. */
export function mostOutput(message: string): number | undefined {
  const range = new RegExp(`max(?:_completion|_output)?_tokens?\\D{0,60}\\[\\d+, ?${N}\\]`, "i").exec(message);
  const supported = new RegExp(`supports at most ${N} (?:completion|output) tokens`, "i").exec(message);
  return toNumber(range?.[1] ?? supported?.[1]);
}

/** The most that `max_tokens` may be beside this input, where a message says that it is the sent limit that does not fit. Pure. */
export function fittingLimit(message: string, sent: number | undefined): number | undefined {
  if (sent === undefined) return undefined;
  const window = windowIn(message);
  const input = toNumber(
    (new RegExp(`${N} (?:in (?:the|your) (?:messages|prompt|input)|of text input|in your prompt|input tokens)`, "i").exec(
      message,
    ) ?? new RegExp(`(?:given:|has) ${N} inputs? tokens`, "i").exec(message))?.[1],
  );
  if (window !== undefined && input !== undefined) return useful(window - input - MARGIN, sent);
  const asked = toNumber(new RegExp(`(?:requested|requested about|in total|sum is) ${N}`, "i").exec(message)?.[1]);
  if (window !== undefined && asked !== undefined)
    return asked - sent < window ? useful(sent - (asked - window) - MARGIN, sent) : undefined;
  const over =
    /(?:too (?:long|large)|exceed\w*|over)[^.]{0,30} by ([\d,]+)|(?:超过|超出|超长)了? ?([\d,]+) ?(?:个)? ?token/i.exec(message);
  const by = toNumber(over?.[1] ?? over?.[2]);
  return by === undefined ? undefined : useful(sent - by - MARGIN, sent);
}

/** An answer of a few tokens is of no use: then it is the input that is too long. */
const USEFUL_ANSWER = 256;

/** A limit that is no lower than the one that was refused would be refused again: then too it is the input that is too long. */
function useful(tokens: number, sent: number): number | undefined {
  return tokens >= USEFUL_ANSWER && tokens < sent ? tokens : undefined;
}

function toNumber(digits: string | undefined): number | undefined {
  if (digits === undefined) return undefined;
  const value = Number(digits.replace(/[,_]/g, ""));
  return Number.isFinite(value) && value > 0 ? value : undefined;
}
