// `paicli context replay`: what compaction would do to a transcript, without any model.
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { replayPolicy } from "../context/replay-policy.ts";
import { replayHtml, replayText } from "../context/replay-report.ts";
import { parseTranscript } from "../context/transcript.ts";
import { causeOf, PaiError } from "../protocol/errors.ts";
import type { Environment } from "./environment.ts";
import type { VerbOutcome } from "./memory-verbs.ts";

/** Tokens, where neither a flag nor a setting says otherwise: what an unknown model is taken to have. */
const DEFAULT_WINDOW = 128_000;

/** `html`: a file to write the chart to as well. Throws PaiError `TRANSCRIPT_UNREADABLE`. */
export function runReplay(file: string, html: string | undefined, environment: Environment, columns: number): VerbOutcome {
  const { config, cwd, texts } = environment;
  const path = resolve(cwd, file);
  const replay = replayPolicy(parseTranscript(read(path), path), config.settings.contextWindow ?? DEFAULT_WINDOW, texts);
  const text = replayText(replay, texts, columns);
  if (html === undefined) return { exitCode: 0, output: text };
  const page = resolve(cwd, html);
  writeFileSync(page, replayHtml(replay, texts));
  return { exitCode: 0, output: `${text}\n\n${page}` };
}

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new PaiError("TRANSCRIPT_UNREADABLE", { path, cause: causeOf(error) }, { cause: error });
  }
}
