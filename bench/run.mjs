// npm run bench -- <name> [--option …]: runs bench/<name>.ts, TypeScript as it stands, and prints its table. Without a name: lists
// them. What begins with -- is for the benchmark, which reads it itself.
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createServer } from "vite";

const here = fileURLToPath(new URL(".", import.meta.url));
const names = readdirSync(here)
  .filter((file) => file.endsWith(".ts"))
  .map((file) => file.slice(0, -3));
const wanted = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const unknown = wanted.filter((name) => !names.includes(name));
if (wanted.length === 0 || unknown.length > 0) {
  console.log(`npm run bench -- <${names.join("|")}>${unknown.length > 0 ? `\nunknown: ${unknown.join(", ")}` : ""}`);
  process.exit(unknown.length > 0 ? 2 : 0);
}
// a server's runner stays open while the benchmark runs, so that what it imports lazily is found too
const server = await createServer({
  configFile: false,
  logLevel: "error",
  optimizeDeps: { noDiscovery: true },
  server: { middlewareMode: true, ws: false, hmr: false, watch: null },
});
for (const name of wanted) {
  const module = await server.environments.ssr.runner.import(`${here}${name}.ts`);
  await module.default();
}
await server.close();
