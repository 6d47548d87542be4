import type { ContextTexts } from "../texts/context.ts";
import { counted } from "./words.ts";

export const context: ContextTexts = {
  offload: {
    title: "[tool output too large: offloaded to a session file]",
    titleLost: "[tool output too large, and it could not be written to a file]",
    tool: "tool",
    size: "size",
    sizeValue: (chars, lines) => `${counted(chars, "character")}, ${counted(lines, "line")}`,
    file: "file",
    readBack: "read back",
    lost: (cause) =>
      `Only its beginning and end are below, the rest is lost (${cause}). If you need more, call the tool again with a smaller range.`,
    expired: "expired: the file was removed after its retention. If you need it, call the tool again.",
    head: (chars) => `--- first ${chars} characters ---`,
    tail: (chars) => `--- last ${chars} characters ---`,
    shortened: (next) =>
      next === undefined
        ? "[ends here to fit the context window: read again with a smaller limit]"
        : `[ends here to fit the context window: go on with offset ${next}]`,
    trimmed: (chars) =>
      `[${counted(chars, "character")} left out here to fit the context window: if you need them, ask for a smaller part; do not repeat a call that changes something]`,
  },
  clear: {
    title: "[old tool result cleared]",
    body: (tool, chars, readBack) =>
      `The result of ${tool} (about ${chars} characters) left the context. If you need it, call the tool again or read it back: ${readBack}`,
    expired: (tool, chars) =>
      `The result of ${tool} (about ${chars} characters) left the context and its file has expired. If you need it, call the tool again.`,
  },
  summary: {
    title: "[summary of earlier conversation]",
    acknowledgement: "Understood. I will go on from this summary.",
    headings: [
      "## Current goal and success criteria",
      "## User requirements and confirmed decisions",
      "## Work done and evidence",
      "## Open problems and next step",
    ],
    nothing: "(none)",
    mechanical:
      "(Drawn from the original text by program, not written by a model, and perhaps incomplete: check the files before acting on it.)",
    scopeOnPrefix: (request, inside) =>
      inside
        ? `Summarise the conversation above up to its latest tool calls. This request of the user and the latest tool calls stay word for word, do not repeat them: "${request}"`
        : `Summarise the conversation above up to this message of the user, not including it. It and all that follows stay word for word, do not repeat them: "${request}"`,
    scopeRendered: "The conversation to summarise is in the <transcript> below.",
    scopePart: (part, of) =>
      `The conversation is too long for one request and comes in ${of} parts; the <transcript> below is part ${part}. Record this part only; where a section has nothing, write "(none)".`,
    scopeMerge: (parts) => `Below are ${parts} records of one conversation, in order of time.`,
    focus: (focus) => `The user asks that the record holds on to: ${focus}`,
    noDraft: "(no text)",
    problems: {
      cut: "It was cut off before its end: write less.",
      calls: "It contained a tool call: tools cannot be called now, write the record only.",
      empty: "It had no text: write the record as your answer, do not only think.",
      missing: "A required heading is missing: all four must be there, word for word, each on its own line.",
      repeated: "A heading occurs more than once: write each one once.",
      order: "The headings are not in order.",
      no_text: 'A heading has nothing under it: write "(none)" where there is nothing.',
      too_long: "It is too long: stay within the given length.",
    },
  },
  transcript: {
    user: "[user]",
    assistant: "[assistant]",
    earlierSummary: "[summary of what came before]",
    call: (tool, args) => `[call] ${tool} ${args}`,
    result: (tool, ok) => `[result of ${tool}${ok ? "" : " (failed)"}]`,
    omitted: (chars) => `[… ${chars} characters omitted …]`,
  },
  appendix: {
    title: "### Facts recorded by program",
    requests: "The user's own words (newest first):",
    modified: "Files modified:",
    read: "Files read:",
    outputs: "Tool outputs that read_file can still read back:",
    failed: "Commands whose last run failed:",
    tasks: "Real states of the plan's tasks (they win over the text above):",
    skills: (names) => `The bodies of these skills left the context; load_skill again to use them: ${names}`,
    more: (count) => `(${count} more not listed)`,
  },
  notices: {
    outputLost: (tool, cause) =>
      `The whole output of ${tool} could not be written to a file (${cause}); only its beginning and end were kept.`,
    clearingFailed: (cause) => `Old tool results were not cleared, because they could not be written to files first: ${cause}`,
    windowLearnt: (tokens) =>
      `The provider says that its context window is ${tokens} tokens; this session compacts by that size.`,
    mechanical:
      "No model could write a summary: a short record drawn by program stands for the older conversation. All of it is still in the session's ledger.",
    summaryBad: (problems) =>
      `Not compacted: the model's summary is not usable (${problems.join("; ")}). The conversation is unchanged.`,
    problems: {
      cut: "it breaks off before its end",
      calls: "it calls tools",
      empty: "it has no text",
      missing: "a heading is missing",
      repeated: "a heading occurs twice",
      order: "its headings are out of order",
      no_text: "a heading has nothing under it",
      too_long: "it is too long",
    },
    summaryFailed: (cause) => `Not compacted: ${cause}. The conversation is unchanged.`,
    fruitless: "Not compacted: the result would not be smaller. The conversation is unchanged.",
    nothing: "Nothing to compact: there is no conversation before the last turn.",
    tight: (filling) =>
      `The context window is nearly full and nothing in it can be compacted. It holds: ${filling}. Start over with /clear, turn off skills you do not need, or switch to a model with a larger window.`,
    paused: (filling) =>
      `Automatic compaction pauses until your next message, a model switch or /compact. The window holds: ${filling}. Try /compact again, start over with /clear, or switch to a model with a larger window.`,
    backgroundFailed: (reason) => `The summary in the background failed: ${reason}`,
  },
  portions: {
    system: "system prompt",
    tools: "tool definitions",
    projectMemory: "project memory",
    longTermMemory: "long-term memory",
    summary: "summary",
    user: "user messages",
    assistant: "assistant messages",
    toolResults: "tool results",
    free: "free",
  },
  picture: {
    title: (used, window, percent) => `Context window: ${used} of ${window} tokens (${percent}%)`,
    measured: "measured (counted by the provider, plus an estimate of what came since)",
    estimatedSince: "estimated (since the last compaction the provider has reported no usage)",
    estimated: "estimated (the provider has reported no usage yet)",
    clearAt: (threshold, distance) =>
      `clearing at ${threshold}: ${distance === undefined ? "reached" : `${distance} to go`}, old tool results become placeholders`,
    summaryAt: (threshold, distance) =>
      `summary at ${threshold}: ${distance === undefined ? "reached" : `${distance} to go`}, older conversation becomes a summary`,
    saved: (level, count, tokens) =>
      ({
        offloaded: `${counted(count, "result")} offloaded, ${tokens} saved`,
        cleared: `${counted(count, "result")} cleared, ${tokens} saved`,
        summarised: `${counted(count, "summary", "summaries")}, ${tokens} saved`,
      })[level],
    savedNothing: "nothing compacted so far",
    advice: {
      system: "The system prompt takes a large part of the window: look at your own prompt files.",
      tools: "Tool definitions take a large part of the window: turn off tool servers you do not need.",
      projectMemory: "PAI.md is long: keep what every task needs, move the rest to files of its own.",
      longTermMemory: "Long-term memory is over its budget: delete outdated entries with /memory.",
      toolResults: "Most of it is tool results: they are cleared when the clearing threshold is reached.",
      user: "Most of it is your messages: put large material into files and refer to them with @path.",
      summary: "The summary is long: redo it with /compact <focus>, or start over with /clear.",
    },
  },
  replay: {
    title: (steps, window) => `${counted(steps, "model call")}, window ${window} tokens`,
    columns: ["step", "sent", "cached", "largest", "compaction"],
    events: {
      offload: (count) => `${count} offloaded`,
      clear: (count) => `${count} cleared`,
      summary: () => "summary",
    },
    marks: { offload: "offloaded", clear: "cleared", summary: "summary" },
    sent: (sent, cached, percent, largest) =>
      `with compaction: ${sent} sent, ${cached} of it from the prefix cache (${percent}%), largest request ${largest}`,
    without: (sent, largest) => `without: ${sent} sent, largest request ${largest}`,
    over: (step) => `without compaction the window overflows at step ${step}`,
    simulated: "No model was asked: summaries are stood in for by lines drawn by program.",
    chart: "Size of each request",
    chartUnit: "tokens, estimated",
    chartSteps: "model calls",
    uncompacted: "without compaction",
    clearLimit: "clear",
    summaryLimit: "summary",
  },
};
