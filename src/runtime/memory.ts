// Long-term memory alone: what `paicli memory`, a session and the SDK share.
import { join, resolve } from "node:path";
import type { Texts } from "../locale/index.ts";
import type { MemoryService } from "../memory/contract.ts";
import { MEMORY_DEFAULTS } from "../memory/options.ts";
import { openMemoryService } from "../memory/service.ts";
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

export type { MemoryService };

/** What the person must be told about the file itself. */
export function memoryNotice(notice: StoreNotice, texts: Texts): string {
  return notice.kind === "broken" ? texts.memory.broken({ ...notice, copy: notice.copy }) : texts.memory.notUnderstood(notice);
}
