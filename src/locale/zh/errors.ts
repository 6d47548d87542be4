import type { AcceptedKind, Cause, FileFault } from "../../protocol/errors.ts";
import { CUT_CONNECTION, type ErrorsTexts } from "../texts/errors.ts";
import { shape } from "./words.ts";

/** What a setting takes. */
const ACCEPTED: Readonly<Record<AcceptedKind, string>> = {
  text: "文本",
  provider: "提供商名字",
  model: "模型 id",
  url: "http(s) 地址",
  folder: "文件夹",
  personality: "人格文件的名字",
  tools: "工具名，用逗号分隔",
  tokens: "不小于 1 的整数 token 数",
  price: "每百万 token 的 输入/缓存/输出 价格和货币符号，例如 2/0.2/3 ¥",
  whole_from_0: "不小于 0 的整数",
  whole_from_1: "不小于 1 的整数",
  whole_from_2000: "不小于 2000 的整数",
  share: "大于 0、不大于 1 的数",
  days: "天数（不大于 0 表示关闭）",
  whole_days: "整数天数（0 表示永久）",
  seconds_1_to_600: "1 到 600 秒",
};

const FILE_FAULTS: { readonly [Fault in FileFault]: string } = {
  outside: "它指向项目之外",
  no_file: "它不是普通文件（而是文件夹、管道或设备）",
  too_large: "它超过 1 MB",
};

export function said(cause: Cause): string {
  if (typeof cause === "string") return cause;
  return "fault" in cause ? FILE_FAULTS[cause.fault] : shape(cause);
}

/** Where a value was set: a file and an option speak for themselves. */
function origin(source: string): string {
  return source === "environment" ? "环境变量" : source;
}

/** A connection that was cut, which the client names by codes of its own. */
function connection(cause: string): string {
  return CUT_CONNECTION.test(cause) ? "连接被对方或中间的网络切断" : cause;
}

export const errors: ErrorsTexts = {
  SESSION_NOT_FOUND: ({ id }) => `没有会话 “${id}”。用 paicli sessions 列出；加 --all-projects 看全部。`,
  SESSION_AMBIGUOUS: ({ id, matches }) => `“${id}” 对应多个会话：${matches}。请多写几个字符。`,
  SESSION_IN_USE: ({ id, pid }) =>
    `会话 ${id} 正被${pid === undefined ? "另一个进程" : `进程 ${pid} `}使用。请先结束它，或用 --fork 在副本中继续。`,
  SESSION_UNREADABLE: ({ id, cause }) => `会话 ${id} 无法读取：${cause}`,
  LEDGER_UNWRITABLE: ({ path, cause }) => `会话无法保存到 ${path}：${cause}。会话继续，缺的部分等能写时再补写。`,
  SESSION_NOT_SAVED: ({ path, cause }) => `会话继续，但不会保存到 ${path}：${cause}`,
  USAGE: ({ problem }) => `用法有误：${problem}`,
  CONFIG_INVALID: ({ name, source, value, accepted }) =>
    `配置 ${name}（来自 ${origin(source)}）的值 “${value}” 无效，可接受：${typeof accepted === "string" ? ACCEPTED[accepted] : accepted.join("、")}`,
  CONFIG_UNKNOWN: ({ name, source, nearest }) =>
    `${source} 里有不认识的配置项 “${name}”。${nearest === undefined ? "" : `是不是想写 “${nearest}”？`}请改正或删掉它；各项名字见 README 的配置一节`,
  CONFIG_UNREADABLE: ({ path, cause }) => `读不了配置文件 ${path}：${said(cause)}`,
  NOT_CONFIGURED: () => "还没有配置模型。设置 DEEPSEEK_API_KEY 等环境变量，或用 --provider offline 试用内置的离线模型。",
  PROVIDER_UNKNOWN: ({ provider, known }) => `不认识的提供商 “${provider}”，可用：${known}`,
  KEY_NOT_FOR_ENDPOINT: ({ key, keySource, endpointSource }) =>
    `密钥 ${key}（来自 ${origin(keySource)}）不会发给项目文件 ${endpointSource} 指定的接口。请自己设置 PAICLI_BASE_URL，或在项目的 .env 里放该接口自己的密钥。`,
  NO_TERMINAL: ({ what }) => `${what} 需要终端`,
  FOLDER_GONE: ({ path }) => `文件夹不存在或无法进入：${path}`,
  PATH_LOOP: ({ path }) => `符号链接成环：${path}`,
  NOT_A_FILE: ({ path }) => `${path} 不是普通文件（是文件夹或设备），没有写入；请先把它移走`,
  LOCK_HELD: ({ path, pid, host }) =>
    `${path} 正被${pid === undefined ? "另一个进程" : ` ${host} 上的进程 ${pid} `}占用，没有写入任何内容；请等它完成或结束它，然后重试`,
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
  MODEL_UNREACHABLE: ({ endpoint, cause }) => `连不上模型服务 ${endpoint}：${connection(cause)}。请检查服务地址、网络和代理。`,
  MODEL_BROKEN: ({ endpoint, cause }) => `${endpoint} 的回答中断了：${connection(cause)}。请检查网络和代理，然后重新发送。`,
  MODEL_IDLE: ({ endpoint, seconds }) => `${endpoint} 已有 ${seconds} 秒没有任何输出`,
  MODEL_NOT_API: ({ endpoint, what }) =>
    `${endpoint} 的回答不是 OpenAI 兼容接口的格式（收到：${what}）。请检查服务地址，通常以 /v1 结尾。`,
  MODEL_EMPTY: ({ model }) => `${model} 的回答是空的`,
  PATH_OUTSIDE: ({ path }) => `${path} 在项目之外，不能访问；请用项目内的路径`,
  PATH_INVALID: ({ path, why }) =>
    ({
      empty: "路径是空的。请给出相对于项目根目录的文件或文件夹路径",
      nul: `${path} 含有空字符（NUL），文件名里不能有它，请去掉`,
      too_long: `${path} 太长：一个名字最多 255 字节（一个汉字占 3 字节），整个路径最多 4096。请用短一些的名字`,
      no_folder: `${path}：路径中应是文件夹的一段其实是文件。先用 list_dir 看看那里有什么，再换一个路径`,
      loop: `${path}：路径里的链接成环。请用不经过这些链接的路径，或告诉用户`,
      denied: `${path}：没有权限沿这个路径走下去。请换一个路径，或告诉用户你需要什么`,
      unreadable: `${path}：系统无法解析这个路径。请换一个路径`,
    })[why],
  FILE_MISSING: ({ path, similar }) =>
    `${path} 不存在${similar.length === 0 ? "；用 list_dir 或 glob_files 找出正确的路径" : `；相近的有：${similar.join("、")}`}`,
  FILE_IS_FOLDER: ({ path }) => `${path} 是文件夹；用 list_dir 列出其内容`,
  FOLDER_EXPECTED: ({ path }) => `${path} 不是文件夹`,
  FILE_SPECIAL: ({ path }) => `${path} 是管道、套接字或设备，不能当文件读写`,
  FILE_BINARY: ({ path, type, bytes }) => `${path} 是二进制文件（${type}，${bytes} 字节），不能当文本读写`,
  FILE_DENIED: ({ path }) => `没有权限访问 ${path}`,
  FILE_SYSTEM: ({ path, cause }) => `${path} 读写失败：${cause}`,
  FILE_TOO_BIG: ({ path, bytes, maxBytes }) => `${path} 有 ${bytes} 字节，超过上限 ${maxBytes} 字节；请分成几部分，或用命令处理`,
  FILE_NOT_READ: ({ path }) => `${path} 已经存在，但本次会话没有读过；先用 read_file 读它，再写`,
  FILE_CHANGED: ({ path, how, by }) => {
    const what = how === "deleted" ? "被删除了" : how === "replaced" ? "被换成了别的东西（不再是文件）" : "被改动了";
    const next = how === "changed" ? "先用 read_file 重新读它，再按现在的内容改" : "先用 list_dir 看看现在的情况";
    return `上次读取之后 ${path} ${what}${by === undefined ? "" : `（由 ${by}）`}（changed since read），没有写入；${next}`;
  },
  OFFSET_BEYOND: ({ path, offset, lines }) => `${path} 只有 ${lines} 行，offset ${offset} 超出了末尾`,
  EDIT_NOT_FOUND: ({ path, hint }) => `在 ${path} 里没有找到 old_text，没有改动。${hint}`,
  EDIT_AMBIGUOUS: ({ path, count, lines }) =>
    `old_text 在 ${path} 里出现了 ${count} 次（起始行：${lines.join("、")}${lines.length < count ? " …" : ""}），没有改动；多带几行上下文使它唯一，或设 replace_all 为 true`,
  EDIT_SAME: ({ path }) => `old_text 和 new_text 相同，${path} 没有改动`,
  TEXT_UNENCODABLE: ({ path, encoding, characters }) =>
    `${path} 的编码是 ${encoding}，写不了这些字符：${characters}；请换一种写法`,
  EDIT_BROKEN_BYTES: ({ path, line, encoding }) =>
    `${path} 第 ${line} 行有不合 ${encoding} 编码的字节，在这里改动会损坏它们；没有改动，请避开这一行或用命令处理`,
  PATTERN_INVALID: ({ pattern, cause }) => `模式 ${JSON.stringify(pattern)} 无效：${cause}`,
  COMMAND_INVALID: ({ why, maxBytes }) =>
    why === "nul" ? "命令里有空字符（NUL），不能运行" : `命令超过 ${maxBytes} 字节；请先用 write_file 写成脚本文件，再运行它`,
  COMMAND_NOT_STARTED: ({ cause }) => `命令没有启动：${cause}`,
  PERMISSIONS_UNREADABLE: ({ path, cause }) => `读不了权限规则 ${path}：${said(cause)}。请改正或删除这个文件`,
  TRUST_UNREADABLE: ({ path, cause }) => `读不了信任记录 ${path}：${said(cause)}。请改正或删除这个文件`,
  CONVERSATION_INVALID: ({ unit, reason, index }) => `会话 ${unit} 的第 ${index} 条消息不合规：${reason}`,
  PLACEHOLDER_UNKNOWN: ({ name, known }) => `提示词里的占位符 {{${name}}} 没有对应的值，可用：${known}`,
  PROMPT_NAME: ({ name }) => `提示词文件名 “${name}” 无效：只能用文字、数字、点、横线和下划线`,
  PROMPT_MISSING: ({ name, path }) => `没有提示词文件 ${name}。可以新建 ${path}，或改回内置的名字`,
  PROMPT_OUTSIDE: ({ path }) => `提示词文件 ${path} 是指向项目之外的链接，不能使用。删除它，或换成项目里的文件`,
  NOT_TEXT: ({ path }) => `${path} 不是文本文件`,
  INIT_EXISTS: ({ path }) => `${path} 已存在，没有改动。要覆盖它，用 /init --force`,
  INIT_OUTSIDE: ({ path }) => `${path} 是指向项目之外的链接，没有写入。先删除这个链接`,
  SKILL_UNKNOWN: ({ name, known }) => `没有技能 “${name}”。可用的技能：${known || "无"}`,
  SKILL_OFF: ({ name }) => `技能 “${name}” 已被用户关闭。不用它继续，或请用户运行 /skill on ${name}`,
  SKILL_VIEW_FULL: ({ name, limit, inView }) =>
    `没有载入技能 “${name}”：上文中的技能正文合计不能超过 ${limit}，已有：${inView}。先用已有的技能继续，或请用户运行 /compact`,
  TOOL_OUTPUT_UNWRITABLE: ({ cause }) => `工具输出写不进 .paicli/tool-outputs：${cause}`,
  CONTEXT_PROMPT_TOO_LARGE: ({ tokens, window, system, tools }) =>
    `系统提示（${system}）和工具定义（${tools}）共 ${tokens} tokens，已超过模型的上下文窗口 ${window}，无法开始。请精简提示文件和 PAI.md、停用部分工具，或换窗口更大的模型。`,
  CONTEXT_FULL: ({ filling }) =>
    `上下文窗口已满，每次摘要腾出的空间下一步就又用完。占用：${filling}。可以把任务拆小、用 /clear 开始新的对话，或换窗口更大的模型`,
  CONTEXT_INPUT_TOO_LARGE: ({ tokens, window, free }) =>
    `这条输入约 ${tokens} tokens，放不进上下文窗口（共 ${window}，还能放约 ${free}）。请把大段内容存成文件，让我分段读取。`,
  TRANSCRIPT_UNREADABLE: ({ path, cause }) =>
    `读不懂对话记录 ${path}：${said(cause)}。需要会话日志（.jsonl）或 OpenAI 消息的 JSON 数组。`,
  MEMORY_UNREADABLE: ({ path, cause }) => `读不了长期记忆文件 ${path}：${cause}；请检查它的权限，本次运行不使用长期记忆`,
  MEMORY_UNWRITABLE: ({ path, cause }) => `写不了长期记忆文件 ${path}：${cause}；没有保存任何内容，请检查文件夹权限和磁盘空间`,
  MEMORY_LINK_BROKEN: ({ link, target }) =>
    `用不了长期记忆：${link} 是指向 ${target} 的链接，但那里的文件夹不存在（磁盘没有挂载？）；没有读取也没有保存任何内容，请建好文件夹或改正链接`,
  MEMORY_ID_UNKNOWN: ({ id }) => `没有 id 以 “${id}” 开头的记忆；用 /memory list 查看所有 id`,
  MEMORY_ID_AMBIGUOUS: ({ id, matches }) => `“${id}” 对应多条记忆：${matches}；请多写几位`,
  MEMORY_UNDO_EMPTY: ({ days }) => `最近 ${days} 天内没有可以撤销的记忆改动`,
  MEMORY_UNDO_CHANGED: ({ ids }) => `无法撤销：记忆 ${ids} 之后又在别处改过；请直接用 /memory replace 或 /memory delete 处理`,
  MEMORY_NOT_REQUESTED: ({ fact }) =>
    `没有保存（MEMORY_NOT_REQUESTED）：用户这一轮没有要求记住 “${fact}”。不要再次调用；如果值得记住，请在回答里问用户，由用户说“记住……”或使用 /save`,
  MEMORY_EXTERNAL_CONTEXT: ({ fact }) =>
    `没有保存（MEMORY_EXTERNAL_CONTEXT）：本会话用过外部内容，而用户这一轮没有要求记住 “${fact}”。不要再次调用；请在回答里问用户，由用户用自己的话说“记住……”或使用 /save`,
  MEMORY_NOT_GROUNDED: ({ fact, missing }) =>
    `没有保存（MEMORY_NOT_GROUNDED）：“${fact}” 中有用户没有说过的内容：${missing}。只能用用户自己的原话重写后再保存一次；若仍缺内容，请问用户`,
  MEMORY_DECLINED: ({ fact }) => `没有保存（MEMORY_DECLINED）：用户不同意保存 “${fact}”。不要再次尝试`,
  MEMORY_CONFLICT: ({ entries }) =>
    `没有保存（MEMORY_CONFLICT）：与已有记忆冲突。\n${entries}\n由用户决定，你不能代为选择：把两条都告诉用户，问是替换还是都保留，然后结束这一轮。用户回答之后，替换用 replace_id，都保留用 keep_both`,
  MEMORY_CHOICE_REFUSED: ({ entries }) =>
    `没有保存（MEMORY_CHOICE_REFUSED）：replace_id 和 keep_both 只能用于已经展示过的那一对记忆，并且要在用户后来的回答明确选择之后。${entries === "" ? "请先不带这两个参数调用" : `\n${entries}\n请把两条都告诉用户并等待回答`}`,
  MEMORY_REFUSED: ({ reason }) =>
    ({
      secret: "没有保存：内容含有凭据（密钥、令牌或密码）。长期记忆从不保存凭据；请改为写明它存放在哪里",
      personal_data: "没有保存：内容含有个人信息（电话、证件号、卡号或邮箱）。只有用户自己用 /save --force 才能保存",
      empty: "没有保存：内容是空的；请给出要记住的事实",
      too_long: "没有保存：内容太长。一条记忆是一句事实；长内容请写进 PAI.md",
    })[reason],
  PLAN_INVALID: ({ problems }) => `规划者两次都没有给出可用的计划：\n${problems}\n请把任务说得更具体，或换一个模型再试。`,
  TOOL_NAME_TAKEN: ({ name }) => `工具名 ${name} 已被占用，请换一个。`,
  UNKNOWN_COMMAND: ({ name, hint }) => `没有 /${name} 这个命令。${hint}`,
  INTERNAL: ({ message }) => `内部错误：${message}`,
};
