// A memory in a throw-away home and project, with a clock that only moves when it is told to and dice that repeat.
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { MemoryParts, MemoryService } from "../../src/memory/contract.ts";
import { MEMORY_DEFAULTS } from "../../src/memory/options.ts";
import { openMemoryService } from "../../src/memory/service.ts";
import type { StoreNotice } from "../../src/memory/store.ts";
import type { Clock, Random } from "../../src/protocol/ports.ts";

export interface TestClock extends Clock {
  advance(ms: number): void;
}

export function testClock(start = "2026-03-01T08:00:00.000Z"): TestClock {
  let now = Date.parse(start);
  return {
    now: () => new Date(now),
    advance: (ms) => {
      now += ms;
    },
  };
}

export function testRandom(seed = 1): Random {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  return { next, base36: (length) => Array.from({ length }, () => Math.floor(next() * 36).toString(36)).join("") };
}

export function tempDir(): string {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), "paicli-memory-")));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

export interface TestMemory {
  readonly memory: MemoryService;
  readonly file: string;
  readonly project: string;
  readonly clock: TestClock;
  readonly notices: StoreNotice[];
}

export function testMemory(parts: Partial<MemoryParts> = {}, seed = 1): TestMemory {
  const file = parts.file ?? join(tempDir(), "memory", "long_term_memory.json");
  const project = parts.projectKey ?? tempDir();
  const clock = testClock();
  const notices: StoreNotice[] = [];
  const memory = openMemoryService({
    ...MEMORY_DEFAULTS,
    clock,
    random: testRandom(seed),
    onNotice: (notice) => notices.push(notice),
    ...parts,
    file,
    projectKey: project,
  });
  return { memory, file, project, clock, notices };
}
