// Reasoning and tool calls that arrive in the text channel: `<think>` is split off, call markup is recognised, never run.

const OPEN = "<think>";
const CLOSE = "</think>";

export interface SplitPiece {
  readonly kind: "text" | "reasoning";
  readonly text: string;
}

export interface ThinkSplitter {
  push(text: string): readonly SplitPiece[];
  end(): readonly SplitPiece[];
}

/**
 * Splits a text that opens with `<think>` into reasoning and answer, across chunk borders. Only at the very start: a tag
 * further on is something that the answer speaks of. Without a closing tag all of it is reasoning.
 */
export function createThinkSplitter(): ThinkSplitter {
  let state: "start" | "thinking" | "after" | "text" = "start";
  let held = "";
  const read = (last: boolean): SplitPiece[] => {
    if (state === "start") {
      const body = held.trimStart();
      if (body.startsWith(OPEN)) {
        state = "thinking";
        held = body.slice(OPEN.length);
      } else if (!last && OPEN.startsWith(body)) return [];
      else state = "text";
    }
    const pieces: SplitPiece[] = [];
    if (state === "thinking") {
      const at = held.indexOf(CLOSE);
      const end = at >= 0 ? at : last ? held.length : held.length - heldBack(held, CLOSE);
      if (end > 0) pieces.push({ kind: "reasoning", text: held.slice(0, end) });
      held = held.slice(at >= 0 ? at + CLOSE.length : end);
      if (at >= 0) state = "after";
    }
    if (state === "after") {
      held = held.trimStart(); // the blank line between reasoning and answer belongs to neither
      if (held !== "") state = "text";
    }
    if (state === "text" && held !== "") {
      pieces.push({ kind: "text", text: held });
      held = "";
    }
    return pieces;
  };
  return {
    push(text) {
      held += text;
      return read(false);
    },
    end: () => read(true),
  };
}

/** How many characters at the end could be the beginning of `tag`. */
function heldBack(text: string, tag: string): number {
  for (let length = Math.min(tag.length - 1, text.length); length > 0; length--) {
    if (text.endsWith(tag.slice(0, length))) return length;
  }
  return 0;
}

/** At the start of a line; as they come from Qwen and Hermes, DeepSeek, Kimi, GLM, Mistral, Llama and Anthropic-style templates. */
const CALL_MARKUP =
  /^[ \t]*(?:<tool_calls?>|<function=[\w-]+>|<function_calls>|<\|?DSML\|?|<｜DSML｜|<｜tool▁calls?▁begin｜>|<\|tool_calls?(?:_section)?_begin\|>|\[TOOL_CALLS\]|<\|python_tag\|>|<invoke name=)/m;

/** Whether a text makes a tool call in words. What stands in a code fence is only shown, not meant. Pure. */
export function hasCallMarkup(text: string): boolean {
  if (!/[<[]/.test(text)) return false;
  return CALL_MARKUP.test(text.replace(/^[ \t]*(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^[ \t]*\1[ \t]*$|(?![\s\S]))/gm, ""));
}
