import type { MemoryTexts } from "../texts/memory.ts";

export const memory: MemoryTexts = {
  broken: ({ path, readable, copy }) =>
    `长期记忆文件 ${path} 已损坏，读出了 ${readable} 条完整的记忆；${copy === undefined ? "下次保存前会先备份损坏的文件" : `损坏的文件已备份为 ${copy}`}`,
  notUnderstood: ({ path, count }) => `长期记忆文件 ${path} 中有 ${count} 条无法识别，已原样保留，不会使用`,
  conflictOld: ({ id, content, written, verified }) => `- ${id}：${content}（写于 ${written}，最近确认 ${verified}）`,
  conflictNew: (content) => `- （新）：${content}`,
  saved: ({ id, content, scope }) => `已记住 ${id}（${scope === "global" ? "所有项目" : "本项目"}）：${content}`,
  known: ({ id, content }) => `已经记住了，没有重复保存：${id}：${content}`,
  oldStays: (old) => `${old} 没有被替换，仍然保留。只有用户能删除它：请告诉用户，用 /memory delete ${old} 即可。`,
  replaced: ({ id, old, content }) => `已用 ${id} 替换 ${old}：${content}`,
  left: (entries) => `用户选择保持原样，没有保存。不要再次尝试。\n${entries}`,
  browserSaved: ({ id, content }) => `另外记住了浏览器偏好 ${id}（所有项目）：${content}`,
  browserPreference: (site) =>
    site === undefined
      ? "用户偏好：访问需要登录的网站时复用已登录的 Chrome 会话"
      : `用户偏好：访问 ${site} 时复用已登录的 Chrome 会话`,
  lightModelUnknown: (model) =>
    `提供商不认识轻量模型 ${model}，这个会话不再自动提取记忆。用 --light-model 或 PAICLI_LIGHT_MODEL 换一个模型。`,
  extractionFailing: "自动提取记忆连续失败，这个会话不再尝试。要记住的内容请用 /save。",
  askSaveTitle: "保存到长期记忆？",
  askNotRequested: (fact) => `模型想记住下面的内容，但你这一轮没有要求：\n${fact}`,
  askNotGrounded: ({ fact, missing }) => `模型想记住下面的内容，其中有你没有说过的部分（${missing}）：\n${fact}`,
  askYes: "保存",
  askNo: "不保存",
  askConflictTitle: "与已有记忆冲突",
  askReplace: (id) => `用新的替换 ${id}`,
  askKeepBoth: "两条都保留",
  askLeave: "保持原样，不保存",
  verbs: {
    status: ({ file, project, global, projectTokens, globalTokens, stale, pending, external, skipped, budget }) =>
      [
        `长期记忆：本项目 ${project} 条（${projectTokens} token），全局 ${global} 条（${globalTokens} token）`,
        ...(budget === undefined ? [] : [`窗口中的记忆预算：${budget} token`]),
        `可能已过时 ${stale} · 未核实 ${pending} · 含外部内容 ${external} · 自动提取跳过 ${skipped}${skipped > 0 ? "（/memory list --skipped）" : ""}`,
        `文件：${file}`,
      ].join("\n"),
    none: "没有记忆。用 /save <事实> 或 paicli memory save <事实> 保存。",
    noneSkipped: "没有跳过的内容。",
    listLeft: ({ shown, left }) =>
      `以上是最近的 ${shown} 条，还有更早的 ${left} 条：/memory list all 全部列出，/memory search <词> 查找。`,
    contradicts: (ids) => `与 ${ids} 冲突`,
    noMatch: "没有找到相关的记忆。",
    alike: "字面相近",
    stored: ({ id, content, scope }) => `已保存（${scope === "global" ? "全局" : "本项目"}）${id}：${content}`,
    duplicate: ({ id, content }) => `已有同样的记忆，核实日期已更新：${id}：${content}`,
    oldStays: ({ id, content, old }) =>
      `已有同样的记忆 ${id}，核实日期已更新：${content}\n${old} 没有被替换，仍然保留；如果它已不成立：memory delete ${old}`,
    replaced: ({ id, old, content }) => `${old} 已替换为 ${id}：${content}`,
    verified: ({ id, content }) => `已核实 ${id}：${content}`,
    deleted: ({ id, content }) => `已删除 ${id}：${content}（/memory undo 可恢复）`,
    undone: ({ what, day }) => `已撤销 ${day} 的${what}：`,
    changes: { save: "保存", replace: "替换", verify: "核实", delete: "删除", clear: "清空" },
    conflict: "与已有的记忆冲突，没有写入：",
    conflictHow: ({ prefix, id, target }) =>
      `替换：${prefix} replace ${id} <事实>；都保留：${target === undefined ? `${prefix} save --force` : `${prefix} replace --force ${target}`} <事实>`,
    refused: {
      secret: "没有保存：内容里有密钥、密码之类的凭据，凭据一律不进长期记忆。",
      personal_data: "没有保存：内容里有手机号、证件号、邮箱之类的个人信息。确实要保存请加 --force。",
      empty: "没有保存：内容是空的。",
      too_long: "没有保存：内容太长，请拆成几条短的事实。",
    },
    targetNotFound: "没有这条记忆，没有写入。",
    confirmPersonal: "内容里有个人信息（手机号、证件号、邮箱等），仍要保存吗？",
    confirmClear: ({ count, scope }) => `删除${scope === "global" ? "全局" : "本项目"}的 ${count} 条记忆？`,
    clearNeedsForce: (count) => `将删除 ${count} 条记忆；确认请加 --force。`,
    clearedAll: (count) => `已删除 ${count} 条记忆（memory undo 可恢复）。`,
    leftAlone: "没有改动。",
    flags: {
      global: "全局",
      pending: "自动提取·未核实",
      stale: "可能已过时",
      staleFile: (path) => `可能已过时（${path} 有改动）`,
      external: "含外部内容",
    },
  },
  polarity: "与原话的肯定/否定不一致",
  crossed: "原话说的是另一样东西",
  halfOfWords: "过半的内容词",
  recall: {
    intro: "长期记忆：下面是线索而不是事实，按版本、配置或路径行动之前先到项目文件里核对，不一致时以文件为准。",
    line: ({ id, marks, content, written, verified }) => `- ${id} [${marks}] ${content}（写于 ${written}，上次核实 ${verified}）`,
    flags: {
      auto: "自动提取",
      unverified: "未经核实",
      stale: "可能已过时",
      staleFile: (path) => `可能已过时：${path} 已改动`,
      external: "来自用过外部内容的会话",
    },
    goneIntro: "下列记忆已经失效，不要再依据前面看到的内容：",
    deleted: (id) => `- ${id}：已被删除`,
    replacedBy: (id, by) => (id === by ? `- ${id}：内容已改，以新的一条为准` : `- ${id}：已被 ${by} 取代`),
    embeddingFailed: (endpoint, cause) => `嵌入接口 ${endpoint} 不可用（${cause}），记忆检索改用本地向量`,
  },
};
