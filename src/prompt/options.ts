// What a name of a prompt file (a personality, say) may be, and the limits of project memory.
import { z } from "zod";

/** One segment of a path that can't leave its folder. */
export const promptName = z.string().regex(/^[\p{L}\p{N}_][\p{L}\p{N}_.-]{0,63}$/u);

/** Levels of imports below a PAI.md: enough for an index of indexes, and a bound for what a start has to read. */
export const MAX_IMPORT_LEVELS = 3;

/** UTF-16 units of all project memory together: some 8,000 tokens, which every request carries. */
export const MAX_PROJECT_MEMORY_CHARS = 24_000;
