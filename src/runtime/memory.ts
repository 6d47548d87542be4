// Long-term memory alone: what `paicli memory`, a session and the SDK share.
import { join, resolve } from "node:path";
import { MEMORY_DEFAULTS } from "../memory/options.ts";
import { type MemoryService, openMemoryService } from "../memory/service.ts";
import type { StoreNotice } from "../memory/store.ts";
import { systemClock, systemRandom } from "./clock.ts";
import type { Environment } from "./environment.ts";

export function memoryFile({ home, config }: Pick<Environment, "home" | "config">): string {
  const dir = config.settings.memoryDir;
  return join(dir === undefined ? join(home, "memory") : resolve(dir), "long_term_memory.json");
}

export function openMemory(environment: Environment, onNotice: (notice: StoreNotice) => void): MemoryService {
  const { memoryStaleDays, memoryConflictThreshold } = environment.config.settings;
  return openMemoryService({
    ...MEMORY_DEFAULTS,
    ...(memoryStaleDays === undefined ? {} : { staleDays: memoryStaleDays }),
    ...(memoryConflictThreshold === undefined ? {} : { conflictThreshold: memoryConflictThreshold }),
    file: memoryFile(environment),
    projectKey: environment.root,
    clock: systemClock,
    random: systemRandom,
    onNotice,
  });
}
