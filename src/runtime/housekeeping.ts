// Removes what its retention time is over for: sessions of the home, files of large tool results in the project.
import { removeExpiredOutputs } from "../context/tool-output-store.ts";
import { listSessions, removeExpiredSessions } from "../session/catalog.ts";
import { systemClock, systemRandom } from "./clock.ts";
import type { Environment } from "./environment.ts";

/** Days that the files of large tool results are kept after the last word of their session. */
const OUTPUT_DAYS = 30;

/** To be called once a session is in use and nobody waits. Sessions are kept for ever unless the person says otherwise. */
export async function removeExpired({ home, root, config }: Environment): Promise<void> {
  const { sessionRetentionDays = 0, toolOutputRetentionDays = OUTPUT_DAYS } = config.settings;
  await removeExpiredSessions(home, sessionRetentionDays, { clock: systemClock, random: systemRandom });
  const appended = new Map(listSessions(home).map(({ id, updatedAt }) => [id, new Date(updatedAt)]));
  await removeExpiredOutputs({ root, days: toolOutputRetentionDays, clock: systemClock, lastAppended: (id) => appended.get(id) });
}
