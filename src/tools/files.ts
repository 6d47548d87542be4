// All files of a folder that Git does not ignore: by ripgrep, or by walking where that can not run.
import { SEARCH_BUDGET_MS } from "./options.ts";
import { runRipgrep } from "./ripgrep.ts";
import { walk } from "./walk.ts";

export interface FilesFound {
  /** Relative to the folder, with forward slashes, in order. */
  readonly paths: readonly string[];
  /** Not all of them: the time or the number was used up. */
  readonly partial: boolean;
}

/** Files that one listing holds in memory. */
const MAX_FILES = 100_000;

export async function findFiles(folder: string, accepts: (path: string) => boolean, signal: AbortSignal): Promise<FilesFound> {
  return (await filesByRipgrep(folder, accepts, signal)) ?? (await filesByWalking(folder, accepts, signal));
}

async function filesByRipgrep(
  folder: string,
  accepts: (path: string) => boolean,
  signal: AbortSignal,
): Promise<FilesFound | undefined> {
  const stop = new AbortController();
  const paths: string[] = [];
  let rest = Buffer.alloc(0);
  const end = await runRipgrep(["--files", "--null"], folder, {
    signal,
    stop: stop.signal,
    onStdout(bytes) {
      const all = rest.length === 0 ? Buffer.from(bytes) : Buffer.concat([rest, bytes]);
      const last = all.lastIndexOf(0) + 1;
      rest = all.subarray(last);
      for (const path of all.subarray(0, last).toString("utf8").split("\0")) {
        if (path !== "" && accepts(path)) paths.push(path);
      }
      if (paths.length > MAX_FILES) stop.abort();
    },
  });
  return end && { paths: paths.sort(), partial: end.outOfTime || stop.signal.aborted };
}

/** The same by walking. */
export async function filesByWalking(
  folder: string,
  accepts: (path: string) => boolean,
  signal: AbortSignal,
): Promise<FilesFound> {
  const paths: string[] = [];
  const end = performance.now() + SEARCH_BUDGET_MS;
  for await (const { path, kind, ignored } of walk(folder, "", { signal, closed: () => undefined })) {
    if (performance.now() > end || paths.length > MAX_FILES) return { paths: paths.sort(), partial: true };
    if (kind === "file" && !ignored && accepts(path)) paths.push(path);
  }
  return { paths: paths.sort(), partial: false };
}
