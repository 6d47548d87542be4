// Which files a command is known to write: by redirection, or as the operands of the usual programs. What any other program
// writes by itself (a build, a test run, an interpreter) is not known before it runs.
import { operands, writtenFiles } from "./path-words.ts";
import { type Field, type Inspection, isKnown, type SimpleCommand } from "./simple-command.ts";

export interface KnownWrite {
  /** As the command says it; undefined where it shows only when the command runs. */
  readonly path: string | undefined;
  /** The folder that the command runs in; undefined where it is not known. */
  readonly cwd: string | undefined;
  /** Names that are written in it instead where the path is a folder: `cp a b src`. */
  readonly names: readonly string[];
}

/** Programs that write, empty, or remove each of their operands. */
const EACH = new Set(["tee", "touch", "rm", "unlink", "truncate", "shred"]);
/** Programs whose last operand, or the folder of `-t`, is written. */
const LAST = new Set(["cp", "mv", "ln", "install"]);
/** Programs that edit their operands where they are; the first is the script unless an option gives it. */
const IN_PLACE: Readonly<Record<string, { readonly edits: RegExp; readonly script: RegExp }>> = {
  sed: { edits: /^(?:-[A-Za-z]*i|--in-place)/, script: /^(?:-[A-Za-z]*[ef]|--expression|--file)/ },
  gsed: { edits: /^(?:-[A-Za-z]*i|--in-place)/, script: /^(?:-[A-Za-z]*[ef]|--expression|--file)/ },
  perl: { edits: /^-[A-Za-z\d]*i/, script: /^-[A-Za-z\d]*e/ },
};

/** Pure. */
export function knownWrites({ commands }: Inspection): readonly KnownWrite[] {
  return commands.flatMap((command) => {
    const targets = [...writtenFiles(command).map((file) => ({ file, names: [] })), ...operandTargets(command)];
    return command.cwds.flatMap((cwd) =>
      targets.map(({ file, names }) => ({ path: isKnown(file) ? file.text : undefined, cwd, names })),
    );
  });
}

interface Target {
  readonly file: Field;
  readonly names: readonly string[];
}

/** The operands that the usual programs write. */
export function operandTargets({ name, args }: Pick<SimpleCommand, "name" | "args">): readonly Target[] {
  const files = operands(args);
  const inPlace = Object.hasOwn(IN_PLACE, name) ? IN_PLACE[name] : undefined;
  if (inPlace) {
    if (!args.some(({ text }) => inPlace.edits.test(text))) return [];
    // the text behind `-e` is an operand by its look only
    const scripts = args.filter((_, index) => inPlace.script.test(args[index - 1]?.text ?? ""));
    const edited = files.filter((file) => !scripts.includes(file));
    return plain(scripts.length > 0 ? edited : edited.slice(1));
  }
  if (EACH.has(name)) return plain(files);
  if (name === "dd") return plain(files.flatMap((file) => (file.text.startsWith("of=") ? [assigned(file)] : [])));
  return LAST.has(name) ? copied(name, args, files) : [];
}

function copied(name: string, args: readonly Field[], files: readonly Field[]): readonly Target[] {
  const long = args.find(({ text }) => text.startsWith("--target-directory="));
  const short = args.findIndex(({ text }) => text === "-t" || text === "--target-directory");
  const folder = long ? assigned(long) : short >= 0 ? args[short + 1] : undefined;
  const target = folder ?? (files.length > 1 ? files.at(-1) : undefined);
  if (target === undefined) return [];
  const sources = files.filter((file) => file !== target);
  const names = sources.map(({ text }) => text.replace(/\/+$/, "").split("/").at(-1) ?? "");
  // what is moved is gone from where it was
  return [{ file: target, names }, ...(name === "mv" ? plain(sources) : [])];
}

function plain(files: readonly Field[]): readonly Target[] {
  return files.map((file) => ({ file, names: [] }));
}

/** Of `of=x`, `--target-directory=x`. */
function assigned(field: Field): Field {
  return { ...field, text: field.text.slice(field.text.indexOf("=") + 1) };
}
