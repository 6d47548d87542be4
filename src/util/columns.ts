// How many columns text takes in a terminal, where Chinese and emoji take two, and padding by it.

const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u;
const NONE = /[\p{M}\p{Cf}]/u;

export function columnsOf(text: string): number {
  let columns = 0;
  for (const char of text) columns += NONE.test(char) ? 0 : WIDE.test(char) ? 2 : 1;
  return columns;
}

export function padEndColumns(text: string, columns: number): string {
  return text + " ".repeat(Math.max(0, columns - columnsOf(text)));
}

export function padStartColumns(text: string, columns: number): string {
  return " ".repeat(Math.max(0, columns - columnsOf(text))) + text;
}

/** The beginning of `text` that fits. */
export function fitColumns(text: string, columns: number): string {
  let taken = 0;
  let end = 0;
  for (const char of text) {
    taken += columnsOf(char);
    if (taken > columns) return text.slice(0, end);
    end += char.length;
  }
  return text;
}
