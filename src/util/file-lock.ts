// A lock between processes that is never taken from a living one: a file that names its holder, made in one step by a
// hard link. A dead holder's lock passes at once to exactly one of those that want it; they are served roughly in order.
//
//   <lock>               held; its text is the holder
//   <lock>.wait-<…>      the ticket of someone who wants it; becomes <lock> by a link
//   <lock>.take-<token>  the right to replace what a dead holder left, itself held like a lock
//
// Synchronous calls: each takes microseconds, a detour through the thread pool more than ten times that, and everyone who waits polls.
import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fstatSync,
  linkSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  write,
  writeFileSync,
  writeSync,
} from "node:fs";
import { rm } from "node:fs/promises";
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
/** How often someone who waits looks whether the holder still lives. */
const LIFE_CHECK_MS = 100;
/** A ticket older than this is looked up: its owner may be dead. Younger ones are not worth the system calls. */
const TICKET_CHECK_MS = 500;
/** A holder that can not be looked up (on another host) shows that it lives by touching its file this often. */
const HEARTBEAT_MS = 5_000;
/** … and counts as gone after this long without a sign: twelve missed beats. Best effort: it may only be asleep. */
const NO_SIGN_MS = 60_000;
/**
 * A lock that names nobody is a dead one's once it is this old: a living one's is made whole by a link, or, on a disk without
 * links, by a copy of some hundred bytes.
 */
const NAMELESS_MS = 1_000;

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
 * names the holder when the time is over; where a lock names nobody, whose is decided within a moment more. Errors of the system (a folder that can not be written) pass through.
 */
export async function acquireLock(
  path: string,
  options: { readonly waitMs: number; readonly clock: Clock; readonly random: Random },
): Promise<FileLock> {
  const now = options.clock.now();
  const holder: Holder = { ...thisProcess(), token: options.random.base36(12), since: now.toISOString() };
  const ticket: Ticket = { lock: path, file: ticketName(path, now, holder), token: holder.token };
  writeFileSync(ticket.file, JSON.stringify(holder), { flag: "wx", mode: 0o600 });
  try {
    await waitForTurn(ticket, options.waitMs, options.random);
    return heldLock(path, holder.token);
  } finally {
    rmSync(ticket.file, { force: true });
  }
}

/** Who holds the lock now; undefined if nobody does or its file can not be understood. */
export async function readHolder(path: string): Promise<Holder | undefined> {
  return readLock(path)?.holder;
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
  const began = performance.now();
  let rank = waitMs > 0 ? rankOf(ticket) : 0;
  let lifeChecked = Number.NEGATIVE_INFINITY;
  // Someone who comes back while others wait does not try at once, or it would always win against those that sleep.
  for (let mayTry = rank === 0; ; mayTry = true) {
    const now = performance.now();
    const mayTakeOver = now - lifeChecked >= LIFE_CHECK_MS;
    if (mayTry && (mayTakeOver || !existsSync(ticket.lock))) {
      if (mayTakeOver) lifeChecked = now;
      if (claim(ticket.lock, ticket)) return;
    }
    const left = began + waitMs - now;
    if (left <= 0) {
      const holder = readLock(ticket.lock)?.holder;
      if (holder !== undefined || left < -2 * NAMELESS_MS) throw heldError(ticket.lock, holder);
    }
    const pause = Math.min(POLL_MAX_MS, POLL_FIRST_MS + rank * POLL_PER_RANK_MS) * (0.75 + random.next() / 2);
    await sleep(left > 0 ? Math.min(left, pause) : pause);
    rank = rankOf(ticket);
  }
}

/** One try to make `file` (the lock, or the right to replace one) the ticket's. */
function claim(file: string, ticket: Ticket): boolean {
  if (placeNew(ticket.file, file)) return true;
  const found = readLock(file);
  if (found === undefined) return false; // released just now
  if (found.token === ticket.token) return true; // a network disk repeated our own request and reports its second try
  if (!isGone(found, ticket)) return false;
  const right = `${ticket.lock}.take-${found.token}`;
  if (!claim(right, ticket)) return false;
  try {
    // Its holder is dead and nobody else has the right to replace it, so what is read here can no longer change.
    if (readLock(file)?.token !== found.token) return false;
    const copy = `${ticket.file}.copy`;
    placeNew(ticket.file, copy);
    renameSync(copy, file);
    if (file === ticket.lock) sweepRights(ticket.lock);
    return true;
  } finally {
    rmSync(right, { force: true });
  }
}

interface LockText {
  /** Undefined if the file is empty or broken: a power cut, or a disk without hard links in the middle of a copy. */
  readonly holder: Holder | undefined;
  readonly token: string;
  readonly mtimeMs: number;
}

function readLock(file: string): LockText | undefined {
  try {
    const holder = parseHolder(readFileSync(file, "utf8"));
    const { mtimeMs } = statSync(file);
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
    return undefined; // no JSON: nobody is named, and the file's age decides
  }
}

function isGone(found: LockText, ticket: Ticket): boolean {
  const life = found.holder === undefined ? "elsewhere" : lifeOf(found.holder);
  if (life !== "elsewhere") return life === "dead";
  return diskTime(ticket) - found.mtimeMs > (found.holder === undefined ? NAMELESS_MS : NO_SIGN_MS);
}

/** The time now as the disk of the ticket has it, in ms: the clocks of two hosts may differ. */
function diskTime(ticket: Ticket): number {
  const file = openSync(ticket.file, "r+");
  try {
    writeSync(file, "{", 0); // what stands there
    return fstatSync(file).mtimeMs;
  } finally {
    closeSync(file);
  }
}

/** How many wait longer than this ticket. Removes tickets of processes that died waiting. */
function rankOf(ticket: Ticket): number {
  const prefix = `${basename(ticket.lock)}.wait-`;
  const own = basename(ticket.file);
  let rank = 0;
  for (const name of readdirSync(dirname(ticket.lock))) {
    if (!name.startsWith(prefix) || name >= own) continue;
    const [time = "", machine, pid] = name.slice(prefix.length).split("-");
    const ownTime = own.slice(prefix.length, prefix.length + time.length);
    const old = Number.parseInt(ownTime, 36) - Number.parseInt(time, 36) > TICKET_CHECK_MS;
    if (old && machine === machineTag() && !pidAlive(Number(pid))) rmSync(join(dirname(ticket.lock), name), { force: true });
    else rank++;
  }
  return rank;
}

/** Once the lock has a living holder, every right to replace an earlier one is void; those of killed processes are removed. */
function sweepRights(lock: string): void {
  const prefix = `${basename(lock)}.take-`;
  for (const name of readdirSync(dirname(lock))) {
    if (name.startsWith(prefix)) rmSync(join(dirname(lock), name), { force: true });
  }
}

function heldLock(path: string, token: string): FileLock {
  // Beats go through the open file: they can never touch the lock of one who took over, and the disk's own clock counts.
  const file = openSync(path, "r+");
  const beat = setInterval(() => {
    write(file, "{", 0, () => {
      // An error means that the disk is gone: the next use of it says so.
    });
  }, HEARTBEAT_MS);
  beat.unref();
  let released = false;
  const isMine = () => readLock(path)?.token === token;
  return {
    async assertHeld() {
      if (released || !isMine()) throw new PaiError("LOCK_LOST", { path });
    },
    async release() {
      if (released) return;
      released = true;
      clearInterval(beat);
      closeSync(file);
      if (isMine()) await retryBusy(() => rm(path, { force: true }));
    },
  };
}

function heldError(path: string, holder: Holder | undefined): PaiError {
  return new PaiError("LOCK_HELD", { path, ...(holder && { pid: holder.pid, host: holder.host }) });
}

/** Makes `to` a second name of `from`; false if it exists. Where the disk has no hard links, a copy. */
function placeNew(from: string, to: string): boolean {
  return isPlaced(() => linkSync(from, to)) ?? isPlaced(() => copyFileSync(from, to, constants.COPYFILE_EXCL)) ?? false;
}

const NO_LINKS = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EINVAL"]);

/** False: something is there already. Undefined: not possible on this disk. */
function isPlaced(place: () => void): boolean | undefined {
  try {
    place();
    return true;
  } catch (error) {
    const code = systemCode(error) ?? "";
    if (code === "EEXIST") return false;
    if (NO_LINKS.has(code)) return undefined;
    throw error;
  }
}
