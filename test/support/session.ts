// Sessions in real folders, with a clock that moves a second per look and dice that always fall the same way.
import { textsFor } from "../../src/locale/index.ts";
import type { PaiError } from "../../src/protocol/errors.ts";
import type { AssistantMessage, ToolMessage, UserMessage } from "../../src/protocol/message.ts";
import type { Clock, Random } from "../../src/protocol/ports.ts";
import { keyMask } from "../../src/session/masking.ts";
import { type OpenOptions, openSession } from "../../src/session/open.ts";
import type { Session } from "../../src/session/session.ts";

let ticks = 0;
export const clock: Clock = { now: () => new Date(Date.UTC(2025, 0, 1) + 1000 * ticks++) };

let rolls = 0;
export const random: Random = {
  base36: (length) => (rolls++).toString(36).padStart(length, "0").slice(-length),
  next: () => 0.5,
};

export const warnings: PaiError[] = [];

export function open(home: string, options: Partial<OpenOptions> = {}): Promise<Session> {
  return openSession({
    home,
    projectKey: "/work/project",
    cwd: "/work/project",
    version: "0.0.0",
    model: "test/model-a",
    reasoning: "with_calls",
    mode: "react",
    texts: textsFor("en"),
    wrapResult: (tool, text) => `<tool_result tool="${tool}" trust="untrusted-data">\n${text}\n</tool_result>`,
    clock,
    random,
    mask: keyMask(["sk-secret-key-1"]),
    onWarning: (error) => warnings.push(error),
    ...options,
  });
}

export const user = (content: string): UserMessage => ({ role: "user", content });
export const answer = (content: string): AssistantMessage => ({ role: "assistant", content, model: "test/model-a" });
export const calls = (...ids: readonly string[]): AssistantMessage => ({
  role: "assistant",
  content: null,
  reasoning_content: "thinking",
  tool_calls: ids.map((id) => ({ id, type: "function", function: { name: "read_file", arguments: `{ "path" :  "${id}" }` } })),
});
export const result = (id: string, content = `result of ${id}`): ToolMessage => ({
  role: "tool",
  tool_call_id: id,
  content,
  toolName: "read_file",
});
