import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { bundle } from "../support/bundle.ts";

const run = promisify(execFile);

test("the terminal is as before, however the program ends: exception, exit, SIGTERM, SIGHUP, before or in a session", async () => {
  const program = await bundle("terminal-child");
  try {
    for (const how of ["throw", "exit", "term", "hup", "early"]) {
      // A pseudo terminal, whose settings are printed before and after.
      const command = `stty -g; ${process.execPath} ${program.path} ${how} 2>&1; echo; stty -g`;
      const { stdout } = await run("script", ["-qec", command, "/dev/null"], { env: { ...process.env, TERM: "xterm-256color" } });
      const settings = stdout.match(/^[\da-f]+(:[\da-f]+){10,}/gm) ?? [];
      expect([how, settings.length]).toEqual([how, 2]);
      expect([how, settings[1]]).toEqual([how, settings[0]]);
      expect(stdout.lastIndexOf("\x1b[?2004l")).toBeGreaterThan(stdout.lastIndexOf("\x1b[?2004h"));
      expect(stdout.lastIndexOf("\x1b[?25h")).toBeGreaterThan(stdout.lastIndexOf("\x1b[?25l"));
    }
  } finally {
    program.remove();
  }
});
