// Starts a session in the front end that fits: one task and out, lines of stdin, or the interactive screen.
import { text as readAll } from "node:stream/consumers";
import type { Texts } from "../locale/index.ts";
import { isPaiError, PaiError } from "../protocol/errors.ts";
import type { Asker, UserInput } from "../protocol/ports.ts";
import { type AgentSession, openAgent } from "../runtime/agent.ts";
import { systemClock } from "../runtime/clock.ts";
import { type Environment, type EnvironmentInput, readEnvironment, trustProject } from "../runtime/environment.ts";
import { removeExpired } from "../runtime/housekeeping.ts";
import { projectSessions, sessionLabel } from "../runtime/session-verbs.ts";
import type { AgentOptions } from "../runtime/wiring.ts";
import { PLAIN_COLUMNS } from "../util/columns.ts";
import type { App } from "./app.ts";
import type { HeadlessIo } from "./headless.ts";
import type { Wanted } from "./session-host.ts";
import { createTheme } from "./theme.ts";

export interface Launch {
  readonly print: boolean;
  readonly prompt?: string;
  readonly resume?: "latest" | "pick" | { readonly id: string };
  readonly fork: boolean;
}

export interface Streams {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream & { readonly fd: number };
  readonly stderr: NodeJS.WriteStream;
}

/** Columns of the screen; undefined where stdout is none. */
export function screenWidth({ stdout }: Streams): number | undefined {
  return stdout.isTTY === true ? stdout.columns || PLAIN_COLUMNS : undefined;
}

/** After this time a reader of stdin says what it waits for, in ms. */
const STDIN_PATIENCE_MS = 2000;

/** After this time the screen stands and nobody waits, in ms. */
const TIDY_AFTER_MS = 3000;

/** Without a screen: how long old sessions and files may keep a command that is done from ending, in ms. */
const TIDY_WITHIN_MS = 500;

/** Resolves to the exit code. `stop` is aborted when the process is asked to end. */
export async function launch(input: EnvironmentInput, options: Launch, streams: Streams, stop: AbortSignal): Promise<number> {
  const screen = streams.stdin.isTTY === true && streams.stdout.isTTY === true && input.env.TERM !== "dumb";
  return screen && !options.print ? runScreen(input, options, streams) : runHeadlessly(input, options, streams, stop);
}

// ── without a terminal ──

async function runHeadlessly(input: EnvironmentInput, options: Launch, streams: Streams, stop: AbortSignal): Promise<number> {
  const environment = await readEnvironment(input);
  const { texts, config } = environment;
  if (config.settings.approval === "ask") throw new PaiError("NO_TERMINAL", { what: "--approval ask" });
  if (options.resume === "pick") throw new PaiError("NO_TERMINAL", { what: "--resume" });
  if (!options.print && streams.stdin.isTTY === true && streams.stdout.isTTY !== true)
    throw new PaiError("NO_TERMINAL", { what: texts.ui.interactiveMode });
  const extraction = !options.print;
  const session = await openAgent({
    environment,
    extraction,
    singleTask: options.print,
    ...resumeOptions(options.resume, options.fork),
  });
  const { createHost } = await import("./session-host.ts");
  const host = createHost(session, { open: reopener(input, { extraction }), width: () => screenWidth(streams) });
  const io: HeadlessIo = {
    format: config.settings.outputFormat ?? "text",
    stdout: streams.stdout,
    stderr: streams.stderr,
    signal: stop,
  };
  if (options.print) {
    const { runPrint } = await import("./headless.ts");
    const task = async (signal: AbortSignal) => host.runInput(await printInput(options.prompt ?? "", streams, texts), signal);
    return tidied(await runPrint(host, io, task), environment, stop);
  }
  const { runLineMode } = await import("./line-mode.ts");
  const first = options.prompt === undefined ? {} : { first: options.prompt };
  return tidied(await runLineMode(host, { ...io, stdin: streams.stdin, ...first }), environment, stop);
}

/** Everything is said and the session is closed: now old sessions and files go, unless the process is asked to end. */
async function tidied(code: number, environment: Environment, stop: AbortSignal): Promise<number> {
  if (stop.aborted) return code;
  await removeExpired(environment, AbortSignal.any([stop, AbortSignal.timeout(TIDY_WITHIN_MS)])).catch(
    () => {}, // what cannot be removed now is tried again by the next run
  );
  return code;
}

/** `-`: the prompt is stdin. Otherwise what is piped in follows the prompt as data. */
async function printInput(prompt: string, { stdin, stderr }: Streams, texts: Texts): Promise<UserInput> {
  if (prompt.trim() === "") throw new PaiError("USAGE", { problem: texts.ui.emptyPrompt });
  if (stdin.isTTY === true && prompt !== "-") return { typed: prompt };
  const waiting = setTimeout(() => stderr.write(`${texts.ui.waitingForStdin}\n`), STDIN_PATIENCE_MS);
  const piped = await readAll(stdin).finally(() => clearTimeout(waiting));
  if (prompt !== "-") return piped.trim() === "" ? { typed: prompt } : { typed: prompt, piped };
  if (piped.trim() === "") throw new PaiError("USAGE", { problem: texts.ui.emptyStdin });
  return { typed: piped.trimEnd() };
}

// ── in a terminal ──

export async function runScreen(input: EnvironmentInput, options: Launch, streams: Streams): Promise<number> {
  const environment = await readEnvironment(input);
  const [{ startApp }, { createTerminal, suspendGroup }] = await Promise.all([import("./app.ts"), import("./terminal.ts")]);
  const color = environment.config.settings.noColor !== true && !environment.env.NO_COLOR;
  let gone = false;
  const app = startApp({
    terminal: (onGone) =>
      createTerminal(streams, () => {
        gone = true;
        onGone();
      }),
    color,
    texts: environment.texts,
    clock: systemClock,
    suspend: suspendGroup,
  });
  try {
    const settled = await askTrust(environment, input, app.asker);
    const opened = await openAsking(settled, input, options, app);
    if (opened === undefined) return 2;
    const { createHost } = await import("./session-host.ts");
    const { asker, approver } = app;
    const open = reopener(opened.input, { asker, approver, extraction: true });
    const host = createHost(opened.session, { open, width: () => screenWidth(streams), asker });
    tidyLater(settled);
    const code = await app.run(host, options.prompt);
    const id = host.storedId();
    if (id !== undefined && !gone) streams.stdout.write(`${createTheme(color).dim(host.texts.ui.comeBack(id))}\n`);
    return code;
  } finally {
    app.stop();
  }
}

const never = new AbortController().signal;

/** Old sessions and files go once the screen stands. What cannot be removed now is tried again by the next start. */
function tidyLater(environment: Environment): void {
  setTimeout(() => void removeExpired(environment).catch(() => {}) /* the next start tries again */, TIDY_AFTER_MS).unref();
}

/** A project that brings its own configuration is asked about before any of it counts. */
async function askTrust(environment: Environment, input: EnvironmentInput, asker: Asker): Promise<Environment> {
  const { trust, trusted, texts, root } = environment;
  if (trusted || trust.files.length === 0) return environment;
  const { trustValues } = await import("../runtime/report.ts");
  const { id } = await asker.ask(
    {
      title: texts.ui.trust.title(root, trust.status === "changed"),
      text: trustText(trust.files, trustValues(environment), texts),
      careful: true,
      choices: [
        { id: "trust", label: texts.ui.trust.yes },
        { id: "no", label: texts.ui.trust.no },
      ],
    },
    never,
  );
  if (id !== "trust") return environment;
  await trustProject(environment);
  return readEnvironment(input);
}

/** What would take effect stands first: a long list of files may not push it out of sight. */
function trustText(files: readonly string[], values: readonly string[], texts: Texts): string {
  return [...(values.length === 0 ? [] : [texts.report.trustWould, ...values, ""]), ...files].join("\n");
}

/** Asks what is missing: a session to resume, a session that is in use, a model. Undefined: the person left. */
async function openAsking(
  environment: Environment,
  input: EnvironmentInput,
  { resume, fork }: Launch,
  { asker, approver }: App,
): Promise<{ readonly session: AgentSession; readonly input: EnvironmentInput } | undefined> {
  const { texts } = environment;
  const wanted = resume === "pick" ? await pickSession(environment, asker) : resume;
  if (wanted === "none") return undefined;
  const open = (where: Environment, forked: boolean) =>
    openAgent({ environment: where, approver, asker, extraction: true, ...resumeOptions(wanted, forked) });
  try {
    return { session: await open(environment, fork), input };
  } catch (error) {
    if (isPaiError(error, "SESSION_IN_USE")) {
      const { pid } = error.values;
      const choices = [
        { id: "fork", label: texts.ui.inUse.fork },
        { id: "leave", label: texts.ui.leave },
      ];
      const { id } = await asker.ask({ title: texts.ui.inUse.title(pid), text: "", choices }, never);
      return id === "fork" ? { session: await open(environment, true), input } : undefined;
    }
    if (!isPaiError(error, "NOT_CONFIGURED")) throw error;
    const choices = [
      { id: "offline", label: texts.ui.connect.offline },
      { id: "leave", label: texts.ui.leave },
    ];
    const { id } = await asker.ask({ title: texts.ui.connect.title, text: texts.ui.connect.how, choices }, never);
    if (id !== "offline") return undefined;
    const offline = { ...input, flags: { ...input.flags, provider: "offline" } };
    return { session: await open(await readEnvironment(offline), fork), input: offline };
  }
}

async function pickSession({ home, root, texts }: Environment, asker: Asker): Promise<{ id: string } | "latest" | "none"> {
  const sessions = projectSessions(home, root);
  if (sessions.length === 0) return "latest"; // which then tells that there is none
  const choices = sessions.map((session) => ({ id: session.id, label: sessionLabel(session, texts) }));
  const { id } = await asker.ask(
    { title: texts.ui.pickSession, text: "", choices: [...choices, { id: "none", label: texts.ui.leave }] },
    never,
  );
  return id === "none" ? "none" : { id };
}

/** Opens a session in the place of another one, as it was opened, but for what the person has changed since. */
function reopener(input: EnvironmentInput, ports: Pick<AgentOptions, "asker" | "approver" | "extraction">) {
  return async ({ resume, settings, reopened }: Wanted): Promise<AgentSession> => {
    const environment = await readEnvironment({ ...input, flags: { ...input.flags, ...settings } });
    return openAgent({ environment, ...ports, reopened, ...(resume === undefined ? {} : { resume }) });
  };
}

function resumeOptions(resume: Exclude<Launch["resume"], "pick">, fork: boolean): Pick<AgentOptions, "resume" | "fork"> {
  if (resume === undefined) return {};
  return { resume: resume === "latest" ? "latest" : resume.id, fork };
}
