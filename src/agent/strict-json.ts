// A model's answer that must be one JSON object and nothing beside it.
import { createRequire } from "node:module";

const load = createRequire(import.meta.url);

export type StrictJson = { readonly value: unknown } | { readonly problem: string };

/** The whole text as JSON. A key that stands twice is a problem: which of its values was meant? */
export function strictJson(text: string): StrictJson {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
  // JSON.parse keeps the last of two equal keys without a word; a YAML parser, of which JSON is a part, reports them.
  // Loaded at the first plan: it takes 40 ms, and most sessions never make one.
  const { parseDocument }: typeof import("yaml") = load("yaml");
  const repeated = parseDocument(text, { uniqueKeys: true }).errors.find(({ code }) => code === "DUPLICATE_KEY");
  return repeated ? { problem: repeated.message.split("\n")[0] ?? "duplicate key" } : { value };
}
