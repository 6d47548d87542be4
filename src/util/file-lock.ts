// A lock between processes that is never taken from a living one: a file that names its holder, made in one step by a
// hard link. A dead holder's lock passes at once to exactly one of those that want it; they are served roughly in order.
//
//   <lock>               held; its text is the holder
//   <lock>.wait-<…>      the ticket of someone who wants it; becomes <lock> by a link
//   <lock>.take-<token>  the right to replace what a dead holder left, itself held like a lock
import { constants } from "node:fs";
import { copyFile, link, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { PaiError, systemCode } from "../protocol/errors.ts";
import type { Clock, Random } from "../protocol/ports.ts";
import { lifeOf, machineTag, pidAlive, thisProcess } from "./machine.ts";
import { retryBusy } from "./retry-busy.ts";

/** The first in the queue looks every 1.5 ms (a durable save takes a few), each further one 4 ms more seldom. */
const POLL_FIRST_MS = 1.5;
const POLL_PER_RANK_MS = 4;
const POLL_MAX_MS = 60;
/** A ticket older than this is looked up: its owner may be dead. Younger ones are not worth the system calls. */
const TICKET_CHECK_MS = 500;
/** A holder that can not be looked up (on another host) shows that it lives by touching its file this often. */
const HEARTBEAT_MS = 5_000;
/** … and counts as gone after this long without a sign: twelve missed beats. Best effort: it may only be asleep. */
const NO_SIGN_MS = 60_000;

const holderSchema = z.object({
  pid: z.number(),
  started: z.string(),
  boot: z.string(),
  namespace: z.string(),
  host: z.string(),
  /** Unique for each time that a lock is wanted. */
  token: z.string(),
  since: z.string(),
});
export type Holder = z.infer<typeof holderSchema>;

export interface FileLock {
  /** Throws PaiError `LOCK_LOST` if the lock is no longer this holder's. */
  assertHeld(): Promise<void>;
  release(): Promise<void>;
}

/**
 * Takes the lock at `path`, whose folder exists, waiting up to `waitMs` (0: one try). Throws PaiError `LOCK_HELD` that
 * names the holder when the time is over; errors of the system (a folder that can not be written) pass through.
 */
export async function acquireLock(
  path: string,
  options: { readonly waitMs: number; readonly clock: Clock; readonly random: Random },
): Promise<FileLock> {
  const now = options.clock.now();
  const holder: Holder = { ...thisProcess(), token: options.random.base36(12), since: now.toISOString() };
  const ticket: Ticket = { lock: path, file: ticketName(path, now, holder), token: holder.token };
  await writeNew(ticket.file, JSON.stringify(holder));
  try {
    await waitForTurn(ticket, options.waitMs, options.random);
    return await heldLock(path, holder.token);
  } finally {
    await rm(ticket.file, { force: true });
  }
}

/** Who holds the lock now; undefined if nobody does or its file can not be understood. */
export async function readHolder(path: string): Promise<Holder | undefined> {
  return (await readLock(path))?.holder;
}

interface Ticket {
  /** The lock that is wanted. */
  readonly lock: string;
  readonly file: string;
  readonly token: string;
}

/** The clock's time comes first, so that names sort in the order of the queue. */
function ticketName(path: string, now: Date, holder: Holder): string {
  return `${path}.wait-${now.getTime().toString(36).padStart(9, "0")}-${machineTag()}-${holder.pid}-${holder.token}`;
}

async function waitForTurn(ticket: Ticket, waitMs: number, random: Random): Promise<void> {
  const deadline = performance.now() + waitMs;
  let rank = waitMs > 0 ? await rankOf(ticket) : 0;
  // Someone who comes back while others wait does not try at once, or it would always win against those that sleep.
  for (let mayTry = rank === 0; ; mayTry = true) {
    if (mayTry && (await claim(ticket.lock, ticket))) return;
    const left = deadline - performance.now();
    if (left <= 0) throw await heldError(ticket.lock);
    const pause = Math.min(POLL_MAX_MS, POLL_FIRST_MS + rank * POLL_PER_RANK_MS);
    await sleep(Math.min(left, pause * (0.75 + random.next() / 2)));
    rank = await rankOf(ticket);
  }
}

/** One try to make `file` (the lock, or the right to replace one) the ticket's. */
async function claim(file: string, ticket: Ticket): Promise<boolean> {
  if (await placeNew(ticket.file, file)) return true;
  const found = await readLock(file);
  if (found === undefined) return false; // released just now
  if (found.token === ticket.token) return true; // a network disk repeated our own request and reports its second try
  if (!(await isGone(found, ticket))) return false;
  const right = `${ticket.lock}.take-${found.token}`;
  if (!(await claim(right, ticket))) return false;
  try {
    // Its holder is dead and nobody else has the right to replace it, so what is read here can no longer change.
    if ((await readLock(file))?.token !== found.token) return false;
    const copy = `${ticket.file}.copy`;
    await placeNew(ticket.file, copy);
    await rename(copy, file);
    if (file === ticket.lock) await sweepRights(ticket.lock);
    return true;
  } finally {
    await rm(right, { force: true });
  }
}

interface LockText {
  /** Undefined if the file is empty or broken: a power cut, or a disk without hard links in the middle of a copy. */
  readonly holder: Holder | undefined;
  readonly token: string;
  readonly mtimeMs: number;
}

async function readLock(file: string): Promise<LockText | undefined> {
  try {
    const [text, { mtimeMs }] = await Promise.all([readFile(file, "utf8"), stat(file)]);
    const holder = parseHolder(text);
    return { holder, token: holder?.token ?? `broken-${Math.floor(mtimeMs)}`, mtimeMs };
  } catch (error) {
    if (systemCode(error) === "ENOENT") return undefined;
    throw error;
  }
}

function parseHolder(text: string): Holder | undefined {
  try {
    return holderSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined; // no JSON: the caller waits until the file is old
  }
}

async function isGone(found: LockText, ticket: Ticket): Promise<boolean> {
  const life = found.holder === undefined ? "elsewhere" : lifeOf(found.holder);
  if (life !== "elsewhere") return life === "dead";
  const { mtimeMs } = await stat(ticket.file); // a fresh time of the same disk: the clocks of two hosts may differ
  return mtimeMs - found.mtimeMs > NO_SIGN_MS;
}

/** How many wait longer than this ticket. Removes tickets of processes that died waiting. */
async function rankOf(ticket: Ticket): Promise<number> {
  const prefix = `${basename(ticket.lock)}.wait-`;
  const own = basename(ticket.file);
  let rank = 0;
  for (const name of await readdir(dirname(ticket.lock))) {
    if (!name.startsWith(prefix) || name >= own) continue;
    const [time = "", machine, pid] = name.slice(prefix.length).split("-");
    const ownTime = own.slice(prefix.length, prefix.length + time.length);
    const old = Number.parseInt(ownTime, 36) - Number.parseInt(time, 36) > TICKET_CHECK_MS;
    if (old && machine === machineTag() && !pidAlive(Number(pid))) await rm(join(dirname(ticket.lock), name), { force: true });
    else rank++;
  }
  return rank;
}

/** Once the lock has a living holder, every right to replace an earlier one is void; those of killed processes are removed. */
async function sweepRights(lock: string): Promise<void> {
  const prefix = `${basename(lock)}.take-`;
  for (const name of await readdir(dirname(lock))) {
    if (name.startsWith(prefix)) await rm(join(dirname(lock), name), { force: true });
  }
}

async function heldLock(path: string, token: string): Promise<FileLock> {
  // Beats go through the open file: they can never touch the lock of one who took over, and the disk's own clock counts.
  const handle = await open(path, "r+");
  const beat = setInterval(() => {
    handle.write("{", 0).catch(() => {
      // Released just now, or the disk is gone: the next use of the disk says so.
    });
  }, HEARTBEAT_MS);
  beat.unref();
  let released = false;
  const isMine = async () => (await readHolder(path))?.token === token;
  return {
    async assertHeld() {
      if (released || !(await isMine())) throw new PaiError("LOCK_LOST", { path });
    },
    async release() {
      if (released) return;
      released = true;
      clearInterval(beat);
      await handle.close();
      if (await isMine()) await retryBusy(() => rm(path, { force: true }));
    },
  };
}

async function heldError(path: string): Promise<PaiError> {
  const holder = await readHolder(path);
  return new PaiError("LOCK_HELD", { path, pid: holder?.pid ?? 0, host: holder?.host ?? "?" });
}

async function writeNew(file: string, text: string): Promise<void> {
  const handle = await open(file, "wx", 0o600);
  try {
    await handle.writeFile(text);
  } finally {
    await handle.close();
  }
}

/** Makes `to` a second name of `from`; false if it exists. Where the disk has no hard links, a copy. */
async function placeNew(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (systemCode(error) === "EEXIST") return false;
    if (!["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EINVAL"].includes(systemCode(error) ?? "")) throw error;
  }
  try {
    await copyFile(from, to, constants.COPYFILE_EXCL);
    return true;
  } catch (error) {
    if (systemCode(error) === "EEXIST") return false;
    throw error;
  }
}
