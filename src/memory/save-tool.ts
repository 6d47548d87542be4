// `save_memory`: the model's way to write a memory. It can only carry what the user asked for, in the user's own words, and
// never decides a conflict.
import { z } from "zod";
import type { Texts } from "../locale/index.ts";
import { PaiError } from "../protocol/errors.ts";
import type { EventBody } from "../protocol/event.ts";
import type { Asker } from "../protocol/ports.ts";
import { defineTool, type Tool, type ToolContext, type ToolResult } from "../protocol/tool.ts";
import { canonicalForm } from "./canonical.ts";
import { choiceIn, type Pair } from "./choice.ts";
import { withoutBlocks } from "./clauses.ts";
import type { MemoryService, SaveOptions, SaveResult } from "./contract.ts";
import { conflictText, dayOf, shown } from "./describe.ts";
import type { MemoryEntry, Scope } from "./entry.ts";
import { asksToRemember, browserLoginSite } from "./explicit.ts";
import { type Missing, missingFrom } from "./grounding.ts";
import { MAX_FACT_CHARS } from "./options.ts";
import { saysGlobal } from "./reach.ts";

const schema = z.object({
  fact: z.string().min(1).max(MAX_FACT_CHARS),
  scope: z.enum(["project", "global"]).optional(),
  replace_id: z.string().optional(),
  keep_both: z.boolean().optional(),
});
type Args = z.output<typeof schema>;

export interface SaveToolParts {
  readonly service: MemoryService;
  readonly texts: Texts;
  /** From `prompts/<lang>/tools/save_memory.md`. */
  readonly description: string;
  /** What the person typed: in this turn, and in the session with this turn as its last. */
  userWords(): { readonly turn: string; readonly session: readonly string[] };
  /** Number of the current user turn; grows with each. */
  turn(): number;
  exposed(): { readonly exposed: boolean; readonly sources: readonly string[] };
  /** Off: what an exposed session saves is marked, but may be asked for and be global as in any other. */
  readonly guardsExposed: boolean;
  /** Plan tasks and team workers do not learn browser habits. */
  readonly browserPreference: boolean;
  /** Absent in headless runs: then what would be asked is refused. */
  readonly asker?: Asker;
  /** Tells the session's stream what was saved or met a conflict. */
  readonly report: (event: EventBody) => void;
}

/** A conflict that the user was shown, and when. */
interface Shown extends Pair {
  readonly canonical: string;
  readonly ids: readonly string[];
  readonly turn: number;
}

/** What is known about one call before anything is written. */
interface Request {
  readonly fact: string;
  readonly options: SaveOptions;
}

type Answer = "yes" | "no" | "headless";

export function saveMemoryTool(parts: SaveToolParts): Tool {
  const calls = new SaveCalls(parts);
  return defineTool({
    name: "save_memory",
    description: parts.description,
    schema,
    readOnly: false,
    // Answers are short; a conflict with many entries stays whole.
    preview: { over: 8_000, head: 2_000, tail: 800 },
    access: ({ fact }) => [{ kind: "memory", fact }],
    run: (args, context) => calls.run(args, context),
  });
}

class SaveCalls {
  readonly #parts: SaveToolParts;
  #shown: readonly Shown[] = [];

  constructor(parts: SaveToolParts) {
    this.#parts = parts;
  }

  async run(args: Args, { signal }: ToolContext): Promise<ToolResult> {
    const fact = args.fact.trim();
    const chosen = this.#choiceFor(args, fact);
    const agreed = await this.#permission(fact, chosen !== undefined, signal);
    const { turn } = this.#parts.userWords();
    const { exposed, sources } = this.#parts.exposed();
    const options: SaveOptions = {
      source: "model",
      scope: scopeFor(args.scope, this.#guarded(), turn, fact),
      confirmed: agreed || missingFrom(fact, [withoutBlocks(turn)]).length === 0,
      ...(exposed ? { externalSources: sources } : {}),
      ...(chosen?.kind === "keep_both" ? { keepBeside: chosen.ids } : {}),
    };
    const result =
      chosen?.kind === "replace"
        ? await this.#parts.service.replace(chosen.id, fact, options)
        : await this.#parts.service.save(fact, options);
    return this.#conclude({ fact, options }, result, chosen?.kind === "replace" ? chosen.id : undefined, signal);
  }

  /** What the user chose for a conflict that was shown before. Throws PaiError `MEMORY_CHOICE_REFUSED` if it is the model's own choice. */
  #choiceFor(args: Args, fact: string) {
    const replaceId = args.replace_id?.trim() ?? "";
    if (replaceId === "" && args.keep_both !== true) return undefined;
    const pair = this.#shown.findLast(({ canonical }) => canonical === canonicalForm(fact));
    const choice = pair === undefined ? undefined : choiceIn(this.#parts.userWords().turn, pair);
    const answered = pair !== undefined && this.#parts.turn() > pair.turn;
    if (answered && replaceId !== "" && choice === "replace") {
      const id = pair.ids.find((known) => known === replaceId || (replaceId.length >= 6 && known.startsWith(replaceId)));
      if (id !== undefined) return { kind: "replace" as const, id };
    }
    if (answered && replaceId === "" && choice === "keep_both") return { kind: "keep_both" as const, ids: pair.ids };
    throw new PaiError("MEMORY_CHOICE_REFUSED", {
      entries: pair === undefined ? "" : pair.ids.map((id) => `- ${id}`).join("\n"),
    });
  }

  /**
   * Whether the fact may be written; true if the person was shown it and agreed. Throws PaiError otherwise. An exposed
   * session never asks about what the user did not request: a page must not be able to make the question come up.
   */
  async #permission(fact: string, chosen: boolean, signal: AbortSignal): Promise<boolean> {
    const { texts } = this.#parts;
    const words = this.#parts.userWords();
    if (!chosen && !asksToRemember(words.turn)) {
      if (this.#guarded()) throw new PaiError("MEMORY_EXTERNAL_CONTEXT", { fact });
      const answer = await this.#ask(texts.memory.askNotRequested(fact), signal);
      if (answer === "headless") throw new PaiError("MEMORY_NOT_REQUESTED", { fact });
      if (answer === "no") throw new PaiError("MEMORY_DECLINED", { fact });
      return true;
    }
    const missing = missingFrom(fact, words.session.map(withoutBlocks)); // what was pasted as code or quotation is not theirs
    if (missing.length === 0) return false;
    const named = missing.map((part) => describeMissing(part, texts)).join(", ");
    const answer = await this.#ask(texts.memory.askNotGrounded({ fact, missing: named }), signal);
    if (answer === "headless") throw new PaiError("MEMORY_NOT_GROUNDED", { fact, missing: named });
    if (answer === "no") throw new PaiError("MEMORY_DECLINED", { fact });
    return true;
  }

  #guarded(): boolean {
    return this.#parts.guardsExposed && this.#parts.exposed().exposed;
  }

  async #ask(text: string, signal: AbortSignal): Promise<Answer> {
    const { asker, texts } = this.#parts;
    if (asker === undefined) return "headless";
    const choices = [
      { id: "yes", label: texts.memory.askYes },
      { id: "no", label: texts.memory.askNo },
    ];
    const answer = await asker.ask({ title: texts.memory.askSaveTitle, text, choices }, signal);
    return answer.id === "yes" ? "yes" : "no";
  }

  async #conclude(request: Request, result: SaveResult, old: string | undefined, signal: AbortSignal): Promise<ToolResult> {
    const { texts } = this.#parts;
    switch (result.status) {
      case "refused":
        throw new PaiError("MEMORY_REFUSED", { reason: result.reason ?? "empty" });
      case "target_not_found":
        throw new PaiError("MEMORY_ID_UNKNOWN", { id: old ?? "" });
      case "conflict":
        return this.#conflict(request, result.conflicts, old, signal);
      case "duplicate": {
        const { id = "", content = request.fact } = result.entry ?? {};
        const known = texts.memory.known({ id: shown(id), content: shown(content) });
        const stays = old === undefined ? [] : [texts.memory.oldStays(shown(old))];
        const text = [known, ...stays, ...(await this.#browserToo())].join("\n");
        return { ok: true, content: text, display: { kind: "text", text } };
      }
      case "stored":
      case "replaced": {
        const { id = "", content = request.fact, scope = "project" } = result.entry ?? {};
        this.#parts.report({
          type: "memory_saved",
          id,
          content,
          scope,
          source: "save_memory",
          ...(old === undefined ? {} : { replaced: old }),
        });
        const line = old === undefined ? texts.memory.saved({ id, content, scope }) : texts.memory.replaced({ id, old, content });
        // The person has the event.
        return { ok: true, content: [line, ...(await this.#browserToo())].join("\n") };
      }
    }
  }

  /**
   * Shows both sides. With a person at the terminal the dialog decides at once; else the model has to ask and wait.
   * `old`: the entry that was to be replaced; what the others say is no reason to forget that choice.
   */
  async #conflict(
    { fact, options }: Request,
    conflicts: readonly MemoryEntry[],
    old: string | undefined,
    signal: AbortSignal,
  ): Promise<ToolResult> {
    const { asker, texts, service } = this.#parts;
    const entries = conflictText(fact, conflicts, texts);
    this.#parts.report({
      type: "memory_conflict",
      fact,
      conflicts: conflicts.map(({ id, content, written }) => ({ id, content: shown(content), written: dayOf(written) })),
    });
    const ids = conflicts.map(({ id }) => id);
    const pair = { fact, entries: conflicts, canonical: canonicalForm(fact), ids, turn: this.#parts.turn() };
    this.#shown = [...this.#shown, pair];
    if (asker === undefined) throw new PaiError("MEMORY_CONFLICT", { entries });
    const choices = [
      ...ids.map((id) => ({ id, label: texts.memory.askReplace(id) })),
      { id: "keep_both", label: texts.memory.askKeepBoth },
      { id: "leave", label: texts.memory.askLeave },
    ];
    const answer = await asker.ask({ title: texts.memory.askConflictTitle, text: entries, choices }, signal);
    if (answer.id === "keep_both") {
      const beside = { ...options, keepBeside: [...(options.keepBeside ?? []), ...ids] };
      const result = await (old === undefined ? service.save(fact, beside) : service.replace(old, fact, beside));
      return this.#conclude({ fact, options: beside }, result, old, signal);
    }
    if (ids.includes(answer.id)) {
      const result = await service.replace(answer.id, fact, options);
      return this.#conclude({ fact, options }, result, answer.id, signal);
    }
    // Nothing else tells the person what became of it.
    const display = { kind: "text", text: texts.memory.verbs.leftAlone } as const;
    return { ok: false, content: texts.memory.left(entries), display };
  }

  /** “Remember to use my logged-in Chrome for …” is a habit of the person, not of the project. */
  async #browserToo(): Promise<readonly string[]> {
    const { browserPreference, service, texts } = this.#parts;
    const { turn } = this.#parts.userWords();
    if (!browserPreference || this.#guarded() || !asksToRemember(turn)) return [];
    const site = browserLoginSite(turn);
    if (site === false) return [];
    const result = await service.save(texts.memory.browserPreference(site), { source: "model", scope: "global" });
    if (result.status !== "stored" || result.entry === undefined) return [];
    const { id, content, scope } = result.entry;
    this.#parts.report({ type: "memory_saved", id, content, scope, source: "save_memory" });
    return [texts.memory.browserSaved({ id, content })];
  }
}

/** What comes out of an exposed session holds for this project only, unless the user's own words say otherwise. */
function scopeFor(asked: Scope | undefined, guarded: boolean, turn: string, fact: string): Scope {
  if (asked === "global" && guarded && !saysGlobal(turn, fact)) return "project";
  return asked ?? "project";
}

function describeMissing(missing: Missing, texts: Texts): string {
  switch (missing.kind) {
    case "token":
      return missing.text;
    case "words":
      return `${texts.memory.halfOfWords} (${missing.text})`;
    case "crossed":
      return `${texts.memory.crossed} (${missing.text})`;
    case "polarity":
      return `${texts.memory.polarity} (${missing.text})`;
  }
}
