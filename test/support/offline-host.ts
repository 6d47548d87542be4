// A real session on the embedded offline model, in this process, behind the host that every front end drives.
import { onTestFinished } from "vitest";
import type { Approver, Asker } from "../../src/protocol/ports.ts";
import { openAgent } from "../../src/runtime/agent.ts";
import { readEnvironment } from "../../src/runtime/environment.ts";
import { createHost, type SessionHost } from "../../src/ui/session-host.ts";
import { project, tempDir } from "./command.ts";

export interface OfflineOptions {
  readonly lang?: string;
  readonly home?: string;
  readonly cwd?: string;
  readonly resume?: string;
  /** Columns of the screen; absent: there is none. */
  readonly width?: number;
  /** Other settings, the model among them. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly asker?: Asker;
  readonly approver?: Approver;
  /** False: the test reads the events from the first one on. */
  readonly listening?: boolean;
}

export async function offlineHost(options: OfflineOptions = {}): Promise<SessionHost> {
  const { lang = "en", home = tempDir(), cwd = project(), resume, width, asker, approver, settings: own = {} } = options;
  const open = async (settings: Readonly<Record<string, string>>, id: string | undefined, reopened = false) =>
    openAgent({
      environment: await readEnvironment({
        flags: { provider: "offline", lang, ...own, ...settings },
        cwd,
        env: { PAICLI_HOME: home, HOME: tempDir(), PATH: process.env.PATH },
      }),
      ...(asker === undefined ? {} : { asker }),
      ...(approver === undefined ? {} : { approver }),
      reopened,
      ...(id === undefined ? {} : { resume: id }),
    });
  const host = createHost(await open({}, resume), {
    open: (wanted) => open(wanted.settings ?? {}, wanted.resume, wanted.reopened),
    width: () => width,
    ...(asker === undefined ? {} : { asker }),
  });
  if (options.listening !== false) host.events();
  onTestFinished(() => host.close());
  return host;
}

export const unaborted = new AbortController().signal;
