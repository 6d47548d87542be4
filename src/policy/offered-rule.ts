// The rule that "always" would keep for a command: narrow enough that it never covers what the person did not see.
import type { Rule } from "./permissions.ts";
import { isKnown, type SimpleCommand } from "./simple-command.ts";

/** Programs where the same name does very different things: the rule takes the subcommand too. */
const SCRIPTS = /^(?:run|run-script|exec|x|dlx|compose)$/;
/** Programs that destroy or run anything: only the very words are kept. */
const EXACT =
  /^(?:rm|mv|cp|ln|chmod|chown|truncate|shred|dd|tee|install|find|xargs|node|python[\d.]*|perl|ruby|php|npx|bunx|make|source|\.|sh|bash|zsh|docker|podman)$/;

export function offeredRule(
  command: SimpleCommand,
  highRisk: boolean,
  root: string,
): (Rule & { command: string[]; exact?: boolean }) | undefined {
  const { program, args, cwds, wrappers } = command;
  const words = [program, ...args.map((arg) => arg.text)];
  if (program === "" || command.isFunction || wrappers.length > 0) return undefined;
  if (highRisk || EXACT.test(command.name)) {
    const certain = args.every((arg) => isKnown(arg) && !arg.glob) && cwds.length === 1 && cwds[0] === root;
    return certain ? { command: words, exact: true } : undefined;
  }
  const length = SCRIPTS.test(words[1] ?? "") ? 3 : 2;
  const prefix = words.slice(0, length);
  const end = prefix.findIndex((word, index) => index > 0 && (word.startsWith("-") || word.includes("\0")));
  return { command: end < 0 ? prefix : prefix.slice(0, end) };
}
