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
  /没错|没问题|没事|不错|不过|不但|不仅|不管|不论|无论|不同|不然|不久|差不多|不好意思|对不起|无所谓|未来|特别|区别|级别|类别|性别|分别|个别|识别|辨别|判别|鉴别|别名|别的|别人|无线|无限|不变|不断|不可变|无状态|无头|无锁|无服务器|不等式|莫名/gu;

const NUMERAL = "零〇一二两三四五六七八九十百千万亿半几";
/** Words with a numeral in them that count nothing: 一律, 统一, 十分. Where it counts, as in 十分钟 and 三十一, it is none of them. */
export const NOT_COUNTING = new RegExp(
  `(?<![${NUMERAL}第周])(?:一(?:律|起|般|定|样|致|直|旦|切|些|共|同|概|并|向|贯|经|旁|味|再|体化)|一下(?!午)|十分(?![钟之位${NUMERAL}\\d])|千万(?=[别不要勿])|万一|几乎|百度)|(?:统|唯|同|单|任|之|逐|专)一(?![${NUMERAL}])`,
  "gu",
);
export const NUMERALS = new RegExp(`[${NUMERAL}]+`, "gu");
/** 周五, 星期天, 周一、三 and 周一至周五: the days of a week, with those that share the word. */
export const WEEKDAYS = /(?:周|星期|礼拜)(?<days>[一二三四五六]+(?:[、,到至和与或~-][一二三四五六日]+)*|[日天](?![志程常期]))/gu;
