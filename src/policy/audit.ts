// What was decided about each call, for the person to look up later: one JSON line each, in a file per day, secrets masked.
import { appendFile, chmod, mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Clock } from "../protocol/ports.ts";
import type { Access } from "../protocol/tool.ts";
import { maskSecrets } from "../util/secrets.ts";
import { cutHead } from "../util/text.ts";
import { AUDIT_COMMAND_CHARS } from "./options.ts";

export interface AuditEntry {
  readonly sessionId: string;
  readonly unit: string;
  readonly callId: string;
  readonly tool: string;
  readonly mode: string;
  /** `run`, `ask` and `deny` are the policy's; `once`, `always` and `refused` what the person answered. */
  readonly verdict: "run" | "ask" | "deny" | "once" | "always" | "refused";
  readonly reason: string;
  readonly access: readonly Access[];
}

export interface Audit {
  record(entry: AuditEntry): Promise<void>;
}

/** `folder`: `$PAICLI_HOME/audit`. A line that cannot be written is told once through `onError` and never stops the work. */
export function openAudit(folder: string, clock: Clock, onError: (error: unknown) => void): Audit {
  let queue: Promise<void> = Promise.resolve();
  let told = false;
  const write = async (line: string, day: string) => {
    try {
      const path = join(folder, `audit-${day}.jsonl`);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await appendFile(path, line, { mode: 0o600 });
      await chmod(path, 0o600); // a file that an older version or a copy left readable
    } catch (error) {
      if (!told) onError(error);
      told = true;
    }
  };
  return {
    record(entry) {
      const now = clock.now();
      const line = `${JSON.stringify({ timestamp: now.toISOString(), ...entry, access: entry.access.map(masked) })}\n`;
      queue = queue.then(() => write(line, localDay(now)));
      return queue;
    },
  };
}

function localDay(now: Date): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/**
 * Any value given to a variable or option with a secret's name, whatever it looks like: an audit loses nothing by masking
 * too much, where a memory would.
 */
const NAMED_VALUE =
  /(\b\w{0,40}(?:key|token|secret|passw(?:or)?d|pwd|credentials?)\w{0,20}[=:] ?|--(?:password|token|api-key|secret)[= ])(?!\*\*\*)(?:"[^"\n]{0,400}"|'[^'\n]{0,400}'|[^\s"';&|]{1,400})/gi;

/** A header that carries who one is, to the end of its word or line: `-H "Cookie: a=b; c=d"`. */
const HEADER =
  /\b((?:set-)?cookie|(?:proxy-)?authorization|x-[\w-]{0,40}(?:auth|key|token|session)[\w-]{0,20})(: ?)(?!\*\*\*)[^"'\n]{1,2000}/gi;

/** Short options whose value is a secret, by the program that takes them; a file's name in their place is masked as well. */
const SECRET_OPTIONS: readonly [program: string, option: string][] = [
  ["openssl", "-k|-K|-pass|-passin|-passout|-pwdpass|-macopt|-psk"],
  ["curl", "-b|--cookie|-u|--user|--proxy-user|-U|--oauth2-bearer|--pass"],
  ["wget", "--http-password|--ftp-password|--proxy-password"],
  ["https?|xh", "-a|--auth"],
  ["sshpass", "-p"],
  ["redis-cli", "-a|--pass"],
  ["mysql|mariadb|mysqldump", "-p"],
  ["(?:docker|podman)\\s+login", "-p"],
  ["ldap\\w+", "-w"],
  ["zip|unzip", "-P"],
  ["7z|7za", "-p"],
  ["gpg2?", "--passphrase"],
];
const VALUE = `(?!\\*\\*\\*)(?:"(?:[^"\\\\\\n]|\\\\.){0,400}"|'[^'\\n]{0,400}'|[^\\s"';&|]{1,400})`;
const OPTION_VALUES = SECRET_OPTIONS.map(([program, option]) => {
  const glued = option
    .split("|")
    .filter((name) => /^-[A-Za-z]$/.test(name))
    .join("|");
  const start = `(?:^|[\\s;&|/(\`])(?:${program})\\s`;
  const value = `(?:(?:${option})[ =]${glued === "" ? "" : `|(?:${glued})`})`;
  return { program: new RegExp(start), value: new RegExp(`(\\s${value})${VALUE}`, "g") };
});

function maskOptions(text: string): string {
  return OPTION_VALUES.reduce(
    (masked, { program, value }) => (program.test(masked) ? masked.replace(value, "$1***") : masked),
    text,
  );
}

function masked(access: Access): Access {
  const mask = (text: string) =>
    maskOptions(maskSecrets(cutHead(text, AUDIT_COMMAND_CHARS)).replace(HEADER, "$1$2***")).replace(NAMED_VALUE, "$1***");
  switch (access.kind) {
    case "command":
      return { kind: "command", command: mask(access.command) };
    case "memory":
      return { kind: "memory", fact: mask(access.fact) };
    case "network":
      return { kind: "network", target: mask(access.target) };
    default:
      return { kind: access.kind, path: mask(access.path) };
  }
}
