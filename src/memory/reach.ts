// Whether the person's own words say that a fact holds in all projects. The word “global” mostly belongs to the fact (a global
// variable, eslint installed globally): it counts where it says how to remember, not what. Pure, linear time.
import { clausesOf, ownWords } from "./clauses.ts";

/** Says of all projects that something holds in them: that is its reach, wherever it stands. */
const HOLDS_IN_ALL =
  /(?:所有|全部|任何|每一?个|各个|不管哪个|无论哪个)的?(?:我的)?项目(?=\s?(?:都|里|中|内|一律|统一|均|通用|适用))|(?:在|对|适用于|用于)(?:我的?|我们的?)?(?:所有|全部|任何|每一?个|各个)的?项目|我的?(?:所有|全部|每一?个)项目|\b(?:all|every|any|each)(?: of)? (?:my|our) projects?\b|(?<=^[\s\p{P}]{0,4})(?:in|for|across) (?:all|every|any) projects?\b/giu;
/** The same words as what something is done to: “构建所有项目”, “the docs for all projects”. */
const ALL_PROJECTS =
  /(?:所有|全部|任何|每一?个|各个|不管哪个|无论哪个)的?(?:我的)?项目|\b(?:all|every|any|each)(?: of)?(?: (?:my|our|the))? projects?\b/giu;
/** How to remember: 全局记住, 存为全局, “remember this globally”, “save it as a global preference”. */
const REMEMBER_GLOBALLY =
  /全局(?:地|性)?(?:记[住下到一]|记忆|保存[到为下一])|(?:记|保?存|放|加|写|设)(?:一下|住)?(?:为|成|到|入|进|在|作)(?:了|我的|你的)?全局(?!变量|配置|状态|样式|函数|对象|作用域|安装)|\b(?:remember|note|save|store|keep)(?: (?:this|that|it|these|those|the following))?,? (?:(?:as|in|to) (?:an? |the |my |your )?)?(?:global(?:ly)?(?= (?:memory|memories|preference|rule|fact|note)\b|[\s\p{P}]*$|\s*[:：,，])|everywhere(?=[\s\p{P}]*$))|\bglobally (?:remember|note|save|store|keep)\b/iu;
/** A clause that says nothing else: “全局的”, “make it global”. */
const NOTHING_ELSE =
  /^[\s\p{P}]*(?:请|就|要|这条|这个|这|它|并且?|是|在|作为|设为|算|按){0,4}全局(?:性|地)?(?:的|记忆|偏好|范围|规则|生效|有效|适用|通用|可用){0,2}(?:吧|即可|就行|哦|啊)?[\s\p{P}]*$|^[\s\p{P}]*(?:(?:and|please|make|it|this|is|that|as|a|should|be|it['’]?s) ){0,6}global(?:ly)?(?: (?:memory|preference|rule|scope|fact|one))?(?: please)?[\s\p{P}]*$|^[\s\p{P}]*(?:it |this )?(?:applies |holds )?everywhere[\s\p{P}]*$/iu;

/** `fact` is what is to be remembered: what it says itself of all projects in passing is not about its reach. */
export function saysGlobal(words: string, fact: string): boolean {
  const own = ownWords(words);
  const clauses = clausesOf(own).filter(({ question }) => !question);
  const says = (pattern: RegExp) => clauses.some(({ text }) => text.search(pattern) >= 0);
  if (says(HOLDS_IN_ALL) || says(REMEMBER_GLOBALLY) || says(NOTHING_ELSE)) return true;
  return count(own, ALL_PROJECTS) > count(fact, ALL_PROJECTS);
}

function count(text: string, pattern: RegExp): number {
  return [...text.matchAll(pattern)].length;
}
