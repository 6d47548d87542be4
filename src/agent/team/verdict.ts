// A reviewer's verdict. Only a clear yes approves: everything that cannot be read is a no. Pure.
import { z } from "zod";
import type { Texts } from "../../locale/index.ts";
import { cutHead } from "../../util/text.ts";
import { strictJson } from "../strict-json.ts";

const verdictSchema = z.strictObject({ approved: z.boolean(), reasons: z.array(z.string()).default([]) });

export type Verdict = { readonly approved: true } | { readonly approved: false; readonly reasons: string };

/** UTF-16 units of reasons that go back to the worker. */
const REASONS_CHARS = 4_000;

export function readVerdict(answer: string, texts: Texts): Verdict {
  const json = strictJson(answer.trim());
  const parsed = "value" in json ? verdictSchema.safeParse(json.value) : undefined;
  if (!parsed?.success) return { approved: false, reasons: texts.plan.badVerdict(cutHead(answer.trim(), REASONS_CHARS)) };
  const { approved, reasons } = parsed.data;
  if (approved) return { approved };
  const said = reasons.filter((reason) => reason.trim() !== "").map((reason) => `- ${reason.trim()}`);
  return { approved, reasons: cutHead(said.join("\n"), REASONS_CHARS) || texts.plan.noReasons };
}
