// Fills `{{name}}` in model-facing texts. What a value contains is never expanded again: it may come from anywhere.
import { PaiError } from "../protocol/errors.ts";

const PLACEHOLDER = /\{\{\s*([A-Za-z]\w*)\s*\}\}/g;

/** Replaces every placeholder, so that none is left. Throws PaiError `PLACEHOLDER_UNKNOWN` for one without a value. */
export function fillTemplate(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(PLACEHOLDER, (_, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined) throw new PaiError("PLACEHOLDER_UNKNOWN", { name, known: Object.keys(values).join(", ") });
    return value;
  });
}
