import type { AgentTexts } from "../texts/agent.ts";

export const agent: AgentTexts = {
  cancelledBeforeRun: "用户已取消，这个调用没有执行。",
  cancelledWhileRunning: "用户取消了这个调用，它可能只做了一部分；继续之前先检查实际状态。",
  unknownTool: (name, known) =>
    known.length === 0
      ? `没有名为 ${name} 的工具，这里也没有任何工具。请直接用文字回答。`
      : `没有名为 ${name} 的工具。可用的工具：${known.join("、")}。请改用其中之一。`,
  unreadableArguments: (why) => `调用的参数无法读取，没有执行：${why}。请用完整、合法的 JSON 参数重新调用。`,
  badArguments: (why) => `调用的参数不符合要求，没有执行：\n${why}\n请按工具的参数说明改正后重新调用。`,
  deniedByUser: (reason) =>
    reason
      ? `用户拒绝了这个调用，理由：${reason}。请按用户的意思调整。`
      : "用户拒绝了这个调用。不要重复它；换一种做法，或先问用户。",
  emptyResult: "（没有输出）",
  answerFromReasoning: (reasoning) => `（以下内容来自模型的思考通道）\n${reasoning}`,
  continueAnswer: "[继续] 你的回答因长度限制被截断。请从断开处接着写，不要重复已写的内容。",
  useRealCalls: "[提示] 你把工具调用写成了文本，它没有执行。请通过工具调用接口发起调用。",
  callCut: "你的回答因长度限制被截断，这个调用没有执行。请分成更小的步骤，例如把大文件分几次写入。",
  runawayReminder:
    "[runaway guard] 你在重复同样的调用或同样的错误。停下来想想：已经知道了什么，缺什么，换一种做法；如果无法推进，直接说明卡在哪里。",
  reportRequest:
    "[阶段报告] 任务到此为止，不要再调用工具。请简短报告：已完成什么；已验证什么；未完成或受阻的是什么，原因；建议的下一步。",
  imagesOfTools: "[图片] 上面的工具结果中的图片：",
  stagnation: "模型在原地打转，任务已停止，以下是阶段报告。",
  answerCut: "回答因长度限制被截断。",
  answerUnmarked: "提供商没有标出回答的结尾，回答可能不完整。",
  answerFiltered: "回答被提供商的内容过滤截断。",
  limitReached: (limit) =>
    ({
      max_turns: "已达到步数上限（--max-turns），以下是阶段报告。",
      unit_steps: "这一部分的步数远超正常需要，已停止，以下是阶段报告。",
      token_budget: "已达到 token 预算（--token-budget），以下是阶段报告。",
    })[limit],
};
