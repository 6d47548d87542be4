// What the user's own words choose in a conflict between memories. Only words about the memories themselves count: the same
// verbs order changes to code as well. Pure, linear time.
import { type Clause, clausesOf, isPlain, ownWords } from "./clauses.ts";

export type Choice = "replace" | "keep_both";

/** A conflict that the user was shown. */
export interface Pair {
  readonly fact: string;
  readonly entries: readonly { readonly id: string; readonly content: string }[];
}

const REPLACE = /替换|覆盖|用新的|\breplace\b|\boverwrite\b|\buse the new\b/giu;
const KEEP_BOTH =
  /都保留|都留下|都留着|两条都[要留]|两个都[要留]|\bkeep (?:them )?both\b|\bboth (?:of them )?(?:stay|are right)\b/giu;
/** “用 JDK 21 那条”, “the JDK 21 one is right”: chooses the entry that it names. */
const NAMES_ENTRY = /[那这]一?[条个]|为准|\bthe\b.{1,60}\b(?:one|entry|memory)\b/iu;
const PICKS = /[用选要]|保留|留下?|为准|是对的|\b(?:use|keep|take|choose|go with|is (?:right|correct))\b/giu;

/** All that may stand around the choice besides words of the two facts: the memories, politeness, assent, particles. */
const ABOUT_MEMORIES_ZH =
  /替换|覆盖|保留|留下|留着|留|记忆|条目|事实|冲突|说法|记住|记一下|记下来|一起|两[条个者]|二者|旧|老|原来|原有|以前|之前|已有|新|那就|就|直接|请你?|麻烦你?|帮我|给我|我想了想|我觉得|我认为|我|你|觉得|好的?|行|嗯|可以|没问题|是的|对的?|谢谢|还是|不要|不用|不必|别|选择?|把|将|它们?|[这那]|[一]?[条个]|掉|成|为准|为|以|用|要|想|都|也|是|和|与|跟|的|了|吧|呀|啊|哦|哈/gu;
const ABOUT_MEMORIES_EN = new Set(
  "a ahead and are both by can choose correct do don't dont earlier entries entry existing fact facts go hmm i in instead is it just keep let let's lets like me memories memory my never new newer no not now of ok okay old older one ones overwrite please pls previous remember replace right save should so stay sure take thank thanks that the their them then these they this those to two us use want we well with would yeah yes you".split(
    " ",
  ),
);
const NEXT_STEP = /^\s*(?:然后|接着|之后|随后|再|继续|顺便|另外|(?:and )?then\b|after that\b|also\b|and now\b)/iu;
/** A choice is said in a few words. UTF-16 units, without what it repeats of the facts. */
const CHOICE_CHARS = 60;
const WORDS = /\p{Script=Han}+|(?:(?!\p{Script=Han})[\p{L}\p{N}_])+(?:[._/@\\:'’+#-]+(?:(?!\p{Script=Han})[\p{L}\p{N}_])+)*/gu;

/**
 * What the user's words choose of the pair; undefined if they choose nothing, or both. The choice is the substance of the
 * message: nothing else stands before it, and behind it only a next step or further sentences.
 */
export function choiceIn(words: string, pair: Pair): Choice | undefined {
  const known = knownWords([pair.fact, ...pair.entries.flatMap(({ id, content }) => [id, content])]);
  const chosen = new Set<Choice>();
  let decided = false;
  for (const clause of clausesOf(ownWords(words))) {
    if (!isAboutMemories(clause.text, known)) {
      if (decided || (chosen.size > 0 && NEXT_STEP.test(clause.text))) break;
      return undefined;
    }
    const choice = clause.question ? undefined : (saidIn(clause) ?? namedIn(clause.text, pair));
    if (choice === "unclear") return undefined;
    if (choice !== undefined) chosen.add(choice);
    decided = chosen.size > 0 && clause.last;
  }
  return chosen.size === 1 ? [...chosen][0] : undefined;
}

function saidIn({ text }: Clause): Choice | "unclear" | undefined {
  const says = (pattern: RegExp) => [...text.matchAll(pattern)].some(({ index }) => isPlain(text.slice(0, index)));
  const [replace, keep] = [says(REPLACE), says(KEEP_BOTH)];
  if (replace && keep) return "unclear";
  if (replace) return "replace";
  return keep ? "keep_both" : undefined;
}

/** Chooses the new fact by what only it says. The old one's words choose to leave everything as it is. */
function namedIn(text: string, { fact, entries }: Pair): Choice | undefined {
  if (!NAMES_ENTRY.test(text) || ![...text.matchAll(PICKS)].some(({ index }) => isPlain(text.slice(0, index)))) return undefined;
  const [own, old] = [wordsOf(fact), entries.flatMap(({ content }) => wordsOf(content))];
  const said = new Set(wordsOf(text));
  const names = (these: readonly string[], others: readonly string[]) =>
    these.some((word) => said.has(word) && !others.includes(word));
  return names(own, old) && !names(old, own) ? "replace" : undefined;
}

function isAboutMemories(clause: string, known: Known): boolean {
  if (clause.length > CHOICE_CHARS + known.longest) return false;
  return wordsOf(clause).every((word) => {
    if (known.words.has(word)) return true;
    if (!/^\p{Script=Han}/u.test(word)) return ABOUT_MEMORIES_EN.has(word);
    const rest = word.replace(ABOUT_MEMORIES_ZH, " ").trim();
    return rest === "" || rest.split(/\s+/).every((part) => known.text.includes(part));
  });
}

interface Known {
  readonly text: string;
  readonly words: ReadonlySet<string>;
  readonly longest: number;
}

function knownWords(texts: readonly string[]): Known {
  const text = texts.map(normal).join("\n");
  return { text, words: new Set(wordsOf(text)), longest: Math.max(...texts.map(({ length }) => length)) };
}

function wordsOf(text: string): readonly string[] {
  return [...normal(text).matchAll(WORDS)].map(([word]) => word);
}

function normal(text: string): string {
  return text.normalize("NFKC").replaceAll("’", "'").toLowerCase();
}
