// A process of its own that changes a memory file until it has done its share or is killed. It says on stdout what it is
// about to do and what was acknowledged, one JSON line each, written at once so that a kill loses none.
import { writeSync } from "node:fs";
import process from "node:process";
import { MEMORY_DEFAULTS } from "../../src/memory/options.ts";
import { openMemoryService } from "../../src/memory/service.ts";
import { isPaiError } from "../../src/protocol/errors.ts";

export interface WorkerOrder {
  readonly file: string;
  readonly project: string;
  /** Begins every content that this worker writes. */
  readonly name: string;
  readonly operations: number;
  /** Entries of this worker that are there already: id and content. */
  readonly own: readonly (readonly [id: string, content: string])[];
}

/** `did` without `content`: the entry is gone. */
export type WorkerLine =
  | { readonly type: "will"; readonly op: string; readonly id?: string; readonly content?: string }
  | { readonly type: "did"; readonly op: string; readonly id: string; readonly content?: string; readonly old?: string }
  | { readonly type: "refused"; readonly op: string; readonly code: string };

const order: WorkerOrder = JSON.parse(process.argv[2] ?? "{}");
const random = {
  next: Math.random,
  base36: (length: number) => Array.from({ length }, () => Math.floor(Math.random() * 36).toString(36)).join(""),
};
const memory = openMemoryService({
  ...MEMORY_DEFAULTS,
  file: order.file,
  projectKey: order.project,
  clock: { now: () => new Date() },
  random,
});
const own = new Map(order.own);
const say = (line: WorkerLine) => writeSync(1, `${JSON.stringify(line)}\n`);
const options = { source: "user", force: true } as const;

for (let done = 0; done < order.operations; done++) {
  const op = own.size === 0 ? "save" : (["save", "save", "delete", "verify", "replace"][Math.floor(Math.random() * 5)] ?? "save");
  const id = [...own.keys()][Math.floor(Math.random() * own.size)] ?? "";
  const content = `${order.name} ${random.base36(10)}`;
  try {
    if (op === "save") {
      say({ type: "will", op, content });
      const { entry } = await memory.save(content, options);
      if (entry) {
        own.set(entry.id, content);
        say({ type: "did", op, id: entry.id, content });
      }
    } else if (op === "delete") {
      say({ type: "will", op, id });
      await memory.delete(id);
      own.delete(id);
      say({ type: "did", op, id });
    } else if (op === "verify") {
      say({ type: "will", op, id });
      await memory.verify(id);
      say({ type: "did", op, id, content: own.get(id) ?? "" });
    } else {
      say({ type: "will", op, id, content });
      const { entry } = await memory.replace(id, content, options);
      if (entry) {
        own.delete(id);
        own.set(entry.id, content);
        say({ type: "did", op, id: entry.id, content, old: id });
      }
    }
  } catch (error) {
    if (!isPaiError(error)) throw error;
    say({ type: "refused", op, code: error.code });
  }
}
