// What `paicli sessions …` does: list, show, export, draw and delete the sessions of a home.
import type { Texts } from "../locale/index.ts";
import { PaiError } from "../protocol/errors.ts";
import { findSession, ledgerPath, listSessions, type SessionSummary } from "../session/catalog.ts";
import { contextChart, EXPORT_FORMATS, exportSession } from "../session/export.ts";
import { readTranscript } from "../session/transcript.ts";
import { textChart } from "../util/chart.ts";
import { PLAIN_COLUMNS, tableLines } from "../util/columns.ts";
import { localMinute } from "../util/local-time.ts";
import { oneLine } from "../util/text.ts";
import { showHidden } from "../util/visible.ts";
import type { Environment } from "./environment.ts";
import { removeSession } from "./housekeeping.ts";
import { EXIT_DECLINED, EXIT_USAGE, type VerbOutcome } from "./memory-verbs.ts";

export interface SessionVerbFlags {
  readonly json: boolean;
  readonly force: boolean;
  readonly allProjects: boolean;
  readonly format?: string;
}

export interface SessionVerbContext {
  readonly environment: Environment;
  readonly texts: Texts;
  /** Columns of the screen; undefined where there is none: then no line is broken. */
  readonly width: number | undefined;
  readonly confirm?: (question: string) => Promise<boolean>;
}

/** Rows of the chart of a session's context. */
const CHART_ROWS = 16;

type Verb = (words: readonly string[], flags: SessionVerbFlags, context: SessionVerbContext) => Promise<VerbOutcome>;

const SESSION_VERBS: Readonly<Record<string, Verb>> = {
  async list(words, { json, allProjects }, { environment, texts, width }) {
    if (words.length > 0) throw new PaiError("USAGE", { problem: "sessions list" });
    const sessions = listSessions(environment.home, allProjects ? undefined : environment.root);
    if (json) return done(JSON.stringify(sessions, null, 2));
    return done(
      sessions.length === 0
        ? texts.session.verbs.none
        : tableLines(
            sessions.map((session) => listRow(session, allProjects, texts)),
            width,
          ).join("\n"),
    );
  },
  async show(words, { json }, context) {
    return done(exportOf(words, json ? "json" : "md", context));
  },
  async export(words, { format = "md" }, context) {
    return done(exportOf(words, format, context));
  },
  async context(words, { json }, { environment: { home }, texts, width }) {
    const transcript = readTranscript(pathOf(words, home));
    const { sizes, changes } = transcript;
    return done(
      json
        ? JSON.stringify({ sizes, changes }, null, 2)
        : textChart(contextChart(transcript, texts), width ?? PLAIN_COLUMNS, CHART_ROWS),
    );
  },
  async delete(words, { force }, { environment: { home }, texts, confirm }) {
    const id = findSession(home, idOf(words));
    const summary = listSessions(home).find((session) => session.id === id);
    if (summary === undefined) throw new PaiError("SESSION_NOT_FOUND", { id }); // deleted by another process just now
    const title = shortTitle(summary.title, texts);
    if (!force) {
      if (confirm === undefined) return { exitCode: EXIT_USAGE, output: texts.session.verbs.deleteNeedsForce({ id, title }) };
      if (!(await confirm(texts.session.verbs.confirmDelete({ id, title }))))
        return { exitCode: EXIT_DECLINED, output: texts.session.verbs.leftAlone };
    }
    const namedBy = await removeSession(home, summary);
    const kept = namedBy.length === 0 ? [] : [texts.session.verbs.outputsKept(namedBy)];
    return done([texts.session.verbs.deleted({ id, title }), ...kept].join("\n"));
  },
};

/** Throws PaiError `USAGE` for a verb that is not in the table, `SESSION_…` for a session that cannot be found or read. */
export async function runSessionVerb(
  verb: string,
  words: readonly string[],
  flags: SessionVerbFlags,
  context: SessionVerbContext,
): Promise<VerbOutcome> {
  const run = Object.hasOwn(SESSION_VERBS, verb) ? SESSION_VERBS[verb] : undefined;
  if (run === undefined) throw new PaiError("USAGE", { problem: `sessions [${Object.keys(SESSION_VERBS).join("|")}]` });
  return run(words, flags, context);
}

/** Newest first, of one project. */
export function projectSessions(home: string, root: string): readonly SessionSummary[] {
  return listSessions(home, root);
}

function exportOf(words: readonly string[], wanted: string, { environment: { home }, texts }: SessionVerbContext): string {
  const format = EXPORT_FORMATS.find((name) => name === wanted);
  if (format === undefined) throw new PaiError("USAGE", { problem: `--format ${EXPORT_FORMATS.join("|")}` });
  return exportSession(readTranscript(pathOf(words, home)), format, texts).trimEnd();
}

function listRow(session: SessionSummary, withProject: boolean, texts: Texts): readonly string[] {
  const what = `${shortTitle(session.title, texts)}  (${factsOf(session, texts)})${withProject ? `  [${session.project}]` : ""}`;
  return [session.id, localMinute(session.updatedAt), what];
}

/** One line to choose a session by. */
export function sessionLabel(session: SessionSummary, texts: Texts): string {
  return `${localMinute(session.updatedAt)}  ${shortTitle(session.title, texts)}  (${factsOf(session, texts)})`;
}

/** It may be the words of a page that was pasted: what hides or reorders in it is shown, so that columns and questions hold. */
function shortTitle(title: string, texts: Texts): string {
  return oneLine(showHidden(title || texts.session.untitled), 60);
}

function factsOf({ turns, bytes, mode, model }: SessionSummary, texts: Texts): string {
  return texts.session.verbs.facts({ turns, kilobytes: Math.ceil(bytes / 1024), mode, model });
}

function pathOf(words: readonly string[], home: string): string {
  return ledgerPath(home, findSession(home, idOf(words)));
}

function idOf([id, ...rest]: readonly string[]): string {
  if (id === undefined || rest.length > 0) throw new PaiError("USAGE", { problem: "sessions [show|export|context|delete] <id>" });
  return id;
}

function done(output: string): VerbOutcome {
  return { exitCode: 0, output };
}
