// A program with the interactive screen open, to be run on a real terminal and ended in the ways a program can end.
import { textsFor } from "../../src/locale/index.ts";
import { startApp } from "../../src/ui/app.ts";
import { createTerminal, suspendGroup } from "../../src/ui/terminal.ts";
import { scriptedHost } from "./ui-host.ts";

const [how] = process.argv.slice(2);
const app = startApp({
  terminal: (onGone) => createTerminal({ stdin: process.stdin, stdout: process.stdout }, onGone),
  color: true,
  texts: textsFor("en"),
  clock: { now: () => new Date() },
  suspend: suspendGroup,
});
setTimeout(() => {
  if (how === "throw") throw new Error("crashed on purpose");
  if (how === "exit") process.exit(1);
  process.kill(process.pid, how === "term" ? "SIGTERM" : "SIGHUP");
}, 100);
// `early`: ended before there is a session.
if (how !== "early") process.exitCode = await app.run(scriptedHost(() => ({})));
