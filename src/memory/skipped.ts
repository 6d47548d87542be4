// The extractions that were not saved because an entry said something else: how many, and the last ones, for the person to decide.
import { readFile } from "node:fs/promises";
import { z } from "zod";
import { systemCode } from "../protocol/errors.ts";
import { writeFileAtomic } from "../util/atomic-file.ts";
import { MAX_SKIPPED_SHOWN } from "./options.ts";

const skippedSchema = z.object({
  content: z.string(),
  at: z.string(),
  project: z.string(),
  /** Ids of the entries that it contradicts. */
  conflicts: z.array(z.string()),
});
export type Skipped = z.infer<typeof skippedSchema>;

const fileSchema = z.object({ counts: z.record(z.string(), z.number()), last: z.array(skippedSchema) });
type SkippedFile = z.infer<typeof fileSchema>;

/** Of one project: how many in all, and the last ones, newest first. */
export async function skippedOf(
  file: string,
  project: string,
): Promise<{ readonly count: number; readonly last: readonly Skipped[] }> {
  const { counts, last } = await load(file);
  return { count: counts[project] ?? 0, last: last.filter((item) => item.project === project).toReversed() };
}

/** Called under the lock of the memory file. What is skipped again is counted again and listed once. */
export async function addSkipped(file: string, item: Skipped): Promise<void> {
  const { counts, last } = await load(file);
  const next: SkippedFile = {
    counts: { ...counts, [item.project]: (counts[item.project] ?? 0) + 1 },
    last: [...last.filter(({ content, project }) => content !== item.content || project !== item.project), item].slice(
      -MAX_SKIPPED_SHOWN,
    ),
  };
  await writeFileAtomic(file, JSON.stringify(next), { mode: 0o600 });
}

async function load(file: string): Promise<SkippedFile> {
  try {
    return fileSchema.parse(JSON.parse(await readFile(file, "utf8")));
  } catch (error) {
    if (systemCode(error) === undefined || systemCode(error) === "ENOENT") return { counts: {}, last: [] }; // none, or not ours: only statistics
    throw error;
  }
}
