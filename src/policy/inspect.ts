// Walks a command's syntax tree the way bash would run it and lists every simple command that can run: inside wrappers,
// texts for another shell, substitutions, loops and functions; with the folders it may run in and the values of variables.
import { noWork, type ParsedShell, type ShellParser } from "../util/shell.ts";
import type { Part, Script, Word } from "../util/shell-syntax.ts";
import { changedFolders, settledName } from "./builtins.ts";
import { evaluatesCode, mayEvaluate, mayHoldCode, passedOn } from "./evaluated.ts";
import { type Expansion, expandTarget, expandText, expandWord, type Names } from "./expand.ts";
import { inputFields, noInput, type Outcome, type State, stay, union } from "./flow.ts";
import { knownOutput } from "./known-output.ts";
import { expandsValue } from "./runs-text.ts";
import {
  type Doubt,
  type Field,
  type Inspection,
  isKnown,
  plainField,
  programName,
  type SimpleCommand,
  UNKNOWN,
  type Value,
} from "./simple-command.ts";
import { type VariableStore, Variables } from "./variables.ts";
import { readsInputFile, SHELLS, unwrap } from "./wrappers.ts";

export interface Place {
  /** Real path of the folder that the command starts in. */
  readonly cwd: string;
  /** The user's home folder. */
  readonly home: string;
}

/** Commands that one line may come down to, loops walked twice; more is not judged. */
const MAX_COMMANDS = 800;
/** Stands for an unknown piece where a text is parsed once more: a variable that nobody sets is unknown again. */
const UNSET = `\${_paicli_unknown_}`;
/** Texts for another shell inside each other. */
const MAX_TEXTS = 6;

/** Thrown inside the walk only. */
class TooLong extends Error {}

export function inspectCommand(shell: ShellParser, command: string, place: Place): Inspection {
  const parse = parseOnce(shell);
  const parsed = parse(command);
  if ("unreadable" in parsed) return { commands: [], doubts: new Set([parsed.unreadable]), forkBomb: false };
  try {
    // The first walk collects what variables can hold: a value may be given after the place that uses it, in a loop.
    const store: VariableStore = new Map();
    const first = new Walk(parse, place, store);
    first.run(parsed.script, first.start);
    const second = new Walk(parse, place, store);
    second.evaluates = mayEvaluate(command);
    second.run(parsed.script, second.start);
    if (second.evaluates && second.holdsCode) second.doubts.add("ambiguous");
    return { commands: second.commands, doubts: second.doubts, forkBomb: second.forkBomb };
  } catch (error) {
    if (error instanceof TooLong) return { commands: [], doubts: new Set(["too_long"]), forkBomb: false };
    throw error;
  }
}

function mayBeCode(value: Field): boolean {
  return !isKnown(value) || mayHoldCode(value);
}

/** `export PS4=…`, `env PS4=…`, `read PS4`: a value that the shell expands once more. */
function setsExpanded(program: string, word: Field): boolean {
  const [, name, value] = /^(\w+)(?:\+?=([\s\S]*))?$/.exec(word.text) ?? [];
  if (name === undefined || !expandsValue(name)) return false;
  if (value === undefined) return /^(?:read|printf|mapfile|readarray)$/.test(program);
  return mayBeCode({ ...word, text: value });
}

/** Texts for another shell are met in each walk and each round of a loop, and parsed once, within one limit of work. */
function parseOnce(shell: ShellParser): (command: string) => ParsedShell {
  const parsed = new Map<string, ParsedShell>();
  const work = noWork();
  return (command) => {
    const known = parsed.get(command) ?? shell.parse(command, work);
    parsed.set(command, known);
    return known;
  };
}

class Walk {
  commands: SimpleCommand[] = [];
  readonly doubts = new Set<Doubt>();
  readonly start: State;
  forkBomb = false;
  /** Some text of it may evaluate a value once more; some value holds what would run then. */
  evaluates = false;
  holdsCode = false;
  readonly #parse: ReturnType<typeof parseOnce>;
  readonly #place: Place;
  readonly #variables: Variables;
  readonly #functions = new Set<string>();
  #count = 0;
  #texts = 0;

  constructor(parse: ReturnType<typeof parseOnce>, place: Place, store: VariableStore) {
    this.#parse = parse;
    this.#place = place;
    this.#variables = new Variables(store);
    this.start = { cwds: [place.cwd], input: noInput, wrappers: [] };
  }

  run(script: Script, state: State): Outcome {
    switch (script.kind) {
      case "command":
        return this.#command(script, state);
      case "sequence":
        return this.#sequence(script.items, state);
      case "and": {
        const left = this.run(script.left, state);
        const right = this.run(script.right, { ...state, cwds: left.ok });
        return { ok: right.ok, any: union(left.any, right.any) };
      }
      case "or": {
        const left = this.run(script.left, state);
        const right = this.run(script.right, { ...state, cwds: left.any });
        return { ok: union(left.ok, right.ok), any: union(left.any, right.any) };
      }
      case "pipeline":
        return this.#pipeline(script.stages, state);
      case "subshell": {
        const { output } = this.run(script.body, state);
        return { ...stay(state), ...(output === undefined ? {} : { output }) };
      }
      case "branch": {
        const after = this.#sequence(script.items, state);
        return { ok: union(state.cwds, after.any), any: union(state.cwds, after.any) };
      }
      case "loop":
        return this.#loop(script, state);
      case "function": {
        const settled = settledName(script.name);
        if (settled) this.doubts.add("ambiguous");
        this.#functions.add(script.name);
        const from = this.commands.length;
        const { any } = this.run(script.body, state);
        const itself = this.commands.slice(from).filter((command) => command.program === script.name);
        if (itself.length > 1) this.forkBomb = true;
        return { ok: union(state.cwds, any), any: union(state.cwds, any) };
      }
      case "redirected": {
        const { redirects, input } = this.#redirects(script.redirects, state);
        this.#emit({ name: "", program: "", args: [], assignments: [], redirects, isFunction: false, ...state });
        return this.run(script.body, { ...state, input });
      }
    }
  }

  #sequence(items: readonly Script[], state: State): Outcome {
    let outcome: Outcome = stay(state);
    for (const [index, item] of items.entries()) outcome = this.run(item, index === 0 ? state : { ...state, cwds: outcome.any });
    return items.length === 1 ? outcome : { ok: outcome.any, any: outcome.any };
  }

  #pipeline(stages: readonly Script[], state: State): Outcome {
    let { input } = state;
    let output: string | undefined;
    for (const stage of stages) {
      const from = this.commands.length;
      output = this.run(stage, { ...state, input }).output;
      input = { from: [...input.from, ...this.commands.slice(from)], ...(output === undefined ? {} : { text: output }) };
    }
    return { ...stay(state), ...(output === undefined ? {} : { output }) };
  }

  /** The body runs any number of times: a dry round shows whether it moves to another folder. */
  #loop(script: Script & { readonly kind: "loop" }, state: State): Outcome {
    if (script.variable !== undefined) {
      const values = script.values.flatMap((word) => this.#expand(word, state).fields);
      this.#keepCode(values);
      this.#variables.assign(script.variable, values.length > 0 ? values : [plainField(UNKNOWN)]);
    }
    const { commands } = this;
    this.commands = [];
    const dry = this.#variables.dry(() => this.run(script.body, state));
    this.commands = commands;
    const moved = union(state.cwds, dry.any);
    const cwds = moved.length > state.cwds.length ? union(moved, [undefined]) : moved;
    const { any } = this.run(script.body, { ...state, cwds });
    return { ok: union(cwds, any), any: union(cwds, any) };
  }

  #command(script: Script & { readonly kind: "command" }, state: State): Outcome {
    const expansions = script.words.map((word) => this.#expand(word, state));
    const assignments = script.assignments.map(({ name, partial, values }) => {
      const given = values.flatMap((value) => expandText(value, this.#names(state)));
      const held = partial ? [...given, plainField(UNKNOWN)] : given.length > 0 ? given : [plainField("")];
      this.#variables.assign(name, held);
      this.#keepCode(held);
      if (name === "IFS") this.doubts.add("ambiguous");
      if (expandsValue(name) && held.some(mayBeCode)) this.doubts.add("eval");
      return { name, values: held.map((value) => value.text) };
    });
    const { redirects, input } = this.#redirects(script.redirects, state);
    const fields = expansions.flatMap((expansion) => expansion.fields);
    const inner: State = { ...state, input };
    if (fields.length === 0) {
      this.#emit({ name: "", program: "", args: [], assignments, redirects, isFunction: false, ...inner });
      return stay(state);
    }
    if (expansions[0]?.several) this.doubts.add("unknown_program");
    return this.#fields(fields, inner, { assignments, redirects });
  }

  /** A command whose fields are known as far as they can be; also the one inside a wrapper. */
  #fields(fields: readonly Field[], state: State, more: Pick<SimpleCommand, "assignments" | "redirects">): Outcome {
    const [first, ...args] = fields;
    if (!first) return stay(state);
    const program = first.text;
    const name = programName(program);
    if (!isKnown(first) || first.glob || name === "") this.doubts.add("unknown_program");
    if (first.fed.length > 0) this.doubts.add("unknown_program");
    const isFunction = this.#functions.has(program);
    const unwrapped = unwrap(program, args, state.input.from.length > 0 || state.input.text !== undefined, (split) =>
      inputFields(state.input, split),
    );
    const own = unwrapped ? args.slice(0, unwrapped.own) : args;
    this.#emit({ name, program, args: own, ...more, isFunction, ...state });
    this.#variables.afterBuiltin(name, args);
    if (args.some((arg) => setsExpanded(name, arg))) this.doubts.add("eval");
    if (evaluatesCode({ name, args })) this.doubts.add("ambiguous");
    this.#keepCode(passedOn({ name, args, isFunction }));
    // Patterns match names then that they do not match otherwise.
    if ((name === "shopt" || SHELLS.has(name)) && args.some((arg) => /dotglob|extglob|globstar/.test(arg.text)))
      this.doubts.add("ambiguous");
    // A reference to another variable (`declare -n`) is not followed.
    if (/^(?:declare|typeset|local)$/.test(name) && args.some((arg) => /^-\w*n/.test(arg.text))) this.doubts.add("ambiguous");
    const inside: State = { ...state, wrappers: [...state.wrappers, name] };
    for (const inner of unwrapped?.inner ?? []) {
      if (inner.kind === "doubt") this.doubts.add(inner.doubt);
      else if (inner.kind === "words") this.#fields(inner.fields, inside, { assignments: [], redirects: [] });
      else this.#text(inner.field, inside);
    }
    // A shell with neither text nor script, or one whose script is the input, runs its input.
    const operand = args.find((arg) => !/^[-+]/.test(arg.text));
    const sources = name === "source" || name === ".";
    const runsInput = sources || (SHELLS.has(name) && !unwrapped) ? (operand ? readsInputFile(operand) : !sources) : false;
    const ran =
      runsInput && state.input.text !== undefined
        ? this.#text(plainField(state.input.text), { ...inside, input: noInput })
        : undefined;
    if (sources && ran) return { ok: union(state.cwds, ran.any), any: union(state.cwds, ran.any) };
    const moved = changedFolders(name, own, state.cwds, this.#place.home);
    const output = knownOutput(name, args, state);
    const outcome = moved ? { ok: moved, any: union(state.cwds, moved) } : stay(state);
    return more.redirects.length > 0 || output === undefined ? outcome : { ...outcome, output };
  }

  /** A text that another shell runs. */
  #text(field: Field, state: State): Outcome {
    if (!isKnown(field)) this.doubts.add("run_text");
    if (++this.#texts > MAX_TEXTS) throw new TooLong();
    const parsed = this.#parse(field.text.replaceAll(UNKNOWN, UNSET));
    this.evaluates ||= mayEvaluate(field.text);
    if ("unreadable" in parsed) this.doubts.add(parsed.unreadable);
    const outcome = "unreadable" in parsed ? stay(state) : this.run(parsed.script, state);
    this.#texts--;
    return outcome;
  }

  #keepCode(values: readonly Field[]): void {
    this.holdsCode ||= values.some(mayHoldCode);
  }

  #redirects(redirects: (Script & { readonly kind: "command" })["redirects"], state: State) {
    let { input } = state;
    const files = redirects.flatMap(({ operator, target }) => {
      if (!target) return [];
      const here = operator === "<<" || operator === "<<<";
      const texts = (here ? expandText : expandTarget)(target, this.#names(state));
      if (here) {
        const [only] = texts;
        const end = operator === "<<<" ? "\n" : "";
        input = { from: only?.fed ?? [], text: texts.length === 1 && only ? only.text + end : UNKNOWN };
        if (operator === "<<<") this.#keepCode(texts); // `read` may take it
        return [];
      }
      if (operator === "<") input = { from: texts.flatMap((text) => text.fed) };
      return texts.map((text) => ({ operator, target: text }));
    });
    return { redirects: files, input };
  }

  #expand(word: Word, state: State): Expansion {
    return expandWord(word, this.#names(state));
  }

  #names(state: State): Names {
    return {
      home: this.#place.home,
      values: (name) => this.#values(name, state),
      fed: (name) => this.#variables.fed(name),
      output: (part) => this.#output(part, state),
    };
  }

  #values(name: string, state: State): readonly Value[] {
    if (name === "IFS") return [plainField(" \t\n")];
    const values = this.#variables.values(name);
    const known = () => values.filter(({ text }) => text !== UNKNOWN);
    if (name === "PWD") return [...known(), ...state.cwds.map((cwd) => plainField(cwd ?? UNKNOWN))];
    return name === "HOME" ? [...known(), plainField(this.#place.home)] : values;
  }

  #output(part: Part, state: State): { text: string; commands: readonly SimpleCommand[] } {
    if (part.kind === "unknown") {
      for (const script of part.inner) this.run(script, state);
      return { text: UNKNOWN, commands: [] };
    }
    if (part.kind !== "substitution" && part.kind !== "process") return { text: UNKNOWN, commands: [] };
    const from = this.commands.length;
    const { output } = this.run(part.script, {
      ...state,
      input: part.kind === "process" ? { from: [], text: UNKNOWN } : noInput,
    });
    const commands = this.commands.slice(from);
    return { text: part.kind === "process" ? "/dev/fd/63" : (output?.replace(/\n+$/, "") ?? UNKNOWN), commands };
  }

  #emit(command: SimpleCommand): void {
    if (++this.#count > MAX_COMMANDS) throw new TooLong();
    this.commands.push({
      name: command.name,
      program: command.program,
      args: command.args,
      assignments: command.assignments,
      redirects: command.redirects,
      cwds: command.cwds,
      wrappers: command.wrappers,
      isFunction: command.isFunction,
      input: command.input,
    });
  }
}
