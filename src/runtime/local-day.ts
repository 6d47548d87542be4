// Today, as the machine's own clock and zone have it.
import { readlinkSync } from "node:fs";
import type { RuntimeContext } from "../prompt/runtime-context.ts";

/** The day on which `now` falls here, and the zone's name. `tz`: the variable that overrides the machine's zone. */
export function localDay(now: Date, tz: string | undefined): RuntimeContext {
  const two = (n: number) => String(n).padStart(2, "0");
  return { date: `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`, timeZone: zoneName(tz) };
}

/** Asking Intl is the fallback: it loads all of its tables for this one name, 20 to 70 ms of each start. */
function zoneName(tz: string | undefined): string {
  if (tz !== undefined && /^[A-Za-z]+(\/[A-Za-z0-9_+-]+)+$/.test(tz)) return tz;
  const linked = tz === undefined ? /zoneinfo\/(?:posix\/)?(.+)$/.exec(linkOf("/etc/localtime"))?.[1] : undefined;
  return linked ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return ""; // not a link, or not there: then the zone is asked for in another way
  }
}
