// Which projects the person trusts. Trust is bound to the real path of the root and to the content of the files that could
// steer the program: when one of them changes, it has to be given again. Kept in the user's own folder, never in a project.
import { createHash, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { lstat, mkdir, readdir, readlink, realpath } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { z } from "zod";
import { causeOf, PaiError, systemCode } from "../protocol/errors.ts";
import type { Clock, Random } from "../protocol/ports.ts";
import { shapeIssues } from "../protocol/shape.ts";
import { writeFileAtomic } from "../util/atomic-file.ts";
import { acquireLock } from "../util/file-lock.ts";
import { readSteeringFile } from "../util/project-file.ts";

/** What a project can steer the program with: endpoint and switches, servers, prompts, skills. Its texts (PAI.md) are no orders and not among them. */
const STEERING = [
  ".env",
  ".paicli/config.json",
  ".paicli/mcp.json",
  ".paicli/prompts",
  ".paicli/skills",
  ".agents/skills",
] as const;

/** Files and folders in all; a project that has more of them can not be trusted. */
const MAX_ENTRIES = 5_000;
/** Bytes of their contents in all, about 50 ms of hashing; likewise. */
const MAX_BYTES = 64 * 1024 * 1024;
const TOO_MUCH = `more than ${MAX_ENTRIES} files or ${MAX_BYTES} bytes`;

/** How long a change waits for another process that is writing the file, in ms. */
const LOCK_MS = 5_000;

const grantSchema = z.looseObject({ hash: z.string(), trustedAt: z.string() });
const fileSchema = z.looseObject({ projects: z.record(z.string(), grantSchema).default({}) });
type TrustFile = z.infer<typeof fileSchema>;

/** `nothing`: the project has no such files, so there is nothing to trust. `changed`: it was trusted with other content. */
type TrustStatus = "trusted" | "changed" | "untrusted" | "nothing";

export interface Trust {
  readonly status: TrustStatus;
  /** The files concerned, relative to the root. */
  readonly files: readonly string[];
}

export interface TrustPlace {
  /** `$PAICLI_HOME/trust.json`. */
  readonly file: string;
  /** The project root. */
  readonly project: string;
}

interface Parts {
  readonly clock: Clock;
  readonly random: Random;
}

/** Throws PaiError `TRUST_UNREADABLE` if the record is damaged or a file of the project cannot be read. */
export async function readTrust({ file, project }: TrustPlace): Promise<Trust> {
  const root = await realpath(project);
  const grant = grantOf(await readTrustFile(file), root);
  const { hash, files, tooMuch } = await hashSteering(root, grant === undefined ? "names" : "contents");
  if (files.length === 0) return { status: "nothing", files };
  const status = grant === undefined ? "untrusted" : tooMuch === undefined && grant.hash === hash ? "trusted" : "changed";
  return { status, files };
}

/** Trusts the project with the content that its files have now. Where there are none nothing is trusted, and nothing is kept. */
export async function grantTrust({ file, project }: TrustPlace, parts: Parts): Promise<Trust> {
  const root = await realpath(project);
  const { hash, files, tooMuch } = await hashSteering(root, "contents");
  if (tooMuch !== undefined) throw new PaiError("TRUST_UNREADABLE", { path: join(root, tooMuch), cause: TOO_MUCH });
  if (files.length === 0) return { status: "nothing", files };
  await change(file, parts, (trust) => ({
    ...trust,
    projects: { ...trust.projects, [root]: { hash, trustedAt: parts.clock.now().toISOString() } },
  }));
  return { status: "trusted", files };
}

/** Returns whether the project had been trusted. */
export async function revokeTrust({ file, project }: TrustPlace, parts: Parts): Promise<boolean> {
  const root = await realpath(project);
  if (grantOf(await readTrustFile(file), root) === undefined) return false;
  await change(file, parts, (trust) => ({
    ...trust,
    projects: Object.fromEntries(Object.entries(trust.projects).filter(([path]) => path !== root)),
  }));
  return true;
}

function grantOf(trust: TrustFile, root: string) {
  return Object.hasOwn(trust.projects, root) ? trust.projects[root] : undefined;
}

async function change(file: string, parts: Parts, apply: (trust: TrustFile) => TrustFile): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const lock = await acquireLock(`${file}.lock`, { waitMs: LOCK_MS, ...parts });
  try {
    const next = apply(await readTrustFile(file));
    await lock.assertHeld();
    await writeFileAtomic(file, `${JSON.stringify(next, null, 2)}\n`, { mode: 0o600 });
  } finally {
    await lock.release();
  }
}

async function readTrustFile(path: string): Promise<TrustFile> {
  let file: ReturnType<typeof readSteeringFile>;
  try {
    file = readSteeringFile(path);
  } catch (error) {
    throw unreadable(path, error);
  }
  if (file === undefined) return { projects: {} };
  if ("fault" in file) throw new PaiError("TRUST_UNREADABLE", { path, cause: file });
  let json: unknown;
  try {
    json = JSON.parse(file.text);
  } catch (error) {
    throw unreadable(path, error);
  }
  const parsed = fileSchema.safeParse(json);
  if (parsed.success) return parsed.data;
  throw new PaiError("TRUST_UNREADABLE", { path, cause: shapeIssues(parsed.error, { data: json }) }, { cause: parsed.error });
}

function unreadable(path: string, error: unknown): PaiError {
  return new PaiError("TRUST_UNREADABLE", { path, cause: causeOf(error) }, { cause: error });
}

/**
 * One hash over names, link targets and contents, in a fixed order. Links are followed: what is read through them counts. `tooMuch`:
 * the path at which a limit ended it; the hash is then of a part only.
 */
async function hashSteering(
  root: string,
  of: "names" | "contents",
): Promise<{ hash: string; files: readonly string[]; tooMuch: string | undefined }> {
  const hash = createHash("sha256");
  const files: string[] = [];
  const seen = new Set<string>();
  let entries = 0;
  let bytes = 0;
  let tooMuch: string | undefined;
  const visit = async (path: string): Promise<void> => {
    if (tooMuch === undefined && ++entries > MAX_ENTRIES) tooMuch = path;
    if (tooMuch !== undefined) return;
    const full = join(root, path);
    const kind = await kindOf(full);
    if (kind === undefined) return;
    if (kind.link !== undefined) addField(hash, `link ${path}`, kind.link);
    if (kind.real === undefined) return;
    if (kind.type === "folder") {
      if (seen.has(kind.real)) return;
      seen.add(kind.real);
      addField(hash, "folder", path);
      for (const name of (await readdir(full)).sort()) await visit(`${path}/${name}`);
      return;
    }
    files.push(path);
    addField(hash, "file", path);
    if (kind.type !== "file" || of === "names") return;
    bytes += kind.bytes ?? 0;
    if (bytes > MAX_BYTES) tooMuch = path;
    else addField(hash, "content", await contentHash(full, kind.bytes ?? 0));
  };
  for (const path of STEERING) await visit(path);
  return { hash: hash.digest("hex"), files, tooMuch };
}

interface Kind {
  readonly type: "file" | "folder" | "other";
  readonly link?: string;
  readonly bytes?: number;
  /** Absent for a link that leads nowhere. */
  readonly real?: string;
}

async function kindOf(path: string): Promise<Kind | undefined> {
  try {
    const stats = await lstat(path);
    const link = stats.isSymbolicLink() ? { link: await readlink(path) } : {};
    const real = await realpath(path).catch((error: unknown) => {
      if (systemCode(error) === "ENOENT" || systemCode(error) === "ELOOP") return undefined;
      throw error;
    });
    if (real === undefined) return { type: "other", ...link };
    const target = await lstat(real);
    return { type: target.isDirectory() ? "folder" : target.isFile() ? "file" : "other", ...link, real, bytes: target.size };
  } catch (error) {
    if (systemCode(error) === "ENOENT" || systemCode(error) === "ENOTDIR") return undefined;
    throw unreadable(path, error);
  }
}

/** A length before each value, so that no two sets of files give the same bytes. */
function addField(hash: Hash, name: string, value: string): void {
  hash.update(`${name.length}:${name}${value.length}:${value}`);
}

/** The bytes that the file had when it was looked at: one that grows has changed, and is read to an end. */
async function contentHash(path: string, bytes: number): Promise<string> {
  const hash = createHash("sha256");
  try {
    if (bytes > 0) await pipeline(createReadStream(path, { end: bytes - 1 }), hash);
  } catch (error) {
    throw unreadable(path, error);
  }
  return hash.digest("hex");
}
