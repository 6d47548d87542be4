// What is wrong with the shape of data from outside, without words: each language has its own. Pure.
import { z } from "zod";

export interface ShapeIssue {
  /** Where in the data: `tasks[0].id`; empty for the whole. */
  readonly at: string;
  readonly fault: ShapeFault;
}

export type ShapeFault =
  | { readonly kind: "missing"; readonly expected: readonly ShapeType[] }
  | { readonly kind: "type"; readonly expected: readonly ShapeType[] }
  /** None of the only values. */
  | { readonly kind: "value"; readonly allowed: readonly string[] }
  /** `of`: what is counted; `limit` itself is still allowed if `inclusive`. */
  | {
      readonly kind: "too_small" | "too_big";
      readonly of: "text" | "list" | "number";
      readonly limit: number;
      readonly inclusive: boolean;
    }
  | { readonly kind: "unknown_keys"; readonly names: readonly string[] }
  | { readonly kind: "other" };

const TYPES = {
  string: "text",
  number: "number",
  int: "whole",
  boolean: "boolean",
  array: "list",
  tuple: "list",
  object: "object",
  record: "object",
  null: "null",
} as const;
export type ShapeType = (typeof TYPES)[keyof typeof TYPES];

/** `parsed.data`: what was parsed, to tell a value that is missing from one of the wrong type. */
export function shapeIssues({ issues }: z.ZodError, parsed?: { readonly data: unknown }): readonly ShapeIssue[] {
  return issues.map((issue) => {
    const missing = parsed !== undefined && valueAt(parsed.data, issue.path) === undefined;
    return { at: z.core.toDotPath(issue.path), fault: faultOf(issue, missing) };
  });
}

function faultOf(issue: z.core.$ZodIssue, missing: boolean): ShapeFault {
  switch (issue.code) {
    case "invalid_type":
    case "invalid_union": {
      const expected = [...new Set(typesOf(issue))];
      if (expected.length === 0) return { kind: "other" };
      return { kind: missing ? "missing" : "type", expected };
    }
    case "invalid_value":
      return missing
        ? { kind: "missing", expected: ["text"] }
        : { kind: "value", allowed: issue.values.map((each) => String(each)) };
    case "too_small":
      return {
        kind: "too_small",
        of: countedOf(issue.origin),
        limit: Number(issue.minimum),
        inclusive: issue.inclusive !== false,
      };
    case "too_big":
      return { kind: "too_big", of: countedOf(issue.origin), limit: Number(issue.maximum), inclusive: issue.inclusive !== false };
    case "unrecognized_keys":
      return { kind: "unknown_keys", names: issue.keys };
    default:
      return { kind: "other" };
  }
}

/** What would have been taken; of a union what any of its branches takes. Empty if that can not be said by types alone. */
function typesOf(issue: z.core.$ZodIssue): readonly ShapeType[] {
  if (issue.code === "invalid_union")
    return issue.errors.flatMap((branch) => branch.flatMap((inner) => (inner.path.length === 0 ? typesOf(inner) : [])));
  if (issue.code !== "invalid_type") return [];
  const { expected } = issue;
  return isKnownType(expected) ? [TYPES[expected]] : [];
}

function isKnownType(type: string): type is keyof typeof TYPES {
  return Object.hasOwn(TYPES, type);
}

function countedOf(origin: string): "text" | "list" | "number" {
  if (origin === "string") return "text";
  return origin === "array" || origin === "set" ? "list" : "number";
}

function valueAt(data: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined),
    data,
  );
}
