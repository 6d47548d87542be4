// Long-term memory as a library.
import { join, resolve } from "node:path";
import type { MemoryService } from "../memory/contract.ts";
import { MEMORY_DEFAULTS } from "../memory/options.ts";
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

export type SdkMemory = MemoryService;

export function openMemory({ dir, project = "." }: SdkMemoryOptions = {}): SdkMemory {
  const home = homeOf({});
  return openMemoryService({
    ...MEMORY_DEFAULTS,
    file: join(dir === undefined ? join(home, "memory") : resolve(dir), "long_term_memory.json"),
    projectKey: findProjectRoot(project, home),
    clock: systemClock,
    random: systemRandom,
  });
}
