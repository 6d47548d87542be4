// The append-only file of a session: one write per event, whole lines only, made durable at the moments that the caller chooses.
// A disk that cannot be written does not end the session: what could not be written waits and is written later, in order.
import { closeSync, constants, fchmodSync, fdatasync, mkdirSync, openSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { causeOf, PaiError } from "../protocol/errors.ts";
import { syncFolder } from "../util/atomic-file.ts";
import type { LedgerEvent } from "./entry.ts";
import type { LineSpan } from "./replay.ts";

const sync = promisify(fdatasync);

export interface LedgerOptions {
  readonly path: string;
  /** Called once per outage of the disk. */
  readonly onWarning: (error: PaiError) => void;
  /** The file as it stands, of a session that goes on; absent for a new one, whose file is made by its first message. */
  readonly existing?: {
    readonly bytes: number;
    /** Of its last event. */
    readonly sequence: number;
    /** Its last byte is a line feed; otherwise the first append begins with one, so that nothing is glued to a torn line. */
    readonly ended: boolean;
  };
}

export interface Ledger {
  /** The number that the next event gets: 1, 2, 3 … without gaps. */
  readonly nextSequence: number;
  /** Bytes of the file once everything is written; 0 while there is no file. */
  readonly bytes: number;
  /** Writes the event, or keeps it for later. Returns where its line stands. Never throws. */
  append(event: LedgerEvent): LineSpan;
  /** Resolves when everything that was appended is on the disk, as far as the disk takes it. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

export function openLedger(options: LedgerOptions): Ledger {
  return new FileLedger(options);
}

/** Counts, and keeps nothing: for a session that must not write, because it could not take its lock. */
export function detachedLedger(lastSequence: number): Ledger {
  let sequence = lastSequence;
  return {
    get nextSequence() {
      return sequence + 1;
    },
    bytes: 0,
    append: (event) => {
      sequence = event.sequence;
      return { offset: 0, bytes: 0 };
    },
    flush: async () => {},
    close: async () => {},
  };
}

class FileLedger implements Ledger {
  readonly #options: LedgerOptions;
  #fd: number | undefined;
  /** Lines that wait: for the first message of a new session, or for a disk that can be written again. */
  #waiting: Buffer[] = [];
  /** Bytes of the first waiting line that are in the file already. */
  #written = 0;
  #held: boolean;
  #failing = false;
  #newName = false;
  #position: number;
  #terminate: boolean;
  #sequence: number;

  constructor(options: LedgerOptions) {
    this.#options = options;
    const { existing } = options;
    this.#held = existing === undefined;
    this.#position = existing?.bytes ?? 0;
    this.#terminate = existing !== undefined && existing.bytes > 0 && !existing.ended;
    this.#sequence = existing?.sequence ?? 0;
  }

  get nextSequence(): number {
    return this.#sequence + 1;
  }

  get bytes(): number {
    return this.#held ? 0 : this.#position;
  }

  append(event: LedgerEvent): LineSpan {
    this.#sequence = event.sequence;
    const span = this.#enqueue(event);
    if (event.event === "message") this.#held = false;
    if (!this.#held) this.#write();
    return span;
  }

  async flush(): Promise<void> {
    if (this.#fd === undefined) return;
    this.#write();
    try {
      await sync(this.#fd);
      if (this.#newName) await syncFolder(dirname(this.#options.path));
      this.#newName = false;
    } catch (error) {
      this.#fail(error);
    }
  }

  async close(): Promise<void> {
    if (this.#held) return;
    this.#write();
    await this.flush();
    if (this.#fd !== undefined) closeSync(this.#fd);
    this.#fd = undefined;
  }

  #enqueue(event: LedgerEvent): LineSpan {
    const json = JSON.stringify(event);
    if (this.#terminate) this.#position += 1;
    const line = Buffer.from(`${this.#terminate ? "\n" : ""}${json}\n`);
    const offset = this.#position;
    const bytes = line.length - (this.#terminate ? 1 : 0);
    this.#terminate = false;
    this.#position += bytes;
    this.#waiting.push(line);
    return { offset, bytes };
  }

  #write(): void {
    try {
      this.#fd ??= this.#open();
      for (let line = this.#waiting[0]; line; line = this.#waiting[0]) {
        // A disk that is full may take a part: the rest of this very line goes on where it stopped.
        while (this.#written < line.length) this.#written += writeSync(this.#fd, line, this.#written);
        this.#waiting.shift();
        this.#written = 0;
      }
      this.#failing = false;
    } catch (error) {
      this.#fail(error);
    }
  }

  #open(): number {
    const { path, existing } = this.#options;
    const { O_APPEND, O_WRONLY, O_CREAT, O_EXCL } = constants;
    if (existing) {
      const fd = openSync(path, O_APPEND | O_WRONLY);
      fchmodSync(fd, 0o600); // copied or restored files may have become readable by others
      return fd;
    }
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const fd = openSync(path, O_APPEND | O_WRONLY | O_CREAT | O_EXCL, 0o600);
    this.#newName = true;
    return fd;
  }

  #fail(error: unknown): void {
    if (this.#failing) return;
    this.#failing = true;
    this.#options.onWarning(
      new PaiError("LEDGER_UNWRITABLE", { path: this.#options.path, cause: causeOf(error) }, { cause: error }),
    );
  }
}
