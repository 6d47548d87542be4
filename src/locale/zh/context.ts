import type { ContextTexts } from "../texts/context.ts";

export const context: ContextTexts = {
  offload: {
    title: "[工具输出过大，完整内容已卸载到会话文件]",
    titleLost: "[工具输出过大，且完整内容未能写入文件]",
    tool: "tool",
    size: "原始大小",
    sizeValue: (chars, lines) => `${chars} 字符，${lines} 行`,
    file: "文件",
    readBack: "读回",
    lost: (cause) => `下面只有开头和结尾，其余内容已丢失（${cause}）。需要时用更小的范围重新调用该工具。`,
    expired: "已过期：文件超过保留期，已被删除。需要时重新调用该工具。",
    head: (chars) => `--- 开头 ${chars} 字符 ---`,
    tail: (chars) => `--- 结尾 ${chars} 字符 ---`,
    shortened: (next) =>
      next === undefined
        ? "[为了放进上下文窗口，结果在此处截止：请用更小的 limit 再读]"
        : `[为了放进上下文窗口，结果在此处截止：从 offset ${next} 继续读]`,
    trimmed: (chars) => `[为了放进上下文窗口，此处省略 ${chars} 个字符：如需要请缩小范围再取；会产生改动的调用不要重复执行]`,
  },
  clear: {
    title: "[已清理的旧工具结果]",
    body: (tool, chars, readBack) => `${tool} 的结果（约 ${chars} 字符）不在上下文中了。需要时重新调用，或读回：${readBack}`,
    expired: (tool, chars) => `${tool} 的结果（约 ${chars} 字符）不在上下文中了，保存它的文件也已过期。需要时重新调用该工具。`,
  },
  summary: {
    title: "[已压缩的历史对话摘要]",
    acknowledgement: "好的，我会从这份摘要继续。",
    headings: ["## 当前目标与成功条件", "## 用户要求与已确认决定", "## 已完成工作及证据", "## 未解决问题与下一步"],
    nothing: "（无）",
    mechanical: "（这份摘要由程序从原文摘出，不是模型写的，可能不完整；动手前先核对文件。）",
    scopeOnPrefix: (request, inside) =>
      inside
        ? `总结上面的对话，直到最近的几次工具调用为止。用户的这条请求和最近的工具调用会原样保留，不用重述：「${request}」`
        : `总结上面的对话，直到用户的这条消息为止（不含它）。这条消息和它之后的内容会原样保留，不用重述：「${request}」`,
    scopeRendered: "要总结的对话在下面的 <transcript> 里。",
    scopePart: (part, of) =>
      `对话太长，分成了 ${of} 段；下面的 <transcript> 是第 ${part} 段。只记录这一段的内容，某一节没有内容就写“（无）”。`,
    scopeMerge: (parts) => `下面是同一次对话按时间顺序的 ${parts} 份记录。`,
    focus: (focus) => `用户特别要求这份记录保留：${focus}`,
    noDraft: "（没有正文）",
    problems: {
      cut: "没有写完就中断了：写得更短一些。",
      calls: "包含了工具调用：现在不能调用工具，只写记录。",
      empty: "没有正文：把记录写在回答正文里，不要只思考。",
      missing: "缺少规定的小节标题：四个标题都要有，一字不差，各占一行。",
      repeated: "有标题出现了不止一次：每个标题只写一次。",
      order: "标题的顺序不对。",
      no_text: "有的标题下面没有内容：没有可写的就写“（无）”。",
      too_long: "太长：控制在规定的长度以内。",
    },
  },
  transcript: {
    user: "[用户]",
    assistant: "[助手]",
    earlierSummary: "[更早对话的摘要]",
    call: (tool, args) => `[调用] ${tool} ${args}`,
    result: (tool, ok) => `[${tool} 的结果${ok ? "" : "（失败）"}]`,
    omitted: (chars) => `[…此处省略 ${chars} 字符…]`,
  },
  appendix: {
    title: "### 程序记录的事实",
    requests: "用户的原话（最新的在前）：",
    modified: "改过的文件：",
    read: "读过的文件：",
    outputs: "仍可用 read_file 读回的工具输出：",
    failed: "最近一次运行失败的命令：",
    tasks: "计划任务的真实状态（以此为准）：",
    skills: (names) => `以下技能的正文已不在上下文中，要用时重新 load_skill：${names}`,
    more: (count) => `（另有 ${count} 项未列出）`,
  },
  notices: {
    outputLost: (tool, cause) => `${tool} 的完整输出没能写入文件（${cause}），只保留了开头和结尾。`,
    clearingFailed: (cause) => `旧工具结果没有清理，因为无法先写入文件：${cause}`,
    windowLearnt: (tokens) => `提供商说它的上下文窗口是 ${tokens} tokens；本会话按这个大小压缩。`,
    mechanical: "模型没能给出摘要，已由程序摘出一份简要记录代替较早的对话；完整内容仍在会话日志里。",
    summaryBad: (problems) => `压缩没有进行：模型给的摘要不合格（${problems.join("；")}）。对话保持原样。`,
    problems: {
      cut: "没有写完",
      calls: "夹带了工具调用",
      empty: "没有正文",
      missing: "缺少小节标题",
      repeated: "有标题重复",
      order: "标题顺序不对",
      no_text: "有的标题下没有内容",
      too_long: "太长",
    },
    summaryFailed: (cause) => `压缩没有进行：${cause}。对话保持原样。`,
    fruitless: "压缩没有进行：压缩后不会更小。对话保持原样。",
    nothing: "没有可压缩的内容：最近一轮之前没有别的对话。",
    tight: (filling) =>
      `上下文窗口已经很满，又没有可以压缩的部分。占用：${filling}。可以用 /clear 开始新的对话、停用用不到的技能，或换窗口更大的模型。`,
    paused: (filling) =>
      `自动压缩暂停，直到下一条消息、切换模型或 /compact。占用：${filling}。可以用 /compact 再试、用 /clear 开始新的对话，或换窗口更大的模型。`,
    backgroundFailed: (reason) => `后台摘要没有做成：${reason}`,
  },
  portions: {
    system: "系统提示",
    tools: "工具定义",
    projectMemory: "项目记忆",
    longTermMemory: "长期记忆",
    summary: "历史摘要",
    user: "用户消息",
    assistant: "助手消息",
    toolResults: "工具结果",
    free: "空闲",
  },
  picture: {
    title: (used, window, percent) => `上下文窗口：${used} / ${window} tokens（${percent}%）`,
    measured: "实测（提供商计数，加上此后新增的估算）",
    estimatedSince: "估算（上次压缩之后提供商还没有报告用量）",
    estimated: "估算（提供商还没有报告用量）",
    clearAt: (threshold, distance) =>
      `清理阈值 ${threshold}：${distance === undefined ? "已到达" : `还差 ${distance}`}，旧工具结果换成占位符`,
    summaryAt: (threshold, distance) =>
      `摘要阈值 ${threshold}：${distance === undefined ? "已到达" : `还差 ${distance}`}，较早的对话换成摘要`,
    saved: (level, count, tokens) =>
      ({
        offloaded: `卸载 ${count} 个结果，省下 ${tokens}`,
        cleared: `清理 ${count} 个结果，省下 ${tokens}`,
        summarised: `摘要 ${count} 次，省下 ${tokens}`,
      })[level],
    savedNothing: "还没有压缩过",
    advice: {
      system: "系统提示占了窗口的很大一部分：检查自定义提示文件。",
      tools: "工具定义占了窗口的很大一部分：停用用不到的工具服务。",
      projectMemory: "PAI.md 很长：只留每次都用得上的内容，其余放进单独的文件。",
      longTermMemory: "长期记忆超出了它的预算：用 /memory 删去过时的条目。",
      toolResults: "大部分是工具结果：到清理阈值时会自动清理。",
      user: "大部分是你的消息：大段材料放进文件，用 @路径 引用。",
      summary: "历史摘要很长：用 /compact <重点> 重做，或用 /clear 开始新的对话。",
    },
  },
  replay: {
    title: (steps, window) => `${steps} 次模型调用，窗口 ${window} tokens`,
    columns: ["步", "发送", "缓存命中", "最大", "压缩"],
    events: {
      offload: (count) => `卸载 ${count}`,
      clear: (count) => `清理 ${count}`,
      summary: () => "摘要",
    },
    marks: { offload: "卸载", clear: "清理", summary: "摘要" },
    sent: (sent, cached, percent, largest) =>
      `压缩后：共发送 ${sent}，前缀缓存命中 ${cached}（${percent}%），最大请求 ${largest}`,
    without: (sent, largest) => `不压缩：共发送 ${sent}，最大请求 ${largest}`,
    over: (step) => `不压缩时，第 ${step} 步起超出窗口`,
    simulated: "没有调用模型：摘要用程序摘出的内容代替。",
    chart: "每次请求的大小",
    chartUnit: "tokens（估算）",
    chartSteps: "模型调用",
    uncompacted: "不压缩",
    clearLimit: "清理",
    summaryLimit: "摘要",
  },
};
