import type { Texts } from "./texts.ts";

export const zh: Texts = {
  lang: "zh",
  agent: {
    cancelledBeforeRun: "用户已取消，这个调用没有执行。",
    cancelledWhileRunning: "用户取消了这个调用，它可能只做了一部分；继续之前先检查实际状态。",
    unknownTool: (name, known) => `没有名为 ${name} 的工具。可用的工具：${known.join("、")}。请改用其中之一。`,
    unreadableArguments: (why) => `调用的参数无法读取，没有执行：${why}。请用完整、合法的 JSON 参数重新调用。`,
    badArguments: (why) => `调用的参数不符合要求，没有执行：\n${why}\n请按工具的参数说明改正后重新调用。`,
    deniedByUser: (reason) =>
      reason ? `用户拒绝了这个调用，理由：${reason}。请按用户的意思调整。` : "用户拒绝了这个调用。不要重复它；换一种做法，或先问用户。",
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
    answerFiltered: "回答被提供商的内容过滤截断。",
    limitReached: (limit) => (limit === "max_turns" ? "已达到步数上限（--max-turns），以下是阶段报告。" : "已达到 token 预算（--token-budget），以下是阶段报告。"),
  },
  help: {
    about: "终端里的编程智能体，专长是记忆与上下文：不丢、不错、不重复付费。",
    prompt: "先发送这句话，再进入交互",
    print: "只做一件事，不交互，答案写到标准输出；“-”表示从标准输入读",
    continue: "继续本项目最近的会话",
    resume: "恢复一个会话（不给 id 则列表选择）",
    fork: "恢复时另开一个分支会话，原会话不动",
    cwd: "在这个文件夹里工作",
    noColor: "不用颜色",
    version: "显示版本",
    help: "显示帮助",
    json: "输出 JSON",
    allProjects: "包括其他项目",
    global: "对所有项目生效",
    force: "不再询问；与已有记忆冲突时两条都保留",
    skipped: "列出自动提取时跳过的内容",
    format: "导出格式",
    html: "另写一个 HTML 图表到这个文件",
    revoke: "撤销信任",
    flags: {
      model: "模型",
      provider: "提供商：deepseek glm kimi qwen hunyuan step openai ollama generic offline",
      baseUrl: "OpenAI 兼容接口的地址",
      lightModel: "后台小任务用的模型",
      mode: "工作方式",
      approval: "审批方式",
      maxTurns: "一个任务最多几步",
      tokenBudget: "一个任务最多用多少 token",
      contextWindow: "模型的上下文窗口（token）",
      lang: "界面与提示词的语言",
      trustProject: "本次信任这个项目自带的配置",
      outputFormat: "输出格式",
    },
    commands: {
      memory: "查看和管理长期记忆",
      sessions: "查看、导出和删除会话",
      context: "上下文：replay <文件> 演示压缩会怎样处理一段对话",
      config: "显示生效的配置及每个值的来源",
      doctor: "检查环境，并告诉你怎么修",
      demo: "用内置离线模型演示，无需密钥和网络",
      trust: "信任这个项目自带的配置",
    },
    problems: {
      incomplete: "命令不完整，见 paicli --help",
      tooMany: "参数太多，见 paicli --help",
      unknownFlag: (flag) => `没有 ${flag} 这个选项，见 paicli --help`,
      missingValue: (flag) => `选项 ${flag} 缺少值`,
      missingArgument: (name) => `缺少参数 ${name}`,
    },
  },
  errors: {
    USAGE: ({ problem }) => `用法有误：${problem}`,
    CONFIG_INVALID: ({ name, source, value, accepted }) =>
      `配置 ${name}（来自 ${source}）的值 “${value}” 无效，可接受：${accepted}`,
    CONFIG_UNREADABLE: ({ path, cause }) => `读不了配置文件 ${path}：${cause}`,
    NOT_CONFIGURED: () => "还没有配置模型。设置 DEEPSEEK_API_KEY 等环境变量，或用 --provider offline 试用内置的离线模型。",
    PROVIDER_UNKNOWN: ({ provider, known }) => `不认识的提供商 “${provider}”，可用：${known}`,
    NO_TERMINAL: ({ what }) => `${what} 需要终端`,
    FOLDER_GONE: ({ path }) => `文件夹不存在或无法进入：${path}`,
    PATH_LOOP: ({ path }) => `符号链接成环：${path}`,
    NOT_A_FILE: ({ path }) => `${path} 不是普通文件（是文件夹或设备），没有写入；请先把它移走`,
    LOCK_HELD: ({ path, pid, host }) =>
      `${path} 正被 ${host} 上的进程 ${pid} 占用，没有写入任何内容；请等它完成或结束它，然后重试`,
    LOCK_LOST: ({ path }) => `等待期间锁 ${path} 被别的主机接管，没有写入任何内容；请重试`,
    PROVIDER_INCOMPLETE: ({ provider, missing, variables }) =>
      missing === "apiKey"
        ? `缺少 ${provider} 的 API key，请设置 ${variables}。`
        : missing === "model"
          ? `${provider} 需要指定模型，请设置 ${variables} 或 --model。`
          : `${provider} 需要服务地址，请设置 ${variables} 或 --base-url。`,
    MODEL_CONTEXT_OVERFLOW: ({ model, message, window }) =>
      `对话超出了 ${model} 的上下文长度${window === undefined ? "" : `（窗口 ${window} token）`}：${message}`,
    MODEL_AUTH: ({ endpoint, status, message }) => `${endpoint} 不接受这个 API key（${status}）：${message}`,
    MODEL_QUOTA: ({ endpoint, message }) => `${endpoint} 的额度或余额已用完：${message}`,
    MODEL_RATE_LIMITED: ({ endpoint, message, waitSeconds }) =>
      `${endpoint} 限制了请求频率${waitSeconds === undefined ? "" : `，要求等待 ${waitSeconds} 秒`}：${message}`,
    MODEL_NOT_FOUND: ({ endpoint, model, message }) =>
      `${endpoint} 没有模型 “${model}” 或没有这个路径，请检查模型名和服务地址：${message}`,
    MODEL_REFUSED: ({ endpoint, status, message }) => `${endpoint} 拒绝了请求（${status}）：${message}`,
    MODEL_SERVER: ({ endpoint, status, message }) => `${endpoint} 出现故障（${status}）：${message}。请稍后再试。`,
    MODEL_UNREACHABLE: ({ endpoint, cause }) => `连不上模型服务 ${endpoint}：${cause}。请检查服务地址、网络和代理。`,
    MODEL_BROKEN: ({ endpoint, cause }) => `${endpoint} 的回答中断了：${cause}`,
    MODEL_IDLE: ({ endpoint, seconds }) => `${endpoint} 已有 ${seconds} 秒没有任何输出`,
    MODEL_NOT_API: ({ endpoint, what }) =>
      `${endpoint} 的回答不是 OpenAI 兼容接口的格式（收到：${what}）。请检查服务地址，通常以 /v1 结尾。`,
    MODEL_EMPTY: ({ model }) => `${model} 的回答是空的`,
    CONVERSATION_INVALID: ({ unit, reason, index }) => `会话 ${unit} 的第 ${index} 条消息不合规：${reason}`,
    INTERNAL: ({ message }) => `内部错误：${message}`,
  },
};
