import { existsSync, rmSync } from "node:fs";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { createCapture } from "../../src/tools/capture.ts";
import { killAllProcesses } from "../../src/util/process.ts";
import { listProcesses } from "../../src/util/process-list.ts";
import { project } from "./fixture.ts";

afterAll(killAllProcesses);

const mark = (dropped: number) => `<${dropped}>`;

test("output and exit code are told; a command runs in the project root, and nothing is kept between two", async () => {
  const { run, text, root } = project();
  expect(await text("execute_command", { command: "echo out; echo err >&2" })).toMatch(/^\[exit code: 0\]\n(out\nerr|err\nout)$/);
  await text("execute_command", { command: "cd /; export X=1" });
  expect(await text("execute_command", { command: "pwd; echo [$X]" })).toBe(`[exit code: 0]\n${root}\n[]`);
  const failed = await run("execute_command", { command: "exit 7" });
  expect(failed).toMatchObject({ ok: false, content: "[exit code: 7]\n(no output)", display: { kind: "command", exitCode: 7 } });
  expect(await text("execute_command", { command: "kill -9 $$" })).toContain("ended by signal SIGKILL");
});

test("bash is used, and quotes, here-documents, leading dashes and 100 KB pass as they are", async () => {
  const { text, run } = project();
  expect(await text("execute_command", { command: "[[ a == a ]] && cat <<'X'\n\"$HOME\" `x`\nX" })).toBe(
    '[exit code: 0]\n"$HOME" `x`',
  );
  expect(await text("execute_command", { command: "-x" })).toContain("[exit code: 127]");
  expect(await text("execute_command", { command: `: ${"x".repeat(100_000)}; echo done` })).toBe("[exit code: 0]\ndone");
  expect(await text("execute_command", { command: "echo 'unclosed" })).toContain("exit code: ");
  await expect(run("execute_command", { command: "echo a\0b" })).rejects.toMatchObject({
    code: "COMMAND_INVALID",
    values: { why: "nul" },
  });
  await expect(run("execute_command", { command: "x".repeat(200_000) })).rejects.toMatchObject({
    code: "COMMAND_INVALID",
    values: { why: "long" },
  });
});

test("there is no input: what asks gets the end of it at once", async () => {
  const { text } = project();
  expect(await text("execute_command", { command: "read -r answer || echo none" })).toContain("none");
});

test("D3: Chinese output split within characters, on both streams at once, comes out exact", async () => {
  const { text } = project();
  const command =
    "for i in 1 2 3; do printf '\\xe4\\xbd'; printf '\\xe9\\x94' >&2; sleep 0.02; printf '\\xa0\\n'; printf '\\x99\\n' >&2; done";
  const output = await text("execute_command", { command });
  expect([...output.replace("[exit code: 0]", "")].sort().join("").trim()).toBe("你你你错错错");
});

test("D6: progress frames and colours are gone, the live output is as clean", async () => {
  const { text } = project();
  let live = "";
  const progress = (piece: string) => {
    live += piece;
  };
  const command =
    "for i in $(seq 1 5000); do printf '\\033[2K\\r下载 %d%%' $i; done; printf '\\nDONE-MARK\\n\\033[31mred\\033[0m\\a\\n'";
  const output = await text("execute_command", { command }, { progress });
  expect(output).toBe("[exit code: 0]\n下载 5000%\nDONE-MARK\nred");
  expect(live).toBe("下载 5000%\nDONE-MARK\nred\n");
});

test("M24: at the time limit the whole tree is ended, and the model is told", async () => {
  const { run, path } = project();
  const command = "(sleep 1.2; echo late > late.txt) & sleep 5 | cat; echo end > end.txt";
  const { ok, content } = await run("execute_command", { command, timeout_seconds: 1 });
  expect(ok).toBe(false);
  expect(content).toContain("timed out");
  await sleep(500);
  expect([existsSync(path("late.txt")), existsSync(path("end.txt"))]).toEqual([false, false]);
});

test("M28: the time limit is the configured one, and a call may ask for up to 600 seconds of its own", async () => {
  const { tool, run } = project({}, undefined, 1);
  const slow = { command: "sleep 1.3; echo done" };
  expect((await run("execute_command", slow)).content).toContain("timed out");
  expect((await run("execute_command", { ...slow, timeout_seconds: 10 })).content).toContain("done");
  const { schema } = tool("execute_command");
  const accepts = (timeout_seconds: number) => schema.safeParse({ command: "x", timeout_seconds }).success;
  expect([accepts(600), accepts(1), accepts(601), accepts(0), accepts(1.5)]).toEqual([true, true, false, false, false]);
});

test("a cancel ends the command and rejects with its reason", async () => {
  const { run, path } = project();
  const controller = new AbortController();
  const running = run("execute_command", { command: "sleep 0.7; touch alive.txt" }, { signal: controller.signal });
  setTimeout(() => controller.abort(new Error("by the user")), 100);
  await expect(running).rejects.toThrow("by the user");
  await sleep(700);
  expect(existsSync(path("alive.txt"))).toBe(false);
});

test("K6: a server left in the background does not hang the call, runs on, and ends with us", async () => {
  const { text } = project();
  const began = performance.now();
  const output = await text("execute_command", { command: "sleep 7201 & echo pid=$!" });
  expect(performance.now() - began).toBeLessThan(2000);
  expect(output).toContain("still run");
  const pid = Number(/pid=(\d+)/.exec(output)?.[1]);
  const alive = () => listProcesses("").some((each) => each.pid === pid);
  expect(alive()).toBe(true);
  killAllProcesses();
  expect(alive()).toBe(false);
});

test("L4: commands do not see the keys of models; the rest of the environment stays", async () => {
  const env = {
    PATH: process.env.PATH,
    MODEL_KEY: "sk-secret",
    OTHER_TOKEN: "theirs",
    https_proxy: "http://proxy",
    LANG: "zh_CN.UTF-8",
  };
  const output = await project({}, env).text("execute_command", { command: "env" });
  expect(output).not.toContain("sk-secret");
  for (const kept of ["OTHER_TOKEN=theirs", "https_proxy=http://proxy", "LANG=zh_CN.UTF-8"]) expect(output).toContain(kept);
});

test("a command goes where its words say, whatever the environment makes of a relative folder or a pattern", async () => {
  const env = { PATH: process.env.PATH, CDPATH: "/", BASHOPTS: "dotglob:expand_aliases", GLOBIGNORE: "a*" };
  const { text } = project({ "etc/here": "", "etc/.hidden": "" }, env);
  expect(await text("execute_command", { command: "cd etc && echo * && pwd" })).toMatch(/^\s*here\n\S*\/etc$/m);
});

test("of more than 2,000,000 characters the middle is dropped, and the result says how many", async () => {
  const { text } = project();
  const output = await text("execute_command", {
    command: "echo FIRST; head -c 3000000 /dev/zero | tr '\\0' x; echo; echo LAST",
  });
  expect(output).toMatch(
    /^\[exit code: 0\]\n\[the output had 3000012 characters; 1000012 in the middle were not kept\]\nFIRST\nx/,
  );
  expect(output).toMatch(/\n\[… 1000012 characters left out here …\]\nx+\nLAST$/);
});

test("a capture never splits a pair, and its count is exact", () => {
  for (let max = 4; max < 30; max++) {
    const capture = createCapture(max);
    const whole = "ab😀中".repeat(20);
    for (const piece of whole.match(/[\s\S]{1,7}/gu) ?? []) capture.push(piece);
    const { text, total, dropped } = capture.end(mark);
    const [head = "", tail = ""] = text.split(/\n<\d+>\n/);
    expect(total).toBe(whole.length);
    expect(head.length + tail.length + dropped).toBe(total);
    expect(whole.startsWith(head) && whole.endsWith(tail)).toBe(true);
    expect(text.isWellFormed()).toBe(true);
  }
  const small = createCapture(10);
  small.push("0123456789");
  expect(small.end(mark)).toEqual({ text: "0123456789", total: 10, dropped: 0 });
});

test("a project folder that has vanished is told as that", async () => {
  const { run, root } = project();
  rmSync(root, { recursive: true });
  await expect(run("execute_command", { command: "true" })).rejects.toMatchObject({ code: "FOLDER_GONE" });
});

test("of a large output more is kept in view than of other results", () => {
  const { tool } = project();
  expect(tool("execute_command").preview).toEqual({ over: 8000, head: 8000, tail: 800 });
  expect(tool("read_file").preview).toEqual({ over: 32_000, head: 2000, tail: 800 });
});
