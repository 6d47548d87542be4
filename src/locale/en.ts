import type { Texts } from "./texts.ts";

export const en: Texts = {
  lang: "en",
  agent: {
    cancelledBeforeRun: "Cancelled by the user; this call was not run.",
    cancelledWhileRunning: "Cancelled by the user while it ran; it may have done part of its work. Check the actual state before you go on.",
    unknownTool: (name, known) => `There is no tool named ${name}. Tools: ${known.join(", ")}. Use one of these.`,
    unreadableArguments: (why) => `The arguments of this call cannot be read, it was not run: ${why}. Call again with complete, valid JSON arguments.`,
    badArguments: (why) => `The arguments of this call are not valid, it was not run:\n${why}\nCorrect them as the tool's parameters say and call again.`,
    deniedByUser: (reason) =>
      reason
        ? `The user denied this call, with the reason: ${reason}. Act on it.`
        : "The user denied this call. Do not repeat it; find another way, or ask the user first.",
    emptyResult: "(no output)",
    answerFromReasoning: (reasoning) => `(from the model's reasoning channel)\n${reasoning}`,
    continueAnswer: "[continue] Your answer was cut by its length limit. Go on exactly where it broke off, repeat nothing.",
    useRealCalls: "[note] You wrote a tool call as text; it was not run. Make calls through the tool interface.",
    callCut: "Your answer was cut by its length limit, so this call was not run. Work in smaller pieces, for example write a large file in several parts.",
    runawayReminder:
      "[runaway guard] You are repeating the same calls or the same error. Stop and think: what is known, what is missing, and try another way; if you cannot go on, say plainly what blocks you.",
    reportRequest:
      "[progress report] The task ends here; call no more tools. Report briefly: what is done; what was verified; what is not done or blocked, and why; the suggested next step.",
    imagesOfTools: "[images] Images from the tool results above:",
    stagnation: "The model is going round in circles; the task was stopped. Its report follows.",
    answerCut: "The answer was cut by its length limit.",
    answerFiltered: "The answer was cut by the provider's content filter.",
    limitReached: (limit) =>
      limit === "max_turns" ? "The limit of steps (--max-turns) is reached; the report follows." : "The token budget (--token-budget) is used up; the report follows.",
  },
  help: {
    about: "A terminal coding agent whose hard core is memory and context: nothing lost, nothing wrong, nothing paid twice.",
    prompt: "send this first, then stay for more",
    print: 'do one task without interaction, answer on stdout; "-" reads it from stdin',
    continue: "go on with the newest session of this project",
    resume: "resume a session (a picker if no id is given)",
    fork: "resume into a new session, the old one stays as it is",
    cwd: "work in this folder",
    noColor: "no colours",
    version: "show the version",
    help: "show this help",
    json: "print JSON",
    allProjects: "other projects too",
    global: "for all projects",
    force: "do not ask; where memories conflict keep both",
    skipped: "what automatic extraction skipped",
    format: "format of the export",
    html: "also write a chart as HTML to this file",
    revoke: "take the trust back",
    flags: {
      model: "model id",
      provider: "provider: deepseek glm kimi qwen hunyuan step openai ollama generic offline",
      baseUrl: "address of an OpenAI-compatible API",
      lightModel: "model for small background work",
      mode: "way of working",
      approval: "who approves changes",
      maxTurns: "most steps of a task",
      tokenBudget: "most tokens of a task",
      contextWindow: "context window of the model in tokens",
      lang: "language of the interface and of the prompts",
      trustProject: "trust this project's own configuration for this run",
      outputFormat: "format of the output",
    },
    commands: {
      memory: "see and manage long-term memory",
      sessions: "see, export and delete sessions",
      context: "context: replay <file> shows what compaction would do to a transcript",
      config: "effective configuration and where each value comes from",
      doctor: "check the set-up and say how to mend it",
      demo: "a tour on the embedded offline model: no key, no network",
      trust: "trust this project's own configuration",
    },
    problems: {
      incomplete: "incomplete command, see paicli --help",
      tooMany: "too many arguments, see paicli --help",
      unknownFlag: (flag) => `there is no option ${flag}, see paicli --help`,
      missingValue: (flag) => `option ${flag} needs a value`,
      missingArgument: (name) => `argument ${name} is missing`,
    },
  },
  errors: {
    USAGE: ({ problem }) => `Usage: ${problem}`,
    CONFIG_INVALID: ({ name, source, value, accepted }) =>
      `${name} (from ${source}) has the invalid value "${value}"; accepted: ${accepted}`,
    CONFIG_UNREADABLE: ({ path, cause }) => `Cannot read the configuration file ${path}: ${cause}`,
    NOT_CONFIGURED: () =>
      "No model is configured. Set an API key such as DEEPSEEK_API_KEY, or try the embedded offline model with --provider offline.",
    PROVIDER_UNKNOWN: ({ provider, known }) => `Unknown provider "${provider}"; known: ${known}`,
    NO_TERMINAL: ({ what }) => `${what} needs a terminal`,
    FOLDER_GONE: ({ path }) => `The folder does not exist or cannot be entered: ${path}`,
    PATH_LOOP: ({ path }) => `The links form a loop: ${path}`,
    NOT_A_FILE: ({ path }) => `${path} is not a regular file (a folder or a device); nothing was written. Move it away first`,
    LOCK_HELD: ({ path, pid, host }) =>
      `${path} is held by process ${pid} on ${host}; nothing was written. Wait for it or end it, then try again`,
    LOCK_LOST: ({ path }) => `Another host took over the lock ${path} meanwhile; nothing was written. Try again`,
    PROVIDER_INCOMPLETE: ({ provider, missing, variables }) =>
      missing === "apiKey"
        ? `No API key for ${provider}. Set ${variables}.`
        : missing === "model"
          ? `${provider} needs a model id. Set ${variables} or --model.`
          : `${provider} needs the address of its server. Set ${variables} or --base-url.`,
    MODEL_CONTEXT_OVERFLOW: ({ model, message, window }) =>
      `The conversation is too long for ${model}${window === undefined ? "" : ` (window ${window} tokens)`}: ${message}`,
    MODEL_AUTH: ({ endpoint, status, message }) => `${endpoint} does not accept the API key (${status}): ${message}`,
    MODEL_QUOTA: ({ endpoint, message }) => `No quota or balance left at ${endpoint}: ${message}`,
    MODEL_RATE_LIMITED: ({ endpoint, message, waitSeconds }) =>
      `${endpoint} limits the rate of requests${waitSeconds === undefined ? "" : `; it asks to wait ${waitSeconds} s`}: ${message}`,
    MODEL_NOT_FOUND: ({ endpoint, model, message }) =>
      `${endpoint} does not have the model "${model}" or not this path; check the model id and the base URL: ${message}`,
    MODEL_REFUSED: ({ endpoint, status, message }) => `${endpoint} refused the request (${status}): ${message}`,
    MODEL_SERVER: ({ endpoint, status, message }) => `${endpoint} has a fault (${status}): ${message}. Try again later.`,
    MODEL_UNREACHABLE: ({ endpoint, cause }) =>
      `Cannot reach the model at ${endpoint}: ${cause}. Check the base URL, the network and the proxy.`,
    MODEL_BROKEN: ({ endpoint, cause }) => `The answer of ${endpoint} broke off: ${cause}`,
    MODEL_IDLE: ({ endpoint, seconds }) => `${endpoint} sent nothing for ${seconds} s`,
    MODEL_NOT_API: ({ endpoint, what }) =>
      `${endpoint} does not answer as an OpenAI-compatible API (it sent: ${what}). Check the base URL; it usually ends in /v1.`,
    MODEL_EMPTY: ({ model }) => `${model} answered with nothing`,
    CONVERSATION_INVALID: ({ unit, reason, index }) => `Message ${index} of conversation ${unit} is not valid: ${reason}`,
    INTERNAL: ({ message }) => `Internal error: ${message}`,
  },
};
