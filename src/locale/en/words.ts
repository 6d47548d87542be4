// What several sections of the catalogue say in the same way.
import type { ShapeFault, ShapeIssue, ShapeType } from "../../protocol/shape.ts";

/** `1 memory`, `2 memories`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

const TYPES: Readonly<Record<ShapeType, string>> = {
  text: "text",
  number: "a number",
  whole: "a whole number",
  boolean: "true or false",
  list: "a list",
  object: "an object",
  null: "null",
};

function faultWords(fault: ShapeFault): string {
  switch (fault.kind) {
    case "missing":
      return `is missing (${orList(fault.expected.map((type) => TYPES[type]))})`;
    case "type":
      return `must be ${orList(fault.expected.map((type) => TYPES[type]))}`;
    case "value":
      return `must be ${orList(fault.allowed.map((value) => JSON.stringify(value)))}`;
    case "too_small":
    case "too_big": {
      const small = fault.kind === "too_small";
      const bound = `${small ? (fault.inclusive ? "at least" : "more than") : fault.inclusive ? "at most" : "less than"} ${fault.limit}`;
      const counts = { text: ` character${fault.limit === 1 ? "" : "s"} long`, list: ` long`, number: "" } as const;
      return `must be ${bound}${counts[fault.of]}`;
    }
    case "unknown_keys":
      return `has keys that are not known: ${fault.names.join(", ")}`;
    case "other":
      return "is not of the right form";
  }
}

function orList(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}

export function shape(issues: readonly ShapeIssue[]): string {
  return issues.map(({ at, fault }) => `${at === "" ? "it" : at} ${faultWords(fault)}`).join("; ");
}
