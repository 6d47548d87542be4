import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import type { WireMessage } from "../../src/protocol/message.ts";
import { textOf } from "../../src/protocol/message.ts";
import { paicli, project, tempDir } from "../support/command.ts";
import { planJson } from "../support/plan.ts";
import { type ModelServer, type ServerScript, startModelServer } from "../support/server.ts";

const said = (messages: readonly WireMessage[]) => messages.slice(1).map(textOf).join("\n");
const taskOf = (messages: readonly WireMessage[]) => /^Current task: (\S+) /m.exec(said(messages))?.[1];

async function serve(script: ServerScript): Promise<ModelServer> {
  const server = await startModelServer(script);
  onTestFinished(() => server.close());
  return server;
}

/** Three tasks in a row, each with an effect that shows how often it was done. */
const CHAIN = ["a", "b", "c"].map((id, at, all) => ({ id, type: "COMMAND", dependencies: at === 0 ? [] : [all[at - 1] ?? ""] }));

/** `stuck` names a task that is not answered after its command has run, until it is set to something else. */
function chain(state: { stuck: string }): ServerScript {
  return async ({ messages, tools, last }) => {
    const id = taskOf(messages);
    if (id === undefined) return { text: tools.length === 0 ? planJson(CHAIN) : "fine" };
    if (last?.role !== "tool") return { calls: [{ name: "execute_command", args: { command: `echo ${id} >> ${id}.log` } }] };
    return { text: `result of ${id}`, ...(state.stuck === id ? { delayMs: 20_000 } : {}) };
  };
}

const lines = (cwd: string, id: string) =>
  readFileSync(join(cwd, `${id}.log`), "utf8")
    .trim()
    .split("\n");

describe("a plan that is broken off", () => {
  test.each(["SIGKILL", "SIGINT", "SIGTERM"] as const)(
    "%s: the next process goes on with it, and no finished work with effects is done twice",
    async (signal) => {
      const state = { stuck: "b" };
      const server = await serve(chain(state));
      const [cwd, home] = [project(), tempDir()];
      const first = await paicli(["-p", "do three things", "--mode", "plan"], {
        cwd,
        home,
        server,
        onSpawn(child) {
          const poll = setInterval(() => {
            // the second task has had its effect, and its result is on the way to the model
            if (child.exitCode !== null) clearInterval(poll);
            else if (existsSync(join(cwd, "b.log")) && server.requests.length >= 5) {
              clearInterval(poll);
              child.kill(signal);
            }
          }, 20);
        },
      });
      if (signal === "SIGKILL") expect(first.signal).toBe("SIGKILL");
      else expect(first.code).toBe(130);
      state.stuck = "";
      const before = server.requests.length;
      const next = await paicli(["-c", "-p", "continue", "--output-format", "stream-json"], { cwd, home, server });
      expect(next.code, next.stderr).toBe(0);
      const fresh = server.requests.slice(before);
      expect(fresh.map(({ messages }) => taskOf(messages))).toEqual(["b", "b", "c", "c"]);
      expect(said(fresh[0]?.messages ?? [])).toMatch(/This task was interrupted[\s\S]*- execute_command .*echo b/);
      expect(said(fresh[0]?.messages ?? [])).toContain("result of a");
      expect(lines(cwd, "a")).toEqual(["a"]);
      expect(lines(cwd, "c")).toEqual(["c"]);
      expect(next.events.filter(({ type }) => type === "task_end").map(({ id, status }) => `${id} ${status}`)).toEqual([
        "b done",
        "c done",
      ]);
      expect(server.refused).toEqual([]);
    },
  );
});

describe("modes in line mode", () => {
  test("/plan and /team run a task, /mode changes what follows, and their exit codes count", async () => {
    const verdicts = ['{"approved":true}', "no"];
    const server = await serve(({ messages, tools }) => {
      const text = said(messages);
      if (text.includes("Step to review:")) return { text: verdicts[/Goal: two/.test(text) ? 1 : 0] ?? "" };
      return { text: taskOf(messages) === undefined && tools.length === 0 ? planJson([{ id: "a" }]) : "done it" };
    });
    const run = (stdin: string) => paicli([], { cwd: project(), server, stdin });
    const plan = await run("/plan one\n");
    expect([plan.code, plan.stdout]).toEqual([0, expect.stringContaining("Plan: 1 of 1 done.")]);
    const team = await run("/team one\n/team two\n");
    expect(team.code).toBe(3);
    expect(team.stdout).toMatch(/Team: 1 of 1 done[\s\S]*not approved/);
    const mode = await run("/mode\n/mode plan\none\n/mode react\ntwo\n");
    expect(mode.stdout).toMatch(/mode: react\nmode: plan\n[\s\S]*Plan: 1 of 1[\s\S]*mode: react\ndone it/);
    expect((await run("/mode magic\n")).code).toBe(1);
    expect((await run("/plan\n")).stdout).toContain("No plan is unfinished");
  });
});
