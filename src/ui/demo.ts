// `paicli demo`: types a tour's lines into a real session on the embedded offline model, and in a terminal leaves the person there.
import { rmSync } from "node:fs";
import type { Texts } from "../locale/index.ts";
import { openAgent } from "../runtime/agent.ts";
import { makeDemoPlace } from "../runtime/demo-project.ts";
import { type Environment, type EnvironmentInput, readEnvironment } from "../runtime/environment.ts";
import { gravestCode } from "./exit-code.ts";
import { runHeadless } from "./headless.ts";
import { runScreen, type Streams, screenWidth } from "./launch.ts";
import { createHost } from "./session-host.ts";

/** Resolves to the exit code. Nothing of it stays: neither in the person's home nor in the folder where it was started. */
export async function runDemo(input: EnvironmentInput, streams: Streams, stop: AbortSignal): Promise<number> {
  const { dir, project, home } = makeDemoPlace();
  try {
    const here: EnvironmentInput = {
      flags: { ...input.flags, provider: "offline", approval: "full" },
      cwd: project,
      env: { ...input.env, PAICLI_HOME: home },
    };
    const environment = await readEnvironment(here);
    const code = await playTour(environment, streams, stop);
    if (code !== 0 || streams.stdin.isTTY !== true || streams.stdout.isTTY !== true) return code;
    return await runScreen(
      { ...here, flags: { ...here.flags, approval: "ask" } },
      { print: false, resume: "latest", fork: false },
      streams,
    );
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

async function playTour(environment: Environment, streams: Streams, stop: AbortSignal): Promise<number> {
  const { demo } = environment.texts;
  // What stands before the resumed session is said by the one that is left: the new one begins with what it has to tell itself.
  const first = await playLines(environment, streams, stop, {
    before: demo.intro(environment.root),
    steps: demo.steps,
    after: `\n${demo.left}`,
  });
  if (first === 130) return first;
  const second = await playLines(environment, streams, stop, {
    steps: demo.resumed,
    after: `\n${demo.outro}`,
    resume: "latest",
  });
  return gravestCode([first, second]);
}

interface Lines {
  readonly before?: string;
  readonly steps: Texts["demo"]["steps"];
  readonly after?: string;
  readonly resume?: string;
}

/** Types the lines into a session and closes it. */
async function playLines(
  environment: Environment,
  streams: Streams,
  stop: AbortSignal,
  { before, steps, after, resume }: Lines,
): Promise<number> {
  const open = (id: string | undefined) => openAgent({ environment, ...(id === undefined ? {} : { resume: id }) });
  const host = createHost(await open(resume), {
    open: (wanted) => open(wanted.resume),
    width: () => screenWidth(streams),
  });
  const io = { format: "text", stdout: streams.stdout, stderr: streams.stderr, signal: stop } as const;
  return runHeadless(host, io, async (run) => {
    if (before !== undefined) await run.say(before, false);
    const codes: number[] = [];
    for (const { say, line } of steps) {
      await run.say(`\n${say}\n› ${line}`, false);
      const { exitCode = 0, output } = await host.submit(line, run.signal);
      if (output !== undefined) await run.say(output, exitCode !== 0);
      codes.push(run.signal.aborted ? 130 : exitCode);
      if (run.signal.aborted) break;
    }
    if (after !== undefined) await run.say(after, false);
    return gravestCode(codes);
  });
}
