// What the variables of one command line can hold: every value that is given anywhere, and unknown where one may come from
// outside. Values are only added, never replaced, so that the order of branches and loops does not matter.
import { type Field, plainField, type SimpleCommand, UNKNOWN, type Value } from "./simple-command.ts";

interface Held {
  /** By what they are, so that each stands once. A loop over a pattern leaves the pattern, for any of the names that it matches. */
  readonly values: Map<string, Value>;
  /** The commands whose output is a part of a value. */
  readonly fed: Set<SimpleCommand>;
}

export type VariableStore = Map<string, Held>;

/** More or longer values of one variable are not told apart. */
const MAX_VALUES = 8;
const MAX_VALUE_LENGTH = 500;

const unknownValue: Value = { text: UNKNOWN, glob: false };

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
  values(name: string): readonly Value[] {
    const values = [...(this.store.get(name)?.values.values() ?? [])];
    return this.#assigned.has(name) ? values : [...values, unknownValue];
  }

  fed(name: string): readonly SimpleCommand[] {
    return [...(this.store.get(name)?.fed ?? [])];
  }

  assign(name: string, values: readonly Field[]): void {
    const held = this.store.get(name) ?? { values: new Map(), fed: new Set() };
    for (const { text, glob, listing, fed } of values) {
      const kept = held.values.size < MAX_VALUES && text.length < MAX_VALUE_LENGTH;
      const value: Value = kept ? { text, glob, ...(listing ? { listing } : {}) } : unknownValue;
      held.values.set(JSON.stringify(value), value);
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
