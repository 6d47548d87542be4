// Keeps the person's own PAI files out of Git without touching a file of the repository.
import { mkdir, readFile, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { systemCode } from "../../protocol/errors.ts";
import { writeFileAtomic } from "../../util/atomic-file.ts";

/** Without a leading slash, so that the first also counts where the project is a folder within its repository. */
const PATTERNS = ["PAI.local.md", ".paicli/PAI.local.md"];

/** Adds what is missing to `info/exclude` of the repository that `root` lies in. A project without Git needs nothing. */
export async function excludeLocalFiles(root: string): Promise<void> {
  const gitDir = await findGitDir(root);
  if (gitDir === undefined) return;
  const path = join(gitDir, "info", "exclude");
  const text = (await textIfThere(path)) ?? "";
  const present = new Set(text.split("\n").map((line) => line.trim().replace(/^\//, "")));
  const missing = PATTERNS.filter((pattern) => !present.has(pattern));
  if (missing.length === 0) return;
  const glue = text === "" || text.endsWith("\n") ? "" : "\n";
  await mkdir(dirname(path), { recursive: true });
  await writeFileAtomic(path, `${text}${glue}${missing.join("\n")}\n`);
}

/** The repository's own folder: `.git`, or what a `.git` file of a work tree or submodule points to. */
async function findGitDir(root: string): Promise<string | undefined> {
  for (let dir = root; ; dir = dirname(dir)) {
    const git = join(dir, ".git");
    const found = await stat(git).catch(() => undefined); // not here: look further up
    if (found?.isDirectory()) return git;
    if (found?.isFile()) {
      const target = /^gitdir:\s*(.+)$/m.exec(await readFile(git, "utf8"))?.[1]?.trim();
      if (target === undefined) return undefined;
      const own = resolve(dir, target);
      const common = (await textIfThere(join(own, "commondir")))?.trim(); // work trees share one info folder
      const shared = common === undefined ? own : resolve(own, common);
      return (await textIfThere(join(shared, "HEAD"))) === undefined ? undefined : shared; // else the file points to something else
    }
    if (dir === dirname(dir)) return undefined;
  }
}

async function textIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (systemCode(error) === "ENOENT") return undefined;
    throw error;
  }
}
