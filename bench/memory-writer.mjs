// Started by memory.ts: one long-lived writer. Says "ready", waits for a line, saves its share, prints how long it took in ms.
import process from "node:process";
import { createInterface } from "node:readline/promises";
import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";

const [file, project, name, count] = process.argv.slice(2);
const { module } = await runnerImport(fileURLToPath(new URL("memory.ts", import.meta.url)), { logLevel: "error" });
const lines = createInterface({ input: process.stdin });
const memory = module.openBench(file, project);
const go = lines.question("");
console.log("ready");
await go;
const began = performance.now();
for (let n = 0; n < Number(count); n++) await memory.save(`${name} ${module.word(n)}`, { source: "user", force: true });
console.log(performance.now() - began);
lines.close();
