// The `tools` of a request: part of the cached prefix, so always the same bytes for the same tools.
import { z } from "zod";
import type { ToolSpec } from "../protocol/llm.ts";
import type { Tool } from "../protocol/tool.ts";

/**
 * Sorted by name, whatever the order in which the tools were registered. Properties stay as their schema declares them, which is as
 * stable and better than the alphabet: models write arguments in this order, and `path` belongs before `content`.
 */
export function toolSpecs(tools: readonly Tool[]): readonly ToolSpec[] {
  return tools.map(specOf).sort((a, b) => (a.function.name < b.function.name ? -1 : 1));
}

function specOf({ name, description, schema }: Tool): ToolSpec {
  const { $schema: _, ...parameters } = z.toJSONSchema(schema, { io: "input" });
  return { type: "function", function: { name, description, parameters } };
}
