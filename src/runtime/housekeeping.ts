// Removes what its retention time is over for: sessions of the home, files of large tool results in the project.
import { removeExpiredOutputs, removeOutputs } from "../context/tool-output-store.ts";
import { deleteSession, listSessions, outputBorrowers, removeExpiredSessions, type SessionSummary } from "../session/catalog.ts";
import { systemClock, systemRandom } from "./clock.ts";
import type { Environment } from "./environment.ts";

/** Days that the files of large tool results are kept after the last word of the sessions that name them. */
const OUTPUT_DAYS = 30;

const tools = { clock: systemClock, random: systemRandom };

/**
 * To be called when nobody waits: sessions are kept for ever unless the person says otherwise. Once `stop` is aborted no further
 * session or folder is begun with; the next call goes on.
 */
export async function removeExpired({ home, root, config }: Environment, stop?: AbortSignal): Promise<void> {
  const { sessionRetentionDays = 0, toolOutputRetentionDays = OUTPUT_DAYS } = config.settings;
  const until = stop === undefined ? {} : { stop };
  await removeExpiredSessions(home, sessionRetentionDays, { ...tools, ...until });
  const appended = lastAppended(home);
  const days = toolOutputRetentionDays;
  await removeExpiredOutputs({ root, days, clock: systemClock, lastAppended: (id) => appended.get(id), ...until });
}

/** By session: when a ledger that names its tool outputs, its own or that of a fork, was last appended to. */
function lastAppended(home: string): ReadonlyMap<string, Date> {
  const appended = new Map<string, Date>();
  const note = (owner: string, { updatedAt }: SessionSummary) => {
    const time = new Date(updatedAt);
    if (time.getTime() > (appended.get(owner)?.getTime() ?? Number.NEGATIVE_INFINITY)) appended.set(owner, time);
  };
  for (const session of listSessions(home)) note(session.id, session);
  for (const [owner, borrowers] of outputBorrowers(home)) for (const session of borrowers) note(owner, session);
  return appended;
}

/**
 * Removes a session and the tool outputs that nobody names any more: its own, and those of earlier sessions that only it had kept.
 * Returns the sessions that still name its own, which therefore stay. Throws PaiError `SESSION_IN_USE`.
 */
export async function removeSession(home: string, { id, project }: SessionSummary): Promise<readonly string[]> {
  const borrowers = outputBorrowers(home);
  await deleteSession(home, id, tools);
  if (project === "") return [];
  const living = new Set(listSessions(home).map((session) => session.id));
  const others = (owner: string) => (borrowers.get(owner) ?? []).map((session) => session.id).filter((other) => other !== id);
  const borrowed = [...borrowers].filter(([, by]) => by.some((session) => session.id === id)).map(([owner]) => owner);
  for (const owner of [id, ...borrowed]) {
    if (!living.has(owner) && others(owner).length === 0) await removeOutputs(project, owner);
  }
  return others(id);
}
