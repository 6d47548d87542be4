// What a terminal emulation shows as an SVG picture: every run of cells of one style at its columns, so that wide characters stand
// where the terminal has them, whatever font draws them.
import type xterm from "@xterm/headless";

type Emulator = InstanceType<typeof xterm.Terminal>;
type Cell = NonNullable<ReturnType<NonNullable<ReturnType<Emulator["buffer"]["active"]["getLine"]>>["getCell"]>>;

interface Style {
  readonly color: string;
  readonly ground: string | undefined;
  readonly bold: boolean;
  readonly dim: boolean;
  readonly italic: boolean;
}

interface Run extends Style {
  readonly column: number;
  columns: number;
  text: string;
}

/** Size of a cell and of the frame around, in units of the picture. */
const CELL = { width: 8, height: 17 };
const FRAME = 14;

const TEXT = "#d6d9de";
const GROUND = "#16191f";

/** The sixteen colours that a terminal names. */
const NAMED = [
  ...["#3b4048", "#e06c75", "#98c379", "#e5c07b", "#61afef", "#c678dd", "#56b6c2", "#c8ccd4"],
  ...["#6b7280", "#ff8a94", "#b5e890", "#ffd68a", "#8cc8ff", "#e29bff", "#7fdbe6", "#ffffff"],
];

/** The rows from `first` on, `count` of them. */
export function terminalPicture(emulator: Emulator, first: number, count: number): string {
  const rows = Array.from({ length: count }, (_, row) => runsOf(emulator, first + row));
  const width = emulator.cols * CELL.width + 2 * FRAME;
  const height = count * CELL.height + 2 * FRAME;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', 'Noto Sans Mono CJK SC', monospace" font-size="13.3">`,
    "<title>PaiCLI</title>",
    `<rect width="${width}" height="${height}" rx="8" fill="${GROUND}"/>`,
    ...rows.flatMap((runs, row) => runs.map((run) => drawn(run, row))),
    "</svg>\n",
  ].join("\n");
}

function runsOf(emulator: Emulator, row: number): readonly Run[] {
  const line = emulator.buffer.active.getLine(row);
  const runs: Run[] = [];
  for (let column = 0; line !== undefined && column < emulator.cols; column++) {
    const cell = line.getCell(column);
    const columns = cell?.getWidth() ?? 0;
    if (cell === undefined || columns === 0) continue; // the second half of a wide character
    const style = styleOf(cell);
    const last = runs.at(-1);
    const text = cell.getChars() || " ";
    // A wide character is a run of its own: the fonts that draw it differ in width.
    if (last !== undefined && columns === 1 && last.columns === last.text.length && isSame(last, style)) {
      last.columns++;
      last.text += text;
    } else runs.push({ ...style, column, columns, text });
  }
  return runs.filter(({ text, ground }) => text.trim() !== "" || ground !== undefined);
}

function styleOf(cell: Cell): Style {
  const color = colorOf(cell.isFgDefault(), cell.isFgRGB(), cell.getFgColor());
  const ground = colorOf(cell.isBgDefault(), cell.isBgRGB(), cell.getBgColor());
  const inverse = cell.isInverse() !== 0;
  return {
    color: inverse ? (ground ?? GROUND) : (color ?? TEXT),
    ground: inverse ? (color ?? TEXT) : ground,
    bold: cell.isBold() !== 0,
    dim: cell.isDim() !== 0,
    italic: cell.isItalic() !== 0,
  };
}

function colorOf(isDefault: boolean, isRgb: boolean, value: number): string | undefined {
  if (isDefault) return undefined;
  if (isRgb) return hex([value >> 16, (value >> 8) & 255, value & 255]);
  if (value < 16) return NAMED[value];
  if (value >= 232) return hex([0, 1, 2].map(() => 8 + (value - 232) * 10));
  const steps = [0, 95, 135, 175, 215, 255];
  const cube = value - 16;
  return hex([Math.floor(cube / 36), Math.floor(cube / 6) % 6, cube % 6].map((step) => steps[step] ?? 0));
}

function hex(parts: readonly number[]): string {
  return `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

function isSame(a: Style, b: Style): boolean {
  return a.color === b.color && a.ground === b.ground && a.bold === b.bold && a.dim === b.dim && a.italic === b.italic;
}

function drawn(run: Run, row: number): string {
  const y = FRAME + row * CELL.height;
  const at = (column: number) => FRAME + column * CELL.width;
  const ground =
    run.ground === undefined
      ? ""
      : `<rect x="${at(run.column)}" y="${y}" width="${run.columns * CELL.width}" height="${CELL.height}" fill="${run.ground}"/>`;
  const text = run.text.trim();
  if (text === "") return ground;
  const leading = run.text.length - run.text.trimStart().length;
  const columns = run.columns - (run.text.length - text.length);
  const marks = [
    run.bold ? ' font-weight="bold"' : "",
    run.italic ? ' font-style="italic"' : "",
    run.dim ? ' opacity="0.6"' : "",
  ].join("");
  const place = `x="${at(run.column + leading)}" y="${y + 13}" textLength="${columns * CELL.width}" lengthAdjust="spacingAndGlyphs"`;
  return `${ground}<text ${place} fill="${run.color}"${marks}>${escaped(text)}</text>`;
}

/** Blanks that a picture would collapse are kept. */
function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(" ", "\u00a0");
}
