// What the prompt says of time: the date and the zone, never the clock, so that the text stays the same all day.
import type { Texts } from "../locale/index.ts";

export interface RuntimeContext {
  /** `2025-12-01`, in the person's time zone. */
  readonly date: string;
  /** `Asia/Shanghai`. */
  readonly timeZone: string;
}

/** The day on which `now` falls in the zone; without one, in the machine's own. */
export function runtimeContext(now: Date, timeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone): RuntimeContext {
  const parts = new Intl.DateTimeFormat("en", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" }).formatToParts(now);
  const part = (type: string) => parts.find((p) => p.type === type)?.value ?? "";
  return { date: `${part("year")}-${part("month")}-${part("day")}`, timeZone };
}

/** The note to append once another day has begun; the prompt itself stays as it is. `told`: what the model was last told. */
export function dateNote(told: RuntimeContext, now: RuntimeContext, texts: Texts): string | undefined {
  return told.date === now.date ? undefined : texts.prompt.dateChanged(now);
}
