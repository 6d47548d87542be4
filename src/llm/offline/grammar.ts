// The small command language of the offline model, in Chinese and English: a line into commands, or undefined if it is none. Pure.

export type Command = { readonly source: string } & (
  | { readonly kind: "list"; readonly path: string }
  | { readonly kind: "read"; readonly path: string }
  | { readonly kind: "search"; readonly text: string; readonly path?: string }
  | { readonly kind: "write"; readonly path: string; readonly text: string }
  | { readonly kind: "replace"; readonly path: string; readonly from: string; readonly to: string }
  | { readonly kind: "run"; readonly command: string }
  | { readonly kind: "remember"; readonly fact: string }
  | { readonly kind: "recall"; readonly about: string }
);

type Kind = Command["kind"];
type Body<K extends Kind> = Omit<Extract<Command, { kind: K }>, "source">;

const VERBS: readonly (readonly [Kind, string, string])[] = [
  ["list", "列出|列一下", "list|ls"],
  ["read", "读取|读一下|查看|打开|读", "read|cat|show|open"],
  ["search", "搜索|查找|搜一下", "search(?: for)?|grep|find"],
  ["write", "写入", "write"],
  ["replace", "替换", "replace"],
  ["run", "运行|执行", "run|execute"],
  ["remember", "记住|记一下", "remember(?: that)?"],
  ["recall", "回忆|检查一下", "recall|check"],
];

const POLITE = "(?:(?:请|麻烦)?(?:你|帮我)?\\s*|please\\s+)?";
const ANY_VERB = VERBS.map(([, zh, en]) => `${zh}|(?:${en})(?![\\w-])`).join("|");
/** A joint counts only before a verb: 然后 inside a text that is to be written is text. */
const JOINT = new RegExp(
  `(?:\\s*[,，;；。]?\\s*(?:然后|接着|再)|[\\s,;.]+(?:and )?then\\s)\\s*[,，:：]?\\s*(?=${POLITE}(?:${ANY_VERB}))|\\n+`,
  "i",
);

export function parseCommands(input: string): readonly Command[] | undefined {
  const parts = input
    .trim()
    .split(JOINT)
    .map((part) => part.trim())
    .filter((part) => part !== "");
  const commands = parts.map(parseCommand);
  return commands.length > 0 && commands.every((command) => command !== undefined) ? commands : undefined;
}

/** 项目用 JDK 21，记住 · JDK can stay at 17, remember that */
const ASKED_BEHIND =
  /^([\s\S]+?)\s*[，,;；。]\s*(?:请|麻烦)?(?:你|帮我)?(?:记一下|记住)[。.!！]?$|^([\s\S]+?)\s*[,;.]\s*(?:and\s+)?(?:please\s+)?remember (?:that|this|it)[.!]?$/i;
/** JDK 可以保持 17 · JDK can stay at 17: what the project uses, said as a fact. */
const STAYS = /^(\S+)\s*(?:可以)?保持\s*(\S+)$|^(?:the\s+)?(\S+) (?:can|may) stay (?:at|on) (\S+)$/i;

function factBehind(source: string): Command | undefined {
  const asked = ASKED_BEHIND.exec(source);
  const said = (asked?.[1] ?? asked?.[2])?.trim();
  if (said === undefined) return undefined;
  const [, zhName, zhValue, enName, enValue] = STAYS.exec(said) ?? [];
  if (zhName !== undefined) return { source, kind: "remember", fact: `项目使用 ${zhName} ${zhValue}` };
  return { source, kind: "remember", fact: enName === undefined ? said : `the project uses ${enName} ${enValue}` };
}

function parseCommand(source: string): Command | undefined {
  const behind = factBehind(source);
  if (behind !== undefined) return behind;
  for (const [kind, zh, en] of VERBS) {
    const match = new RegExp(`^${POLITE}(?:(?:${zh})|(?:${en})(?![\\w-]))\\s*[:：]?\\s*([\\s\\S]*)$`, "i").exec(source);
    if (match === null) continue;
    const body = BODIES[kind](match[1]?.trim() ?? "");
    if (body !== undefined) return { source, ...body } as Command;
  }
  return undefined;
}

const BODIES: { readonly [K in Kind]: (rest: string) => Body<K> | undefined } = {
  list: (rest) => {
    const place = rest
      .replace(/[。.!！]$/, "")
      .replace(/^(?:(?:all|the)\s+)*files?\b\s*(?:(?:in|of|under)\s+)?/i, "")
      .replace(/^(?:所有|全部|当前)?(?:的)?(?:文件夹|文件|目录|folder|directory)\s*/i, "")
      .replace(/\s*(?:下|里|中)?(?:面)?(?:的)?(?:所有|全部)?(?:文件夹|文件|目录|directory|folder)$/i, "");
    return { kind: "list", path: unquoted(place) || "." };
  },
  read: (rest) => {
    const path = pathOf(rest.replace(/^(?:(?:the\s+)?file\s+|文件\s*)/i, ""));
    return path === "" ? undefined : { kind: "read", path };
  },
  search: (rest) => {
    const placed = /^(.+?)\s+(?:in|在)\s*(\S+?)(?:\s*(?:里|中|下))?$/.exec(rest);
    const text = unquoted(placed?.[1] ?? rest);
    if (text === "") return undefined;
    return { kind: "search", text, ...(placed?.[2] === undefined ? {} : { path: unquoted(placed[2]) }) };
  },
  write: (rest) => {
    const parts = /^(\S+?)\s*[:：]\s?([\s\S]+)$/.exec(rest);
    const [, path = "", text = ""] = parts ?? [];
    return path === "" ? undefined : { kind: "write", path: unquoted(path), text: `${unescaped(text)}\n` };
  },
  replace: (rest) => {
    const [, path = "", from = "", to = ""] = /^(\S+?)\s*[:：]\s?([\s\S]+?)\s*(?:=>|->|→)\s*([\s\S]*)$/.exec(rest) ?? [];
    return path === "" ? undefined : { kind: "replace", path: unquoted(path), from: unescaped(from), to: unescaped(to) };
  },
  run: (rest) => (unquoted(rest) === "" ? undefined : { kind: "run", command: unquoted(rest) }),
  recall: (rest) => (rest === "" ? undefined : { kind: "recall", about: rest }),
  remember: (rest) => {
    const fact = rest.replace(/[。.!！]$/, "").trim();
    return fact === "" ? undefined : { kind: "remember", fact };
  },
};

function pathOf(text: string): string {
  return unquoted(text.replace(/[。.!！]$/, ""));
}

function unquoted(text: string): string {
  return (
    /^(?:`([^`]+)`|"([^"]+)"|“([^”]+)”|「([^」]+)」)$/
      .exec(text.trim())
      ?.slice(1)
      .find((inner) => inner !== undefined) ?? text.trim()
  );
}

/** A line of input holds no line break, so `\n` stands for one. */
function unescaped(text: string): string {
  return text.replace(/\\n/g, "\n");
}
