// Begins a session: a new one, one that goes on, or a fork of one.
import { chmodSync, mkdirSync, statSync } from "node:fs";
import { causeOf, isPaiError, PaiError } from "../protocol/errors.ts";
import type { FileLock } from "../util/file-lock.ts";
import { findSession, ledgerPath, listSessions, lockSession, sessionsFolder } from "./catalog.ts";
import { loadTail } from "./load.ts";
import { LedgerSession, type Session, type SessionTools } from "./session.ts";

export interface OpenOptions extends SessionTools {
  /** An id or the beginning of one, or `latest`: the newest of this project, and a new session if there is none. */
  readonly resume?: string;
  /** Goes on in a new session that begins with the view of the resumed one, which may be in use and is not changed. */
  readonly fork?: boolean;
}

/**
 * Throws PaiError `SESSION_NOT_FOUND`, `SESSION_AMBIGUOUS` or `SESSION_UNREADABLE` for the session to resume, and `SESSION_IN_USE`
 * if another process has it and no fork is wanted. A disk that cannot be written is a warning.
 */
export async function openSession(options: OpenOptions): Promise<Session> {
  const wanted = wantedId(options);
  if (wanted === undefined) return startSession(options);
  return options.fork ? forkSession(options, wanted) : resumeSession(options, wanted);
}

function wantedId({ resume, home, projectKey }: OpenOptions): string | undefined {
  if (resume === undefined) return undefined;
  return resume === "latest" ? listSessions(home, projectKey)[0]?.id : findSession(home, resume);
}

async function startSession(options: OpenOptions): Promise<LedgerSession> {
  const id = newSessionId(options);
  const lock = await lockOrWarn(options, id);
  const session = new LedgerSession(options, id, lock);
  session.start();
  return session;
}

async function resumeSession(options: OpenOptions, id: string): Promise<LedgerSession> {
  const lock = await lockOrWarn(options, id);
  try {
    const loaded = loadTail(ledgerPath(options.home, id)); // only now: whoever had the lock may have written until it was free
    const session = new LedgerSession(options, id, lock, loaded);
    session.resume(loaded);
    return session;
  } catch (error) {
    await lock?.release();
    throw error;
  }
}

async function forkSession(options: OpenOptions, parent: string): Promise<LedgerSession> {
  const loaded = loadTail(ledgerPath(options.home, parent));
  const id = newSessionId(options);
  const lock = await lockOrWarn(options, id);
  const session = new LedgerSession(options, id, lock);
  session.fork(parent, loaded);
  return session;
}

/** Without a lock nothing is written: another process might. */
async function lockOrWarn(options: OpenOptions, id: string): Promise<FileLock | undefined> {
  try {
    preparePrivateFolder(sessionsFolder(options.home));
    return await lockSession(options.home, id, options);
  } catch (error) {
    if (isPaiError(error)) throw error;
    const path = ledgerPath(options.home, id);
    options.onWarning(new PaiError("SESSION_NOT_SAVED", { path, cause: causeOf(error) }, { cause: error }));
    return undefined;
  }
}

function preparePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if ((statSync(folder).mode & 0o077) !== 0) chmodSync(folder, 0o700); // copied or restored by a program that did not keep it
}

/** `session-YYYYMMDD-HHmmss-xxxxxx`, in local time. */
function newSessionId({ clock, random }: Pick<OpenOptions, "clock" | "random">): string {
  const now = clock.now();
  const two = (n: number) => String(n).padStart(2, "0");
  const date = `${now.getFullYear()}${two(now.getMonth() + 1)}${two(now.getDate())}`;
  const time = `${two(now.getHours())}${two(now.getMinutes())}${two(now.getSeconds())}`;
  return `session-${date}-${time}-${random.base36(6)}`;
}
