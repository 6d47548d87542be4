// What the prompt says of time: the date and the zone, never the clock, so that the text stays the same all day.
import type { Texts } from "../locale/index.ts";

export interface RuntimeContext {
  /** `2025-12-01`, in the person's time zone. */
  readonly date: string;
  /** `Asia/Shanghai`. */
  readonly timeZone: string;
}

/** The note to append once another day has begun; the prompt itself stays as it is. `told`: what the model was last told. */
export function dateNote(told: RuntimeContext, now: RuntimeContext, texts: Texts): string | undefined {
  return told.date === now.date ? undefined : texts.prompt.dateChanged(now);
}
