import type { ToolsTexts } from "../texts/tools.ts";

export const tools: ToolsTexts = {
  linesRead: (count) => `${count} 行`,
  emptyFile: (path) => `（${path} 是空文件）`,
  moreLines: (from, to, total, call) =>
    `第 ${from}–${to} 行${total === undefined ? "，后面还有" : `，共 ${total} 行`}；接着读：${call}`,
  lastLines: (from, to) => `第 ${from}–${to} 行，到文件末尾`,
  longLines: "有的行超过 2,000 个字符，每 2,000 个字符按一行计",
  encodingNote: (encoding) => `编码：${encoding}；修改时会保持`,
  crlfNote: "行尾是 CRLF；修改时会保持",
  noFinalBreak: "最后一行没有换行符",
  created: (path, lines, bytes) => `已创建 ${path}（${lines} 行，${bytes} 字节）`,
  overwritten: (path, lines, bytes) => `已重写 ${path}（${lines} 行，${bytes} 字节）`,
  keptFormat: (encoding, crlf) => `保持了原来的格式：${encoding}${crlf ? "，CRLF 行尾" : ""}`,
  rewritten: (path, bytes) => `${path} 全部重写，${bytes} 字节（改动太大，不逐行显示）`,
  edited: (path, count, from, to) => `已修改 ${path}：替换 ${count} 处，现在位于第 ${from}${from === to ? "" : `–${to}`} 行`,
  nearMiss: {
    lineNumbers: "old_text 带上了 read_file 显示的行号；去掉行号和其后的制表符再试。",
    whitespace: (from, to) => `第 ${from}–${to} 行只有空白（缩进、空格、空行）不同。文件里是：`,
    width: (from, to) => `第 ${from}–${to} 行只有标点或全角/半角不同。文件里是：`,
    letterCase: (from, to) => `第 ${from}–${to} 行只有大小写或标点不同。文件里是：`,
    hidden: (from, to) => `第 ${from}–${to} 行含有控制字符，显示成了转义；这里要改只能用命令。文件里是：`,
    nearest: (line) => `最接近的是第 ${line} 行附近：`,
    nothingLike: "文件里没有相近的内容；先用 read_file 或 grep_code 确认。",
  },
  emptyFolder: (path) => `（${path} 是空文件夹）`,
  ignored: (names, more) => `.gitignore 忽略：${names.join("、")}${more > 0 ? ` 等，另有 ${more} 项` : ""}`,
  partialListing: (shown, call) =>
    `partial：只列出前 ${shown} 项${call === undefined ? "；请缩小范围" : `；缩小范围，例如 ${call}`}`,
  filesFound: (count) => `${count} 个文件`,
  matchesFound: (matches, files) => `${matches} 处，${files} 个文件`,
  noFiles: (pattern) => `没有文件匹配 ${pattern}（被 .gitignore 忽略的不算）`,
  noMatches: (pattern) => `没有找到 ${pattern}（被 .gitignore 忽略的文件和二进制文件不搜索）`,
  partialSearch: (why, shown) => {
    const cause = { matches: "匹配太多", chars: "结果太长", time: "超过时间上限" }[why];
    return `partial：${cause}，只显示 ${shown} 处；用更精确的 pattern，或用 path、glob 缩小范围`;
  },
  suggestedReads: (calls) => `可以接着读：\n${calls.join("\n")}`,
  unreadable: (count) => `没有权限读，已跳过：${count} 项`,
  exitCode: (code) => `退出码：${code}`,
  endedBySignal: (signal) => `被信号 ${signal} 结束（没有退出码）`,
  timedOut: (seconds) => `命令超时：${seconds} 秒后已结束它和它启动的所有进程；需要更久时设 timeout_seconds（最多 600）`,
  leftRunning: "命令已返回，但它启动的后台进程还在运行；它们之后的输出不会显示，PaiCLI 退出时会结束它们",
  noOutput: "（没有输出）",
  outputDropped: (total, dropped) => `输出共 ${total} 个字符，中间 ${dropped} 个没有保留`,
  droppedHere: (chars) => `[… 此处略去 ${chars} 个字符 …]`,
  attached: {
    outside: (path) => `@${path} 在项目之外，没有附上`,
    attached: (path, size) => `已附上 @${path}（${size ?? "目录清单"}）`,
    missing: (path, similar) =>
      `@${path} 不存在，没有附上${similar.length === 0 ? "" : `；那里有相近的名字：${similar.join("、")}`}`,
    failed: (path, why) => `@${path} 没有附上：${why}`,
    noImages: (path) => `@${path} 是图片，当前模型不接受图片，没有附上`,
    tooMany: (max) => `一次最多附上 ${max} 个文件，其余没有附上`,
    noRoom: (path) => `从 @${path} 起没有附上：前面的文件已用完给附件的空间`,
  },
};
