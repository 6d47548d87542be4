// Started by session.ts: loads one ledger in a process of its own, so that its memory can be told from the bench's.
import process from "node:process";
import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";

const { module } = await runnerImport(fileURLToPath(new URL("../src/session/load.ts", import.meta.url)), { logLevel: "error" });
const megabytes = () => process.resourceUsage().maxRSS / 1024;
const startMb = megabytes();
const began = performance.now();
const { state } = module.loadTail(process.argv[2]);
const ms = performance.now() - began;
console.log(JSON.stringify({ ms, startMb, peakMb: megabytes(), messages: state.units.get("main").messages.length }));
