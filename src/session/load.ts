// Reads a ledger: from its end to the last checkpoint for a resume, or from its beginning for a transcript.
import { closeSync, fstatSync, openSync } from "node:fs";
import { basename } from "node:path";
import { causeOf, PaiError } from "../protocol/errors.ts";
import type { Message } from "../protocol/message.ts";
import { type Line, lineAt, linesBackward, linesForward } from "../util/jsonl.ts";
import { restoreImages } from "./checkpoint.ts";
import { type LedgerEvent, type LedgerEventOf, MAIN, type ParsedLine, parseLine, peekLine, SCHEMA_VERSION } from "./entry.ts";
import { applyEvent, newState, type SessionState } from "./replay.ts";

/** What was wrong with the lines that were read. */
export interface Damage {
  /** Events whose lines are broken or gone. */
  readonly missing: number;
  /** The file ends in a part of a line. */
  readonly torn: boolean;
  /** Some lines are of a newer version. */
  readonly newer: boolean;
}

export interface LoadedSession {
  readonly state: SessionState;
  /** Of the last event. */
  readonly sequence: number;
  readonly file: { readonly bytes: number; readonly ended: boolean };
  readonly damage: Damage;
}

/** The ledger's name without its ending. */
export function sessionIdOf(path: string): string {
  return basename(path, ".jsonl");
}

/**
 * What a resume needs: the view of `main` and the session's facts, read backwards from the end to the last checkpoint of `main`.
 * Throws PaiError `SESSION_UNREADABLE` if the file cannot be read or holds no event.
 */
export function loadTail(path: string): LoadedSession {
  return reading(path, (fd, bytes) => {
    const tail = readTail(fd, bytes);
    const state = newState();
    for (const { event, line } of tail.events) apply(fd, bytes, state, event, line);
    const { promptState, plan } = state;
    if (promptState && !promptState.event) state.promptState = locate(fd, bytes, promptState.at, "prompt_state");
    if (plan && !plan.event) state.plan = locate(fd, bytes, plan.at, "plan_checkpoint");
    const { sequence, ended, damage } = tail;
    return { state, sequence, file: { bytes, ended }, damage };
  });
}

/**
 * Goes through all events in order; `visit` sees each one after it was applied, and the byte after its line. For transcripts, not for a resume: it takes
 * as long as the file is large. Throws PaiError `SESSION_UNREADABLE` as `loadTail` does.
 */
export function loadSession(path: string, visit?: (event: LedgerEvent, state: SessionState, end: number) => void): SessionState {
  return reading(path, (fd, bytes) => {
    const state = newState();
    let complete = 0;
    for (const line of linesForward(fd, 0, bytes)) {
      const parsed = parseLine(line.bytes);
      if (parsed) complete++;
      const event = parsed?.event;
      if (!event) continue;
      apply(fd, bytes, state, event, line);
      visit?.(event, state, line.offset + line.bytes.length + 1);
    }
    if (complete === 0) throw new Error(NO_RECORD);
    return state;
  });
}

const NO_RECORD = "it holds no complete record";

function reading<T>(path: string, read: (fd: number, bytes: number) => T): T {
  let fd: number | undefined;
  try {
    fd = openSync(path, "r");
    return read(fd, fstatSync(fd).size);
  } catch (error) {
    throw new PaiError("SESSION_UNREADABLE", { id: sessionIdOf(path), cause: causeOf(error) }, { cause: error });
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

interface Found {
  readonly event: LedgerEvent;
  readonly line: Line;
}

interface Tail {
  /** In the order of the file. */
  readonly events: readonly Found[];
  readonly sequence: number;
  readonly ended: boolean;
  readonly damage: Damage;
}

function readTail(fd: number, bytes: number): Tail {
  const events: Found[] = [];
  let last: ParsedLine | undefined;
  let ended: boolean | undefined;
  let below = 0;
  let missing = 0;
  let torn = false;
  let newer = false;
  let begun = false;
  for (const line of linesBackward(fd, bytes)) {
    ended ??= line.ended;
    const foreign = last && skippable(line);
    const parsed = foreign ? undefined : parseLine(line.bytes);
    if (parsed && !last) last = parsed;
    else if (!parsed && !last) torn = true;
    const sequence = foreign?.sequence ?? parsed?.envelope.sequence;
    // A torn line has no number of its own: the line after it took it. So a number that nobody has is an event that was lost.
    if (sequence !== undefined && (below === 0 || sequence < below)) {
      if (below > 0) missing += below - sequence - 1;
      below = sequence;
    }
    if (!parsed) continue;
    newer ||= parsed.envelope.schemaVersion > SCHEMA_VERSION;
    if (!parsed.event) continue;
    events.push({ event: parsed.event, line });
    if (parsed.event.event === "view_checkpoint" && parsed.event.unit === MAIN && parsed.event.facts) {
      begun = true;
      break;
    }
  }
  // Read from the first line on, and still not from the first event on.
  if (!begun && below > 1) missing += below - 1;
  if (!last) throw new Error(NO_RECORD);
  return { events: events.reverse(), sequence: last.envelope.sequence, ended: ended ?? true, damage: { missing, torn, newer } };
}

const VIEW_EVENTS = new Set(["message", "view_checkpoint", "compaction", "history_clear", "image_prune"]);

/** What only concerns the view of another unit: a resumed plan or team begins its tasks anew. Not worth parsing. */
function skippable(line: Line) {
  if (!line.ended) return undefined;
  const head = peekLine(line.bytes);
  return head && head.unit !== MAIN && VIEW_EVENTS.has(head.event) ? head : undefined;
}

function apply(fd: number, end: number, state: SessionState, event: LedgerEvent, line: Line): void {
  const span = { offset: line.offset, bytes: line.bytes.length + 1 };
  if (event.event !== "view_checkpoint") {
    applyEvent(state, event, span);
    return;
  }
  const messages = restoreImages(event.messages, state.images, (at) => messageAt(fd, at, end));
  applyEvent(state, { ...event, messages }, span);
}

function messageAt(fd: number, at: number, end: number): Message | undefined {
  const event = eventAt(fd, at, end);
  return event?.event === "message" ? event.message : undefined;
}

function eventAt(fd: number, at: number, end: number): LedgerEvent | undefined {
  const line = at < end ? lineAt(fd, at, end) : undefined;
  return line && parseLine(line.bytes)?.event;
}

function locate<Name extends "prompt_state" | "plan_checkpoint">(fd: number, end: number, at: number, name: Name) {
  const event = eventAt(fd, at, end);
  return event?.event === name ? { at, event: event as LedgerEventOf<Name> } : undefined;
}
