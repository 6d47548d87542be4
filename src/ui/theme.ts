// The styles of the screen: sixteen-colour codes only, each with a meaning. Without colour, weight and brightness remain.

type Style = (text: string) => string;

export interface Theme {
  /** Secondary text: facts, hints, reasoning. */
  readonly dim: Style;
  readonly bold: Style;
  readonly italic: Style;
  readonly underline: Style;
  readonly strike: Style;
  /** What the person wrote, and what has the focus. */
  readonly accent: Style;
  readonly good: Style;
  readonly bad: Style;
  readonly warn: Style;
  /** Code, paths, links. */
  readonly code: Style;
  readonly keyword: Style;
  readonly string: Style;
  readonly number: Style;
}

export function createTheme(color: boolean): Theme {
  const colour = (open: number): Style => (color ? style(open, 39) : (text) => text);
  return {
    dim: style(2, 22),
    bold: style(1, 22),
    italic: style(3, 23),
    underline: style(4, 24),
    strike: style(9, 29),
    accent: colour(36),
    good: colour(32),
    bad: colour(31),
    warn: colour(33),
    code: colour(36),
    keyword: colour(35),
    string: colour(32),
    number: colour(33),
  };
}

/** The closing code of each style is its own, so that styles nest. */
function style(open: number, close: number): Style {
  return (text) => (text === "" ? "" : `\x1b[${open}m${text}\x1b[${close}m`);
}
