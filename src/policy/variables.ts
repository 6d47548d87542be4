// What the variables of one command line can hold: every value that is given anywhere, and unknown where one may come from
// outside. Values are only added, never replaced, so that the order of branches and loops does not matter.
import { type Field, plainField, type SimpleCommand, UNKNOWN } from "./simple-command.ts";

interface Held {
  readonly texts: Set<string>;
  /** The commands whose output is a part of a value. */
  readonly fed: Set<SimpleCommand>;
}

export type VariableStore = Map<string, Held>;

/** More or longer values of one variable are not told apart. */
const MAX_VALUES = 8;
const MAX_VALUE_LENGTH = 500;

/** Builtins that give the variables they name values which cannot be seen. */
const FILLS = /^(?:read|mapfile|readarray|printf|getopts|let|declare|typeset|local|wait|select)$/;

export class Variables {
  readonly store: VariableStore;
  /** Those that have a value at this point of the walk; the others may come from the environment. */
  #assigned = new Set<string>();

  constructor(store: VariableStore) {
    this.store = store;
  }

  /** All values, with `UNKNOWN` among them where others are possible. */
  values(name: string): readonly string[] {
    const texts = [...(this.store.get(name)?.texts ?? [])];
    return this.#assigned.has(name) ? texts : [...texts, UNKNOWN];
  }

  fed(name: string): readonly SimpleCommand[] {
    return [...(this.store.get(name)?.fed ?? [])];
  }

  assign(name: string, values: readonly Field[]): void {
    const held = this.store.get(name) ?? { texts: new Set(), fed: new Set() };
    for (const { text, fed } of values) {
      held.texts.add(held.texts.size < MAX_VALUES && text.length < MAX_VALUE_LENGTH ? text : UNKNOWN);
      for (const command of fed) held.fed.add(command);
    }
    this.store.set(name, held);
    this.#assigned.add(name);
  }

  /** Runs `round` and forgets afterwards which variables it gave a value: in its first round a loop sees none of them. */
  dry<Result>(round: () => Result): Result {
    const assigned = new Set(this.#assigned);
    const result = round();
    this.#assigned = assigned;
    return result;
  }

  /** What a builtin does to variables without an assignment that can be read. */
  afterBuiltin(name: string, args: readonly Field[]): void {
    if (name === "source" || name === ".") this.#forgetAll();
    const names = args.flatMap(({ text }) => /^(\w+)(?!.*=)/s.exec(text)?.[1] ?? []);
    if (name === "unset") for (const each of names) this.assign(each, [plainField("")]);
    if (FILLS.test(name)) for (const each of names) if (this.store.has(each)) this.assign(each, [plainField(UNKNOWN)]);
    // `export $pairs`: which names it holds is not known.
    if ((FILLS.test(name) || /^(?:export|readonly)$/.test(name)) && args.some(({ text }) => text.startsWith(UNKNOWN)))
      this.#forgetAll();
  }

  #forgetAll(): void {
    for (const name of this.store.keys()) this.assign(name, [plainField(UNKNOWN)]);
  }
}
