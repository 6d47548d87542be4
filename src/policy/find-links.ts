// What a `find` can come across.
import type { Field } from "./simple-command.ts";

/** Whether a `find` also names links, or what lies behind them: not with `-type f`, asked before anything that could be an alternative. */
export function mayFindLinks(args: readonly Field[]): boolean {
  const texts = args.map((arg) => arg.text);
  if (texts.some((text) => /^(?:-[LH]|-follow|-o|-or|,|!|-not)$/.test(text))) return true;
  return !texts.some((text, at) => /^[fd]$/.test(text) && texts[at - 1] === "-type");
}
