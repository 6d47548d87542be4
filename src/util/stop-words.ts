// Words that a search leaves out: they stand in any sentence, so sharing them says nothing.

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** As they are written, lower case; contractions by their parts, as the text is split. */
export const STOP_WORDS_EN = words(
  `a about above after again against all also am an and any are aren as at be because been before being below between both but by can
  cannot could couldn did didn do does doesn doing don down during each either else ever every few for from further had hadn has hasn
  have haven having he her here hers herself him himself his how however i if in into is isn it its itself just let ll may me might
  mine more most much must my myself neither no nor not now of off often on once only onto or other our ours ourselves out over own
  per perhaps please rather re s same shall she should shouldn since so some still such t than that the their theirs them themselves
  then there these they this those though through thus to together too toward towards under until up upon us ve very via was wasn we
  were weren what whatever when where whether which while who whom whose why will with within without won would wouldn yes yet you
  your yours yourself yourselves d m o`,
);

export const STOP_WORDS_ZH = words(
  `的 了 是 在 和 与 及 或 而 且 但 也 都 就 才 又 再 还 很 太 更 最 已 已经 把 被 将 对 从 到 向 于 以 为 由 让 给 跟 同 比 着 过 地 得 之 所 其
  此 这 那 这个 那个 这些 那些 这里 那里 这样 那样 这种 那种 哪 哪个 哪些 哪里 哪儿 什么 怎么 怎样 怎么样 如何 为什么 为何 何 何时 多少 几 谁 吗 呢
  吧 啊 呀 哦 嗯 嘛 啦 我 你 您 他 她 它 我们 你们 他们 她们 它们 咱们 自己 一个 一种 一些 一下 一 个 些 种 有 没有 没 不 不是 并 并且 因为 所以
  如果 虽然 但是 而且 或者 以及 还是 就是 只是 可以 可能 能 能够 会 要 想 应该 应当 需要 必须 请 请问 来 去 上 下 里 中 内 外 前 后 时 时候 等
  每 各 该 本 某 当 则 即 若 因 此外 其中 其他 关于 对于 由于 至 使 并非 是否 有没有 能不能 是不是 用 做 说 看 帮 帮我 告诉`,
);
