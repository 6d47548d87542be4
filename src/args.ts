// The command line: words in, one typed invocation out. Loads nothing but the parser and the catalogue of help texts.
import { Command, CommanderError, Help, Option } from "commander";
import type { Texts } from "./locale/index.ts";
import { PaiError } from "./protocol/errors.ts";
import { columnsOf, PLAIN_COLUMNS, wrapColumns } from "./util/columns.ts";

export interface CommonFlags {
  readonly cwd?: string;
  /** Raw texts by setting name: the highest layer of the configuration. */
  readonly settings: Readonly<Record<string, string>>;
}

export interface VerbFlags extends CommonFlags {
  readonly json: boolean;
  readonly allProjects: boolean;
  readonly global: boolean;
  readonly force: boolean;
  readonly skipped: boolean;
  readonly format?: string;
}

export type Invocation =
  /** `--version`, `--help`: print and end. */
  | { readonly kind: "text"; readonly text: string }
  | {
      readonly kind: "run";
      /** `-p`: one task without interaction. */
      readonly print: boolean;
      /** `-` with `print`: read it from stdin. */
      readonly prompt?: string;
      /** `latest`: `--continue`; `pick`: `--resume` without an id. */
      readonly resume?: "latest" | "pick" | { readonly id: string };
      readonly fork: boolean;
      readonly flags: CommonFlags;
    }
  | { readonly kind: "memory"; readonly verb: string; readonly words: readonly string[]; readonly flags: VerbFlags }
  | { readonly kind: "sessions"; readonly verb: string; readonly words: readonly string[]; readonly flags: VerbFlags }
  | { readonly kind: "replay"; readonly file: string; readonly html?: string; readonly flags: CommonFlags }
  | { readonly kind: "config"; readonly flags: CommonFlags }
  | { readonly kind: "doctor"; readonly flags: CommonFlags }
  | { readonly kind: "demo"; readonly flags: CommonFlags }
  | { readonly kind: "trust"; readonly revoke: boolean; readonly flags: CommonFlags };

interface RawOptions {
  readonly [name: string]: string | boolean | undefined;
}

const SETTING_FLAGS = [
  ["-m, --model <id>", "model"],
  ["--provider <name>", "provider"],
  ["--base-url <url>", "baseUrl"],
  ["--light-model <id>", "lightModel"],
  ["--mode <react|plan|team>", "mode"],
  ["--approval <ask|auto|full|deny>", "approval"],
  ["--max-turns <n>", "maxTurns"],
  ["--token-budget <n>", "tokenBudget"],
  ["--context-window <n>", "contextWindow"],
  ["--lang <zh|en>", "lang"],
  ["--trust-project", "trustProject"],
  ["--output-format <text|json|stream-json>", "outputFormat"],
] as const satisfies readonly (readonly [string, keyof Texts["help"]["flags"]])[];

/** `width`: columns of a help page. Throws PaiError `USAGE` on anything that the grammar does not know. */
export function parseArguments(words: readonly string[], version: string, texts: Texts, width = PLAIN_COLUMNS): Invocation {
  const help = texts.help;
  let parsed: Invocation | undefined;
  let printed = "";
  const decide = (invocation: Invocation) => {
    parsed = invocation;
  };

  const program = new Command("paicli")
    .description(help.about)
    .usage("[prompt…] | -p <prompt> | <command>")
    .argument("[prompt...]", help.prompt)
    .option("-p, --print <prompt>", help.print)
    .option("-c, --continue", help.continue)
    .option("-r, --resume [id]", help.resume)
    .option("--fork", help.fork)
    .enablePositionalOptions();
  for (const [flags, name] of SETTING_FLAGS) program.addOption(new Option(flags, help.flags[name]));
  program.option("--no-color", help.noColor).option("-C, --cwd <dir>", help.cwd);
  program.action((prompt: string[], options: RawOptions) => decide(runInvocation(prompt, options, texts)));

  const verbs = (kind: "memory" | "sessions", usage: string, fallback: string) => {
    const command = program
      .command(kind)
      .usage(usage)
      .description(help.commands[kind])
      .argument("[verb]")
      .argument("[words...]")
      .option("--json", help.json)
      .option("-C, --cwd <dir>", help.cwd)
      .option("--all-projects", help.allProjects)
      .option("--force", help.force)
      .addOption(new Option("--lang <zh|en>", help.flags.lang));
    if (kind === "memory") command.option("--global", help.global).option("--skipped", help.skipped);
    else command.option("--format <md|html|json>", help.format);
    command.action((verb: string | undefined, rest: string[], _: RawOptions, self: Command) =>
      decide({ kind, verb: verb ?? fallback, words: rest, flags: verbFlags(self.optsWithGlobals()) }),
    );
  };
  verbs("memory", "[status|list|search <q>|save <fact>|verify <id>|replace <id> <fact>|delete <id>|undo|clear]", "status");
  verbs("sessions", "[list|show <id>|export <id>|context <id>|delete <id>]", "list");

  program
    .command("context")
    .description(help.commands.context)
    .command("replay")
    .description(help.commands.replay)
    .argument("<file>")
    .option("--html <file>", help.html)
    .option("-C, --cwd <dir>", help.cwd)
    .addOption(new Option("--lang <zh|en>", help.flags.lang))
    .addOption(new Option("--context-window <n>", help.flags.contextWindow))
    .action((file: string, options: RawOptions, self: Command) =>
      decide({ kind: "replay", file, ...textOption("html", options), flags: commonFlags(self.optsWithGlobals()) }),
    );
  for (const kind of ["config", "doctor", "demo"] as const) {
    const command = program.command(kind).description(help.commands[kind]).option("-C, --cwd <dir>", help.cwd);
    for (const [flags, name] of SETTING_FLAGS) command.addOption(new Option(flags, help.flags[name]));
    command.action((_: RawOptions, self: Command) => decide({ kind, flags: commonFlags(self.optsWithGlobals()) }));
  }
  program
    .command("trust")
    .description(help.commands.trust)
    .option("--revoke", help.revoke)
    .option("-C, --cwd <dir>", help.cwd)
    .addOption(new Option("--lang <zh|en>", help.flags.lang))
    .action((options: RawOptions, self: Command) =>
      decide({ kind: "trust", revoke: options.revoke === true, flags: commonFlags(self.optsWithGlobals()) }),
    );

  program.version(version, "-v, --version", help.version).helpOption("-h, --help", help.help);
  for (const command of [program, ...program.commands, ...program.commands.flatMap((child) => child.commands)]) {
    command.helpCommand(false).configureHelp(helpIn(texts, width));
    command.exitOverride().configureOutput({ writeOut: (text) => (printed += text), writeErr: () => {} });
    command.helpOption("-h, --help", help.help);
  }
  try {
    program.parse([...words], { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return { kind: "text", text: printed };
    throw new PaiError("USAGE", { problem: usageProblem(error, texts) }, { cause: error });
  }
  if (parsed === undefined) throw new PaiError("USAGE", { problem: help.problems.incomplete });
  return parsed;
}

/** Below the longest title of a usage line. */
const USAGE_INDENT = " ".repeat(7);

/** The parser's own words of a help page in the interface language, its lines filled by columns. */
function helpIn({ help }: Texts, helpWidth: number): Partial<Help> {
  const plain = new Help();
  const headings = new Map(Object.entries(help.headings).map(([title, words]) => [`${title}:`, words]));
  const placeholders = (usage: string) =>
    usage.replace("[options]", `[${help.placeholders.options}]`).replace("[command]", `[${help.placeholders.command}]`);
  return {
    helpWidth,
    minWidthToWrap: 24,
    styleTitle: (title) => headings.get(title) ?? title,
    commandUsage: (command) =>
      wrapColumns(placeholders(plain.commandUsage(command)), helpWidth - USAGE_INDENT.length).join(`\n${USAGE_INDENT}`),
    subcommandTerm: (command) => placeholders(plain.subcommandTerm(command)),
    displayWidth: columnsOf,
    boxWrap: (text, width) => wrapColumns(text, width).join("\n"),
  };
}

function runInvocation(prompt: readonly string[], options: RawOptions, texts: Texts): Invocation {
  const { print, resume } = options;
  const asked =
    typeof resume === "string" ? { id: resume } : options.continue === true ? "latest" : resume === true ? "pick" : undefined;
  const words = typeof print === "string" ? print : prompt.length > 0 ? prompt.join(" ") : undefined;
  if (typeof print === "string" && prompt.length > 0) throw new PaiError("USAGE", { problem: `-p ${print} ${prompt.join(" ")}` });
  if (options.fork === true && asked === undefined) throw new PaiError("USAGE", { problem: texts.help.problems.forkOfNothing });
  return {
    kind: "run",
    print: print !== undefined,
    ...(words === undefined ? {} : { prompt: words }),
    ...(asked === undefined ? {} : { resume: asked }),
    fork: options.fork === true,
    flags: commonFlags(options),
  };
}

function commonFlags(options: RawOptions): CommonFlags {
  const settings: Record<string, string> = {};
  for (const [, name] of SETTING_FLAGS) {
    const value = options[name];
    if (value !== undefined && value !== false) settings[name] = String(value);
  }
  if (options.color === false) settings.noColor = "true";
  return { settings, ...textOption("cwd", options) };
}

function verbFlags(options: RawOptions): VerbFlags {
  return {
    ...commonFlags(options),
    json: options.json === true,
    allProjects: options.allProjects === true,
    global: options.global === true,
    force: options.force === true,
    skipped: options.skipped === true,
    ...textOption("format", options),
  };
}

function textOption<Name extends string>(name: Name, options: RawOptions): { readonly [key in Name]?: string } {
  const value = options[name];
  return typeof value === "string" ? ({ [name]: value } as { readonly [key in Name]?: string }) : {};
}

/** The parser's complaint in the interface language; what was typed is taken over from its message. */
function usageProblem(error: CommanderError, texts: Texts): string {
  const typed = /'([^']*)'/.exec(error.message)?.[1] ?? "";
  const problems: Record<string, (word: string) => string> = {
    "commander.unknownCommand": texts.help.problems.unknownCommand,
    "commander.unknownOption": texts.help.problems.unknownFlag,
    "commander.optionMissingArgument": texts.help.problems.missingValue,
    "commander.missingArgument": texts.help.problems.missingArgument,
    "commander.excessArguments": () => texts.help.problems.tooMany,
  };
  return (
    problems[error.code]?.(typed) ??
    (error.message.startsWith("error:") ? error.message.slice(7) : texts.help.problems.incomplete)
  );
}
