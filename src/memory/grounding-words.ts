// Word lists of the grounding check: what says nothing by itself, and what only looks like a negation.

/** Not counted when a fact is compared with the user's words: the model may put a sentence around them. */
export const GENERIC_WORDS: ReadonlySet<string> = new Set([
  ..."项目 本项目 该项目 使用 采用 用户 偏好 版本 用 的 了 是 在 和 与 及 或 把 将 就 都 也 要 请 为 以 会 应 应该 应当 需要 可以 我 我们 咱们 你 本 该 此 这 那 这个 那个 其 中 上 下 里 时 后 前 对 从 到 被 让 由 于 所 地 得 着 过 喜欢 希望 习惯 统一 默认 一律 选择 选用 进行 作为 设置 设为 当前 目前 目 个 种 一 一个".split(
    " ",
  ),
  ..."a an the is are of project projects use uses used using user users prefer prefers preference version".split(" "),
]);

/** Words in which 不, 没, 别, 无, 未 do not say no. */
export const NOT_NEGATING =
  /没错|没问题|没事|不错|不过|不但|不仅|不管|不论|无论|不同|不然|不久|差不多|不好意思|对不起|无所谓|未来|特别|区别|级别|类别|性别|分别|个别|识别|辨别|判别|鉴别|别名|别的|别人|无线|无限|不变|不断|不可变|无状态|无头|无锁|无服务器|不等式|莫名|非常|除了?[^，。]{1,20}?(?:外|以外|之外)?[，,]?(?:还|也|另)/gu;

const NUMERAL = "零〇一二两三四五六七八九十百千万亿半几";
/** Words with a numeral in them that count nothing: 一律, 统一, 十分. Where it counts, as in 十分钟 and 三十一, it is none of them. */
export const NOT_COUNTING = new RegExp(
  `(?<![${NUMERAL}第周])(?:一(?:律|起|般|定|样|致|直|旦|切|些|共|同|概|并|向|贯|经|旁|味|再|体化)|一下(?!午)|十分(?![钟之位${NUMERAL}\\d])|千万(?=[别不要勿])|万一|几乎|百度)|(?:统|唯|同|单|任|之|逐|专)一(?![${NUMERAL}])`,
  "gu",
);
export const NUMERALS = new RegExp(`[${NUMERAL}]+`, "gu");
/** 周五, 星期天, 周一、三 and 周一至周五: the days of a week, with those that share the word. */
export const WEEKDAYS = /(?:周|星期|礼拜)(?<days>[一二三四五六]+(?:[、,到至和与或~-][一二三四五六日]+)*|[日天](?![志程常期]))/gu;

/** Belong to the request, not to what is to be remembered. */
export const REQUEST_WORDS: ReadonlySet<string> = new Set(
  "记住 记 记下 记下来 记得 一下 以后 今后 下次 帮 给 你 请 麻烦 保存 长期 记忆 remember note that please save memory".split(" "),
);

/** Words of which one says the opposite of the others' side: who said one did not say the other. */
export const OPPOSITES: readonly (readonly [one: RegExp, other: RegExp])[] = [
  [/必须|务必|一定要|强制/u, /可以|允许|可选|建议|最好|尽量/u],
  [/喜欢|偏好|喜爱|想要/u, /讨厌|厌恶|反感|害怕/u],
  [/开启|启用|打开|允许|支持|保留/u, /关闭|禁用|停用|禁止|拒绝|删除/u],
  [/最多|至多|上限|不超过/u, /最少|至少|下限|不低于/u],
  [/多(?!余)/u, /少/u],
  [/增加|提高|加大|调高/u, /减少|降低|缩小|调低/u],
  [/之前|以前|前面/u, /之后|以后|后面/u],
  [/上午|早上/u, /下午|晚上/u],
  [/包含|包括/u, /不含|排除|除外/u],
  [/同步/u, /异步/u],
  [/公开/u, /私有|保密/u],
  [/升级/u, /降级|回退/u],
  [/\bmust\b|\brequired\b/u, /\bmay\b|\bcan\b|\boptional\b/u],
  [/\b(?:like|love|prefer)s?\b/u, /\b(?:hate|dislike)s?\b/u],
  [/\benabled?\b|\ballow(?:s|ed)?\b/u, /\bdisabled?\b|\bforbid(?:den)?\b/u],
  [/\bbefore\b/u, /\bafter\b/u],
  [/\bmax(?:imum)?\b|\bat most\b/u, /\bmin(?:imum)?\b|\bat least\b/u],
];

/** A number means another one with another unit. One spelling for each. */
export const UNITS: ReadonlyMap<string, string> = new Map(
  "毫秒 微秒 纳秒 秒 秒钟=秒 分钟 分=分钟 小时 个小时=小时 钟头=小时 个钟头=小时 天 日=天 周 星期=周 个星期=周 个月=月 月 年 季度 兆 吉 字节 千字节 兆字节 吉字节 元 块=元 美元 万 亿 千 百 倍 成 折 米 厘米 毫米 公里"
    .split(" ")
    .map((line) => {
      const [unit = "", same = unit] = line.split("=");
      return [unit, same] as const;
    }),
);

/** What holds only under a condition or with an exception; who leaves that out says more than was said. */
export const LIMITS: readonly RegExp[] = [
  /除了|除非|除[^，。]{1,12}外|\b(?:except|unless|excluding|apart from|other than)\b/u,
  /只有|只在|只能|只用于|仅|\bonly\b/u,
  /(?:如果|假如|要是|倘若)(?!可以|方便|行|能|有空|不麻烦|需要)|\bif (?!possible|you|needed|necessary)/u,
];

/** Between two names the order says which is which. */
export const DIRECTED =
  /依赖|调用|继承|覆盖|早于|晚于|优先于|高于|低于|先[^，。]{1,40}(?:再|后)|从[^，。]{1,40}(?:到|成|为)|\b(?:depends? on|before|after|from\b.*\bto|calls?|extends|over|than|instead of)\b|->|=>|<|>/u;

/** English words that name nothing: what stands in two clauses is not the same thing for them. */
export const FUNCTION_WORDS: ReadonlySet<string> = new Set(
  "for to in on at by with from and or but that this these those it its we you i they he she our my your their as so then than if when while be been was were has have had do does did will would can could should must may might not no never always only also all any each every there here".split(
    " ",
  ),
);
