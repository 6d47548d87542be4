// Reads the arguments that a model wrote for a call: as they are, after a repair that has only one reading, or not at all.
// A guess would run a tool with something that nobody asked for.

export interface ReadArguments {
  /** Always a string that parses as a JSON object. */
  readonly text: string;
  /** Why they must not be used; then `text` carries the original as `{"_unparsed": …}`, for strict servers refuse what is no JSON. */
  readonly unreadable?: string;
}

/** `""` and `null` are how several servers say "no arguments". */
export function readArguments(raw: string): ReadArguments {
  const text = raw.trim();
  if (text === "" || text === "null") return { text: "{}" };
  const plain = parse(text);
  if (isObject(plain)) return { text };
  if (typeof plain === "string" && isObject(parse(plain))) return { text: plain }; // encoded twice
  if (plain !== undefined) return unreadable(raw, "the arguments are JSON, but not an object");
  for (const repair of REPAIRS) {
    const repaired = repair(text);
    if (repaired !== undefined && isObject(parse(repaired))) return { text: repaired };
  }
  return unreadable(raw, problemOf(text));
}

function unreadable(raw: string, why: string): ReadArguments {
  return { text: JSON.stringify({ _unparsed: raw.toWellFormed() }), unreadable: why };
}

/** Each has one reading only. Invalid escapes are not among them: `"C:\new\dir"` would become another path. */
const REPAIRS: readonly ((text: string) => string | undefined)[] = [withoutFence, doubledObject, tidied];

function withoutFence(text: string): string | undefined {
  return /^```(?:json)?\s*\n([\s\S]*?)\n?```$/.exec(text)?.[1];
}

/** `{}{"path":"a"}` (an empty start, then the real object) and the same object twice: seen from servers that merge deltas badly. */
function doubledObject(text: string): string | undefined {
  const end = objectEnd(text);
  if (end === undefined) return undefined;
  const first = text.slice(0, end);
  const second = text.slice(end).trim();
  const left = parse(first);
  const right = parse(second);
  if (!isObject(left) || !isObject(right)) return undefined;
  if (Object.keys(left).length === 0) return second;
  return JSON.stringify(left) === JSON.stringify(right) ? first : undefined;
}

function objectEnd(text: string): number | undefined {
  let depth = 0;
  for (const { at, char, inString } of walk(text)) {
    if (inString) continue;
    if (char === "{" || char === "[") depth++;
    if ((char === "}" || char === "]") && --depth === 0) return at + 1;
  }
  return undefined;
}

const CONTROLS: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** Raw line breaks and tabs inside strings, a comma before a closing bracket, closing brackets missing after a complete value. */
function tidied(text: string): string | undefined {
  const out: string[] = [];
  const open: string[] = [];
  for (const { char, inString } of walk(text)) {
    if (inString) {
      out.push(CONTROLS[char] ?? char);
      continue;
    }
    if (char === "{") open.push("}");
    if (char === "[") open.push("]");
    if (char === "}" || char === "]") {
      if (open.pop() !== char) return undefined;
      dropComma(out);
    }
    out.push(char);
  }
  const whole = out.join("").trimEnd();
  // A number or a word at the end may have been longer.
  if (open.length > 0 && !/["}\]]$/.test(whole)) return undefined;
  return whole + open.reverse().join("");
}

function dropComma(out: string[]): void {
  let last = out.length - 1;
  while (last >= 0 && (out[last] ?? "").trim() === "") last--;
  if (out[last] === ",") out.length = last;
}

interface Step {
  readonly at: number;
  readonly char: string;
  /** Between the quotes. */
  readonly inString: boolean;
}

function* walk(text: string): Generator<Step> {
  let inString = false;
  let escaped = false;
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    const quote = char === '"' && !escaped;
    if (quote) inString = !inString;
    yield { at, char, inString: inString && !quote };
    escaped = inString && char === "\\" && !escaped;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // not JSON: the caller tries the next reading
  }
}

function problemOf(text: string): string {
  try {
    JSON.parse(text);
    return "";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
