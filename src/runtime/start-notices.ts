// What a session tells before its first turn: that it begins, and what was ignored, moved or repaired.
import type { Texts } from "../locale/index.ts";
import type { EventBody } from "../protocol/event.ts";
import type { ModelInfo } from "../protocol/llm.ts";
import type { Mode } from "../session/entry.ts";
import type { Session } from "../session/session.ts";
import { oneLine } from "../util/text.ts";
import type { Environment } from "./environment.ts";
import { VERSION } from "./package.ts";
import { refusedFiles, smallWindow } from "./report.ts";

type Notice = Extract<EventBody, { readonly type: "notice" }>;

export function sessionStart(session: Session, { root }: Environment, { provider, id }: ModelInfo, mode: Mode): EventBody {
  return {
    type: "session_start",
    version: VERSION,
    provider,
    model: id,
    project: root,
    mode,
    resumed: session.resumed !== undefined,
  };
}

/** What was given as configuration and has no effect: told once by whatever uses the rest of it. */
export function configNotices({ config, root }: Pick<Environment, "config" | "root">, texts: Texts): readonly Notice[] {
  const names = [...new Set(config.ignored.map(({ name }) => name))];
  return [
    ...(names.length === 0 ? [] : [notice("warning", "PROJECT_NOT_TRUSTED", texts.runtime.trustIgnored(names))]),
    ...(config.refused.length === 0 ? [] : [notice("warning", "PROJECT_FILES_REFUSED", refusedFiles({ config, root }, texts))]),
    ...(config.unknown.length === 0
      ? []
      : [notice("warning", "UNKNOWN_VARIABLES", texts.runtime.unknownVariables(config.unknown))]),
  ];
}

/** What the person must know before the first input: what was ignored, moved, repaired. */
export function startNotices(
  session: Session,
  { config, root }: Environment,
  resume: string | undefined,
  texts: Texts,
): readonly EventBody[] {
  const { resumed } = session;
  const words = session.words();
  const told: EventBody[] = [...configNotices({ config, root }, texts)];
  const small = smallWindow(config, texts);
  if (small !== undefined) told.push(notice("warning", "WINDOW_TOO_SMALL", small));
  if (resumed === undefined)
    return resume === undefined ? told : [...told, notice("info", "NOTHING_TO_RESUME", texts.runtime.resumedNothing)];
  const [first = ""] = words;
  told.push(
    notice("info", "SESSION_RESUMED", texts.runtime.resumed({ id: resumed.id, title: oneLine(first, 60), turns: words.length })),
  );
  // Unknown where a damaged ledger does not say it: what is missing of that is told below.
  if (resumed.project !== "" && resumed.project !== root)
    told.push(notice("warning", "PROJECT_MOVED", texts.runtime.projectMoved(resumed.project, root)));
  if (resumed.repaired) {
    const { orphans, duplicates, empty, ...same } = resumed.repaired;
    told.push(notice("warning", "SESSION_REPAIRED", texts.session.repaired({ ...same, dropped: orphans + duplicates + empty })));
  }
  if (resumed.damage.torn) told.push(notice("warning", "SESSION_TORN", texts.session.tornEnd));
  if (resumed.damage.newer) told.push(notice("warning", "SESSION_NEWER", texts.session.newerFormat));
  if (resumed.damage.missing > 0)
    told.push(notice("warning", "SESSION_INCOMPLETE", texts.session.eventsMissing(resumed.damage.missing)));
  return told;
}

export function notice(level: "info" | "warning" | "error", code: string, message: string): Notice {
  return { type: "notice", level, code, message };
}
