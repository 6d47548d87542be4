// Long-term memory as a library.
import { join, resolve } from "node:path";
import type { MemoryService } from "../memory/contract.ts";
import type { MemoryEntry } from "../memory/entry.ts";
import { MEMORY_DEFAULTS } from "../memory/options.ts";
import { createRecall } from "../memory/recall.ts";
import { openMemoryService } from "../memory/service.ts";
import { findProjectRoot } from "../util/paths.ts";
import { systemClock, systemRandom } from "./clock.ts";
import { homeOf } from "./environment.ts";

export interface SdkMemoryOptions {
  /** Folder of the memory file; default: `memory` in `~/.paicli`. */
  readonly dir?: string;
  /** A folder in the project; default: the current one. */
  readonly project?: string;
}

export interface SdkMemory extends MemoryService {
  /** Best first, at most `limit` (10) whose score is above the threshold of recall. `now`: against which age is judged. */
  search(
    query: string,
    options?: { readonly limit?: number; readonly now?: Date },
  ): Promise<readonly { readonly entry: MemoryEntry; readonly score: number }[]>;
}

export function openMemory({ dir, project = "." }: SdkMemoryOptions = {}): SdkMemory {
  const home = homeOf({});
  const service = openMemoryService({
    ...MEMORY_DEFAULTS,
    file: join(dir === undefined ? join(home, "memory") : resolve(dir), "long_term_memory.json"),
    projectKey: findProjectRoot(project, home),
    clock: systemClock,
    random: systemRandom,
  });
  const recall = createRecall({ entries: () => service.entries(), clock: systemClock });
  return Object.assign(service, { search: recall.search });
}
