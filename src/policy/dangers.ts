// What makes a simple command a high risk or forbidden, apart from where its words lead.
import { relative, resolve, sep } from "node:path";
import { isInside } from "../util/paths.ts";
import { readsGitConfig } from "./git-reads.ts";
import { isDisk, isFatal, type Lookup, operands, pathsOf } from "./path-words.ts";
import { type Field, isKnown, type SimpleCommand } from "./simple-command.ts";
import { findRoots, readsInputFile, SHELLS } from "./wrappers.ts";

export type Danger =
  | "privilege"
  | "disk"
  | "kill"
  | "system"
  | "remote"
  | "publish"
  | "pipe_to_shell"
  | "git_history"
  | "git_settings"
  | "recursive_delete"
  | "unknown_target";

const NAMED: readonly [Danger, ReadonlySet<string>][] = [
  [
    "privilege",
    words("sudo doas su pkexec runuser run0 chroot nsenter unshare visudo passwd chsh usermod useradd userdel groupadd setcap"),
  ],
  [
    "disk",
    words(
      "dd fdisk sfdisk cfdisk gdisk parted wipefs blkdiscard hdparm mount umount losetup swapon swapoff mkswap cryptsetup lvremove vgremove pvremove diskutil format fsck badblocks zpool zfs",
    ),
  ],
  ["kill", words("kill pkill killall xkill skill slay taskkill fuser")],
  [
    "system",
    words(
      "shutdown reboot halt poweroff init telinit systemctl service launchctl crontab at batch iptables nft ufw sysctl modprobe insmod rmmod apt apt-get aptitude dpkg yum dnf rpm pacman zypper apk brew snap flatpak port update-alternatives",
    ),
  ],
  ["remote", words("ssh scp sftp rsh telnet nc ncat netcat socat ftp lftp rclone mosh")],
];

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(" "));
}

/** The danger of a command's name and options. */
export function dangerOf(command: SimpleCommand): Danger | undefined {
  const { name, args } = command;
  const texts = args.map((arg) => arg.text);
  const named = NAMED.find(([, names]) => names.has(name))?.[0];
  if (named === "kill" && texts.length === 1 && texts[0] === "-l") return undefined;
  if (named) return named;
  if (/^mkfs(?:\.|$)/.test(name)) return "disk";
  if (SHELLS.has(name)) return shellDanger(command);
  if (name === "source" || name === ".") return sourceDanger(command);
  if (name === "rsync" && texts.some((text) => /^[\w.-]+@?[\w.-]*::?/.test(text) && !text.startsWith("-"))) return "remote";
  if (name === "git") return gitDanger(texts);
  if (name === "date" && texts.some((text) => /^(?:-[uIR]*s|--set)/.test(text))) return "system";
  if (/^(?:hostname|domainname)$/.test(name) && operands(args).length > 0) return "system";
  // They write the person's own configuration: where packages come from, with which shell scripts run.
  if (/^(?:npm|pnpm|yarn|bun|pip3?|poetry|cargo|gem|go)$/.test(name) && setsConfiguration(name, texts)) return "system";
  if (publishes(name, texts)) return "publish";
  if (
    /^(?:npm|pnpm|yarn|bun)$/.test(name) &&
    /^(?:i|install|add|link|uninstall|remove|rm|global)$/.test(texts[0] ?? "") &&
    texts.some((text) => /^(?:-g|--global|global)$/.test(text))
  )
    return "system";
  return undefined;
}

function setsConfiguration(name: string, texts: readonly string[]): boolean {
  if (texts.includes("--location=project")) return false;
  const [first = "", second = ""] = texts.filter((text) => !text.startsWith("-"));
  if (name === "npm" && first === "set") return true;
  if (name === "go") return first === "env" && texts.includes("-w");
  return /^(?:config|c)$/.test(first) && /^(?:set|edit|delete|unset|rm|fix|debug)$/.test(second);
}

/** A shell that runs what another program prints. A here-document or a script file of the project is judged as what it is. */
function shellDanger({ args, input }: SimpleCommand): Danger | undefined {
  const file = args.find((arg) => !/^[-+]/.test(arg.text));
  const text = args.some((arg) => /^-[A-Za-z]*c/.test(arg.text));
  if (text) return args.some((arg) => arg.fed.length > 0 && !isKnown(arg)) ? "pipe_to_shell" : undefined;
  if (file) return file.fed.length > 0 || /^\/(?:dev\/stdin|dev\/fd\/|proc\/)/.test(file.text) ? "pipe_to_shell" : undefined;
  return input.from.length > 0 || input.text?.includes("\0") ? "pipe_to_shell" : undefined;
}

/** Its input is judged as what it is where it is known. */
function sourceDanger({ args, input }: SimpleCommand): Danger | undefined {
  const [file] = args.filter((arg) => arg.text !== "--");
  if (!file) return undefined;
  if (readsInputFile(file))
    return (input.from.length > 0 && input.text === undefined) || input.text?.includes("\0") ? "pipe_to_shell" : undefined;
  return file.fed.length > 0 || /^\/(?:dev\/fd\/|proc\/)/.test(file.text) ? "pipe_to_shell" : undefined;
}

function publishes(name: string, texts: readonly string[]): boolean {
  const [first = "", second = ""] = texts.filter((text) => !text.startsWith("-"));
  if (/^(?:npm|pnpm|yarn|bun|cargo|poetry|lerna|gem|dart|flutter|mvn|uv|hatch|flit)$/.test(name))
    return /^(?:publish|unpublish|deprecate|dist-tag|yank|push|deploy|login|logout|adduser|owner|access|token)$/.test(first);
  if (/^(?:docker|podman|nerdctl)$/.test(name)) return /^(?:push|login)$/.test(first);
  if (name === "twine") return true;
  if (/^(?:gh|glab|hub)$/.test(name))
    return (
      /^(?:create|merge|delete|close|edit|upload|comment|review|clone-token|set|add|remove|transfer|rename|archive|run|api)$/.test(
        second,
      ) || first === "api"
    );
  return /^(?:kubectl|helm|terraform|aws|gcloud|az|vercel|netlify|wrangler|flyctl|heroku|firebase|ansible-playbook)$/.test(name);
}

/** Changes that are in no commit yet would be gone with all of them. */
const WHOLE_TREE = /^(?:\.\/?|:\/|\*)$/;

const GIT_REWRITES = words(
  "push rebase filter-branch filter-repo update-ref replace send-pack send-email prune gc reset clean fast-import am",
);

function gitDanger(texts: readonly string[]): Danger | undefined {
  let at = 0;
  for (; at < texts.length; at++) {
    const text = texts[at] ?? "";
    if (/^(?:-C|-c|--git-dir|--work-tree|--namespace|--exec-path)$/.test(text)) at++;
    else if (!text.startsWith("-")) break;
  }
  const subcommand = texts[at] ?? "";
  const rest = texts.slice(at + 1);
  const has = (option: RegExp) => rest.some((text) => option.test(text));
  if (subcommand.includes("\0")) return "git_history";
  switch (subcommand) {
    case "reset":
      return has(/^--(?:hard|merge|keep)$/) || has(/^(?:HEAD[~^@]|[0-9a-f]{7,40}$)/) ? "git_history" : undefined;
    case "clean":
      return has(/^(?:-n|--dry-run)$/) ? undefined : "recursive_delete";
    case "gc":
    case "prune":
      return has(/^--prune|^--expire/) || subcommand === "prune" ? "git_history" : undefined;
    case "am":
      return undefined;
    case "rm":
      return has(/^-[A-Za-z]*r/) && !has(/^(?:--cached|-n|--dry-run)$/) ? "recursive_delete" : undefined;
    case "restore":
      return has(WHOLE_TREE) && (!has(/^(?:--staged|-S)$/) || has(/^(?:--worktree|-W)$/)) ? "git_history" : undefined;
    case "commit":
      return has(/^--(?:amend|fixup=amend|fixup=reword)/) ? "git_history" : undefined;
    case "branch":
      return has(/^-[A-Za-z]*[DfMCd]|^--(?:delete|force|move|copy)$/) ? "git_history" : undefined;
    case "tag":
      return has(/^-[A-Za-z]*[df]|^--(?:delete|force)$/) ? "git_history" : undefined;
    case "checkout":
    case "switch":
      return has(/^-[A-Za-z]*B$|^--(?:force-create|orphan|force|discard-changes)|^-(?:C|f)$/) || has(WHOLE_TREE)
        ? "git_history"
        : undefined;
    case "stash":
      return has(/^(?:drop|clear)$/) ? "git_history" : undefined;
    case "reflog":
      return has(/^(?:expire|delete)$/) ? "git_history" : undefined;
    case "pull":
      return has(/^(?:--rebase|-[A-Za-z]*r|--force|-f)/) ? "git_history" : undefined;
    case "notes":
      return has(/^(?:prune|remove)$/) ? "git_history" : undefined;
    case "config":
      return readsGitConfig(rest) ? undefined : "git_settings";
    case "remote":
      return has(/^(?:add|set-url|remove|rm|rename|set-head|set-branches)$/) ? "git_settings" : undefined;
    default:
      return GIT_REWRITES.has(subcommand) ? "git_history" : undefined;
  }
}

/** Folders that a build makes and makes again: deleting them loses nothing. */
const BUILD_FOLDERS = words(
  "node_modules dist build out target coverage .next .nuxt .svelte-kit .output .cache .turbo .vite .parcel-cache .angular __pycache__ .pytest_cache " +
    ".mypy_cache .ruff_cache .tox .nox .eggs .gradle obj bin debug release cmake-build-debug cmake-build-release .nyc_output htmlcov tmp temp logs .dart_tool _build",
);

export type DeleteVerdict = "forbidden" | "recursive_delete" | "unknown_target" | "build_folder";

/** A command that deletes or changes whole trees, judged by its targets; undefined for one that does not. */
export function treeVerdict(command: SimpleCommand, lookup: Lookup): DeleteVerdict | undefined {
  const written = writtenTrees(command);
  if (written?.some((target) => isFatal(target.text, command.cwds, lookup))) return "forbidden";
  const deleted = deletedTrees(command);
  if (!deleted) return undefined;
  if (deleted.some((target) => isFatal(target.text, command.cwds, lookup))) return "forbidden";
  if (
    deleted.some((target) => !isKnown(target)) ||
    (command.cwds.includes(undefined) && deleted.some((target) => !target.text.startsWith("/")))
  )
    return "unknown_target";
  return deleted.every((target) => command.cwds.every((cwd) => isBuildFolder(target.text, cwd, lookup)))
    ? "build_folder"
    : "recursive_delete";
}

function isBuildFolder(path: string, cwd: string | undefined, { ground, real }: Lookup): boolean {
  const full = resolve(cwd ?? "/", path);
  if (!isInside(ground.root, full) || !isInside(ground.root, real(full.replace(/\/[^/]*[*?[].*$/s, "")))) return false;
  return relative(ground.root, full)
    .split(sep)
    .some((segment) => BUILD_FOLDERS.has(segment));
}

function deletedTrees({ name, args, wrappers }: SimpleCommand): readonly Field[] | undefined {
  const texts = args.map((arg) => arg.text);
  const inFind = wrappers.some((wrapper) => /^(?:g?find|fd|fdfind)$/.test(wrapper));
  if (name === "rm" || name === "grm") {
    const recursive = texts.some((text) => /^-[A-Za-z]*[rR]|^--r/.test(text));
    return recursive || inFind ? operands(args) : undefined;
  }
  if ((name === "find" || name === "gfind") && texts.includes("-delete")) return findRoots(args);
  if (name === "rimraf" || name === "del-cli" || name === "trash") return operands(args);
  if ((name === "shred" || name === "unlink") && inFind) return operands(args);
  if (name === "rsync" && texts.some((text) => /^--(?:delete|remove-source)/.test(text))) return operands(args).slice(-1);
  if (name === "mv" && texts.at(-1) === "/dev/null") return operands(args);
  return undefined;
}

function writtenTrees({ name, args }: SimpleCommand): readonly Field[] | undefined {
  const recursive = args.some((arg) => /^-[A-Za-z]*[rRa]|^--(?:recursive|archive)/.test(arg.text));
  if (/^(?:chmod|chown|chgrp|chattr|setfacl|chcon)$/.test(name)) return recursive ? operands(args).slice(1) : undefined;
  if (name === "mv") return operands(args).slice(0, -1);
  if (name === "cp" || name === "rsync") return recursive ? operands(args).slice(-1) : undefined;
  return undefined;
}

const DISK_READERS = words(
  "lsblk blkid smartctl df du file stat ls mount umount findmnt udevadm cat head hexdump xxd od strings sha256sum md5sum",
);

/** Whether a command writes to a disk as a whole. */
export function writesDisk({ name, args }: SimpleCommand): boolean {
  if (DISK_READERS.has(name)) return false;
  if (/^s?fdisk$|^parted$/.test(name) && args.some((arg) => /^(?:-l|--list|print|-d|--dump)$/.test(arg.text))) return false;
  if (!args.some((arg) => arg.text.includes("/dev/"))) return false;
  const targets = name === "dd" ? args.filter((arg) => arg.text.startsWith("of=")) : args;
  return targets.some((arg) => pathsOf(arg.text).some(isDisk));
}
