// Whether a command brings content from outside into the session: it decides what may become a memory afterwards.
import type { Doubt, Inspection, SimpleCommand } from "./simple-command.ts";
import { SHELLS } from "./wrappers.ts";

const CLIENTS = new Set(
  (
    "curl wget wget2 curlie http https httpie xh aria2c axel nc ncat netcat socat telnet ftp lftp tftp ssh scp sftp rsh mosh rclone rsync-ssl " +
    "lynx w3m links elinks browsh yt-dlp youtube-dl gh glab hub dig nslookup host whois finger gopher openssl-s_client GET POST HEAD lwp-request " +
    "aws gcloud az kubectl s3cmd gsutil websocat grpcurl"
  ).split(" "),
);

/** Subcommands of other programs that fetch text for reading. Installing packages is not among them: its output is a log. */
const FETCHES: Readonly<Record<string, RegExp>> = {
  git: /^(?:clone|fetch|pull|ls-remote|archive)$/,
  npm: /^(?:view|v|info|show|search|s|find|se|audit|outdated|docs|repo|home)$/,
  pnpm: /^(?:view|info|show|search|audit|outdated)$/,
  yarn: /^(?:info|npm|audit|outdated)$/,
  pip: /^(?:download|search|index)$/,
  pip3: /^(?:download|search|index)$/,
  cargo: /^(?:search|info)$/,
  gem: /^(?:search|query|info|fetch)$/,
  brew: /^(?:search|info|cat|home)$/,
  docker: /^(?:search|manifest)$/,
  svn: /^(?:checkout|co|update|up|export|cat|log)$/,
  hg: /^(?:clone|pull|incoming)$/,
  openssl: /^s_client$/,
};

/** What cannot be read could be anything; a command that does not even parse as well. */
const OPAQUE: ReadonlySet<Doubt> = new Set([
  "eval",
  "unknown_program",
  "interpreter",
  "decoded",
  "run_text",
  "syntax",
  "hidden",
  "ambiguous",
  "too_long",
]);

export function usesNetwork(inspection: Inspection): boolean {
  for (const doubt of inspection.doubts) if (OPAQUE.has(doubt)) return true;
  return inspection.commands.some(isNetworkClient);
}

function isNetworkClient(command: SimpleCommand): boolean {
  const { name, args, redirects, input } = command;
  const texts = args.map((arg) => arg.text);
  if (CLIENTS.has(name)) return !isVersionQuestion(texts);
  if (redirects.some(({ target }) => /^\/dev\/(?:tcp|udp)\//.test(target.text))) return true;
  if (name === "rsync") return texts.some((text) => /^(?:rsync:\/\/|[\w.-]+@?[\w.-]*:)/.test(text));
  // A shell that runs what another program prints: it could be anything.
  if (SHELLS.has(name) && (args.some((arg) => arg.fed.length > 0) || (input.from.length > 0 && input.text === undefined)))
    return true;
  const fetches = Object.hasOwn(FETCHES, name) ? FETCHES[name] : undefined;
  return fetches?.test(subcommandOf(texts)) === true;
}

function isVersionQuestion(texts: readonly string[]): boolean {
  return texts.length === 1 && /^(?:--version|-V|--help)$/.test(texts[0] ?? "");
}

/** The first word that is neither an option nor the value of one that takes a folder or a setting. */
function subcommandOf(texts: readonly string[]): string {
  for (let at = 0; at < texts.length; at++) {
    const text = texts[at] ?? "";
    if (/^(?:-C|-c|--git-dir|--work-tree|--prefix|--cwd|--dir|--registry)$/.test(text)) at++;
    else if (!text.startsWith("-")) return text;
  }
  return "";
}
