// Whether a command brings content from outside into the session: it decides what may become a memory afterwards.
import type { Doubt, Inspection, SimpleCommand } from "./simple-command.ts";
import { SHELLS } from "./wrappers.ts";

const CLIENTS = new Set(
  (
    "curl wget wget2 curlie http https httpie xh aria2c axel nc ncat netcat socat telnet ftp lftp tftp ssh scp sftp rsh mosh rclone rsync-ssl " +
    "lynx w3m links elinks browsh yt-dlp youtube-dl gh glab hub dig nslookup host whois finger gopher openssl-s_client GET POST HEAD lwp-request " +
    "aws gcloud az kubectl s3cmd gsutil websocat grpcurl skopeo crane oras huggingface-cli hf"
  ).split(" "),
);

/**
 * Subcommands of other programs that fetch something to look at, as their first two words. Installing packages is not among
 * them: its output is a log.
 */
const FETCHES: Readonly<Record<string, RegExp>> = {
  git: /^(?:clone|fetch|pull|ls-remote|archive|remote (?:update|show|prune)|submodule (?:update|add)|lfs (?:pull|fetch|clone)|svn (?:clone|fetch|rebase))(?: |$)/,
  npm: /^(?:view|v|info|show|search|s|find|se|audit|outdated|docs|repo|home|pack)(?: |$)/,
  pnpm: /^(?:view|info|show|search|audit|outdated)(?: |$)/,
  yarn: /^(?:info|npm|audit|outdated)(?: |$)/,
  pip: /^(?:download|search|index)(?: |$)/,
  conda: /^search(?: |$)/,
  poetry: /^search(?: |$)/,
  composer: /^(?:search|show|outdated)(?: |$)/,
  cargo: /^(?:search|info)(?: |$)/,
  gem: /^(?:search|query|info|fetch)(?: |$)/,
  brew: /^(?:search|info|cat|home|fetch)(?: |$)/,
  apt: /^(?:search|show|download|source|changelog)(?: |$)/,
  "apt-get": /^(?:download|source|changelog)(?: |$)/,
  docker: /^(?:search|manifest|pull|(?:image|compose|plugin) pull|buildx imagetools)(?: |$)/,
  helm: /^(?:pull|show|search|fetch|repo update)(?: |$)/,
  svn: /^(?:checkout|co|update|up|export|cat|log)(?: |$)/,
  hg: /^(?:clone|pull|incoming)(?: |$)/,
  openssl: /^s_client(?: |$)/,
};

/** Other names of the same programs. */
function tableName(name: string): string {
  if (/^pip[\d.]+$/.test(name)) return "pip";
  if (/^(?:mamba|micromamba)$/.test(name)) return "conda";
  return /^(?:podman|nerdctl|docker-compose)$/.test(name) ? "docker" : name;
}

/** Maven's goals that bring an artifact, or tell of one, rather than build: `dependency:get`, also with the plugin's full name. */
const MAVEN_FETCHES =
  /(?:^|:)(?:maven-)?dependency(?:-maven)?(?:-plugin)?(?::[\w.-]+)?:(?:get|copy|unpack|sources)$|^versions:display/;

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
  const { args, redirects, input } = command;
  const { name, texts } = moduleRun(command);
  if (CLIENTS.has(name)) return !isVersionQuestion(texts);
  if (redirects.some(({ target }) => /^\/dev\/(?:tcp|udp)\//.test(target.text))) return true;
  if (name === "rsync") return texts.some((text) => /^(?:rsync:\/\/|[\w.-]+@?[\w.-]*:)/.test(text));
  // A shell that runs what another program prints: it could be anything.
  if (
    (SHELLS.has(name) || name === "source" || name === ".") &&
    (args.some((arg) => arg.fed.length > 0) || (input.from.length > 0 && input.text === undefined))
  )
    return true;
  if (/^mvnw?$/.test(name)) return texts.some((text) => MAVEN_FETCHES.test(text));
  const known = tableName(name);
  if (known === "docker" && /^(?:run|exec|compose (?:run|exec))(?: |$)/.test(subcommandOf(texts))) return texts.some(namesClient);
  const fetches = Object.hasOwn(FETCHES, known) ? FETCHES[known] : undefined;
  return fetches?.test(subcommandOf(texts)) === true;
}

/** `python -m pip download` is `pip download`. */
function moduleRun({ name, args }: SimpleCommand): { name: string; texts: readonly string[] } {
  const texts = args.map((arg) => arg.text);
  if (!/^(?:python|pypy|py$)/.test(name)) return { name, texts };
  const at = texts.findIndex((text) => /^-[A-Za-z]*m/.test(text));
  if (at < 0 || texts.slice(0, at).some((text) => !text.startsWith("-"))) return { name, texts };
  const attached = texts[at]?.replace(/^-[A-Za-z]*?m/, "") ?? "";
  return attached === ""
    ? { name: texts[at + 1] ?? "", texts: texts.slice(at + 2) }
    : { name: attached, texts: texts.slice(at + 1) };
}

/** A command for a container, as words or as the text of a shell there. */
function namesClient(text: string): boolean {
  return text.split(/[^\w.-]+/).some((word) => CLIENTS.has(word));
}

function isVersionQuestion(texts: readonly string[]): boolean {
  return texts.length === 1 && /^(?:--version|-V|--help)$/.test(texts[0] ?? "");
}

/** The first two words that are neither options nor values of those that take a folder or a setting. */
function subcommandOf(texts: readonly string[]): string {
  const found: string[] = [];
  for (let at = 0; at < texts.length && found.length < 2; at++) {
    const text = texts[at] ?? "";
    if (VALUED.test(text)) at++;
    else if (!text.startsWith("-")) found.push(text);
  }
  return found.join(" ");
}

const VALUED =
  /^(?:-C|-c|-f|--file|--git-dir|--work-tree|--namespace|--prefix|--cwd|--dir|--registry|--proxy|--cache-dir|--log|--host|-H|--context|--config|--log-level|-l|--project-name)$/;
