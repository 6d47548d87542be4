// Where `paicli demo` works: an empty project and a home of its own, both gone when it is over.
import { mkdirSync, mkdtempSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Real paths, in the system's folder for temporary files. */
export function makeDemoPlace(): { readonly dir: string; readonly project: string; readonly home: string } {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), "paicli-demo-")));
  const project = join(dir, "myapp");
  mkdirSync(join(project, ".git"), { recursive: true });
  return { dir, project, home: join(dir, "home") };
}
