// One long-term memory: its shape in the file, which the Java PaiCLI writes too, and how it is read here.
import { z } from "zod";
import type { Clock, Random } from "../protocol/ports.ts";
import { baseTokens } from "../util/tokens.ts";
import { canonicalForm } from "./canonical.ts";
import { type Comparable, comparable } from "./conflict.ts";

/** Only what is needed to use an entry is demanded; everything else is carried through unchanged. */
const storedSchema = z.looseObject({
  id: z.string().min(1),
  content: z.string(),
  type: z.string().optional(),
  timestamp: z.union([z.string(), z.number()]).nullish(),
  lastVerifiedAt: z.union([z.string(), z.number()]).nullish(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
});

/** An entry exactly as it stands in the file. */
export type StoredEntry = z.infer<typeof storedSchema>;

export type Scope = "project" | "global";

export interface MemoryEntry {
  readonly stored: StoredEntry;
  readonly id: string;
  readonly content: string;
  readonly type: string;
  readonly scope: Scope;
  /** Key of the project that a `project` entry belongs to. */
  readonly project: string | undefined;
  readonly written: Date;
  readonly verified: Date;
  /** Extracted by itself and not yet verified by the user. */
  readonly pending: boolean;
  readonly autoExtracted: boolean;
  /** Saved in a session that had used external content. */
  readonly external: boolean;
  readonly tokenCount: number;
  /** Made when first needed and kept. */
  readonly comparable: Comparable;
}

/** What an entry of the file means; undefined if it is none. */
export function readEntry(value: unknown): MemoryEntry | undefined {
  const stored = isStored(value) ? value : storedSchema.safeParse(value).data;
  return stored === undefined ? undefined : new EntryView(stored);
}

/** What the schema takes, said again by hand: it is asked 10,000 times before the first prompt. Whatever fails goes to the schema. */
function isStored(value: unknown): value is StoredEntry {
  if (typeof value !== "object" || value === null) return false;
  const { id, content, type, timestamp, lastVerifiedAt, metadata }: Partial<Record<keyof StoredEntry, unknown>> = value;
  return (
    typeof id === "string" &&
    id !== "" &&
    typeof content === "string" &&
    (type === undefined || typeof type === "string") &&
    isTime(timestamp) &&
    isTime(lastVerifiedAt) &&
    (metadata === undefined || metadata === null || (typeof metadata === "object" && !Array.isArray(metadata)))
  );
}

function isTime(value: unknown): boolean {
  return value === undefined || value === null || typeof value === "string" || Number.isFinite(value);
}

/** Reads from the stored entry when asked: most of 10,000 entries are never asked for more than their domain. */
class EntryView implements MemoryEntry {
  readonly stored: StoredEntry;
  readonly type: string;
  readonly scope: Scope;
  readonly project: string | undefined;
  #comparable: Comparable | undefined;
  #tokenCount: number | undefined;
  #written: Date | undefined;
  #verified: Date | undefined;

  constructor(stored: StoredEntry) {
    const { scope, project } = stored.metadata ?? {};
    this.stored = stored;
    this.type = stored.type ?? "FACT";
    this.scope = scope === "project" ? "project" : "global";
    this.project = typeof project === "string" ? project : undefined;
  }

  get id(): string {
    return this.stored.id;
  }

  get content(): string {
    return this.stored.content;
  }

  get written(): Date {
    this.#written ??= parseTime(this.stored.timestamp) ?? parseTime(this.stored.lastVerifiedAt) ?? new Date(0);
    return this.#written;
  }

  get verified(): Date {
    this.#verified ??= parseTime(this.stored.lastVerifiedAt) ?? this.written;
    return this.#verified;
  }

  get pending(): boolean {
    return this.autoExtracted && this.stored.metadata?.verification !== "verified";
  }

  get autoExtracted(): boolean {
    return this.stored.metadata?.source === "auto_extracted";
  }

  get external(): boolean {
    return String(this.stored.metadata?.external_context) === "true";
  }

  get tokenCount(): number {
    this.#tokenCount ??= baseTokens(this.content);
    return this.#tokenCount;
  }

  get comparable(): Comparable {
    this.#comparable ??= comparable(canonicalForm(this.content));
    return this.#comparable;
  }
}

/** Seconds with a fraction are what Java's libraries write for an instant; up to this number it can not be milliseconds of our time. */
const MAX_SECONDS = 1e11;

/** ISO text (also with a zone in brackets) or seconds or milliseconds since 1970, as a number or as text. */
function parseTime(value: unknown): Date | undefined {
  if (value === null || value === undefined || value === "") return undefined;
  const number = typeof value === "number" ? value : Number(value);
  const ms = Number.isFinite(number)
    ? number * (Math.abs(number) < MAX_SECONDS ? 1000 : 1)
    : Date.parse(String(value).replace(/\[[^\]]*\]$/, ""));
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

export interface NewEntry {
  readonly content: string;
  readonly scope: Scope;
  readonly project: string | undefined;
  readonly autoExtracted: boolean;
  /** Where an exposed session had read; undefined if the session was not exposed. */
  readonly sources: readonly string[] | undefined;
  /** The project files that it speaks of, as `formatLinks` writes them. */
  readonly files: string | undefined;
}

/** Metadata that describes how a text came to be: void once the text is another one. */
const OF_THE_TEXT = ["source", "verification", "external_context", "sources", "files", "replaces"] as const;

/** A new entry; `replaced` lends its place: domain, and fields that are not known here. */
export function makeEntry(fact: NewEntry, clock: Clock, random: Random, replaced?: MemoryEntry): StoredEntry {
  const now = clock.now().toISOString();
  const kept = { ...replaced?.stored.metadata };
  for (const name of OF_THE_TEXT) delete kept[name];
  return {
    ...replaced?.stored,
    id: `fact-${random.base36(8)}`,
    content: fact.content,
    type: replaced?.type ?? "FACT",
    timestamp: now,
    lastVerifiedAt: now,
    metadata: {
      ...kept,
      scope: fact.scope,
      ...(fact.project === undefined ? {} : { project: fact.project }),
      source: fact.autoExtracted ? "auto_extracted" : "fact",
      ...(fact.autoExtracted ? { verification: "unverified" } : {}),
      ...(fact.sources === undefined ? {} : { external_context: "true", sources: fact.sources.join("\n") }),
      ...(fact.files === undefined ? {} : { files: fact.files }),
      ...(replaced === undefined ? {} : { replaces: replaced.id }),
    },
    tokenCount: baseTokens(fact.content),
  };
}

/** The same entry, confirmed now. Only `verified` decides that the user did it; a repeated save leaves a pending one pending. */
export function refreshed(entry: MemoryEntry, clock: Clock, files: string | undefined, verified: boolean): StoredEntry {
  const metadata = { ...entry.stored.metadata };
  if (files === undefined) delete metadata.files;
  else metadata.files = files;
  if (verified && entry.autoExtracted) metadata.verification = "verified";
  return { ...entry.stored, lastVerifiedAt: clock.now().toISOString(), metadata };
}

/** Entries are compared with others of their own type, scope and project only. */
export function sameDomain(
  a: Pick<MemoryEntry, "type" | "scope" | "project">,
  b: Pick<MemoryEntry, "type" | "scope" | "project">,
): boolean {
  return a.type === b.type && a.scope === b.scope && (a.scope === "global" || a.project === b.project);
}
