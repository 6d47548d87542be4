// Times as the clock on the person's wall shows them.

/** An ISO time as `2025-01-02 03:04` in the zone of the process; what is no time, as it stands. */
export function localMinute(iso: string): string {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return iso;
  const two = (n: number) => String(n).padStart(2, "0");
  const day = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  return `${day} ${two(time.getHours())}:${two(time.getMinutes())}`;
}
