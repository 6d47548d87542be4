// Inputs that came back into the editor together: which of its lines are sent on their own. Pure.

/**
 * The inputs that a text is to be sent as, where the command lines `commands` were put into it with others: each of them is one input
 * again, also when its words were changed, and what stands between them is one message. A command is never sent as words.
 */
export function separateInputs(text: string, commands: readonly string[]): readonly string[] {
  const names = new Set(commands.map(nameOf));
  const inputs: string[] = [];
  let message: string[] = [];
  const end = () => {
    const words = message.join("\n");
    if (words.trim() !== "") inputs.push(words);
    message = [];
  };
  const lines = text.split("\n");
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? "";
    if (!names.has(nameOf(line))) {
      message.push(line);
      at++;
      continue;
    }
    end();
    const command = commands.find((one) => isThere(lines, at, one)) ?? line;
    inputs.push(command);
    at += command.split("\n").length;
  }
  end();
  return inputs;
}

function nameOf(line: string): string {
  return /^\s*(\S*)/.exec(line)?.[1] ?? "";
}

/** Whether an input, which may have several lines, stands unchanged at a line. */
function isThere(lines: readonly string[], at: number, input: string): boolean {
  return input.split("\n").every((line, index) => lines[at + index] === line);
}
