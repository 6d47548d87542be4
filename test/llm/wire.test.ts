// The messages and tools that go over the wire are those of the OpenAI API: checked by the compiler against its own types.
import type {
  ChatCompletionCreateParamsStreaming,
  ChatCompletionMessageParam,
  ChatCompletionTool,
} from "openai/resources/chat/completions";
import { expect, test } from "vitest";
import { initialDialect, requestBody } from "../../src/llm/dialect.ts";
import { clientOptions } from "../../src/llm/options.ts";
import type { ToolSpec } from "../../src/protocol/llm.ts";
import type { ToolCall, WireMessage } from "../../src/protocol/message.ts";

/** The same type without `readonly`, which OpenAI's types do not know. */
type Writable<T> = T extends object ? { -readonly [Key in keyof T]: Writable<T[Key]> } : T;

const toOpenAi = (message: Writable<WireMessage>): ChatCompletionMessageParam => message;
const toTool = (tool: Writable<ToolSpec>): ChatCompletionTool => tool;

test("a request is one that OpenAI's own types accept", () => {
  const call: Writable<ToolCall> = { id: "a", type: "function", function: { name: "list_dir", arguments: "{}" } };
  const messages: Writable<WireMessage>[] = [
    { role: "system", content: "s" },
    {
      role: "user",
      content: [
        { type: "text", text: "u" },
        { type: "image_url", image_url: { url: "data:image/png;base64,AA==" } },
      ],
    },
    { role: "assistant", content: null, tool_calls: [call] },
    { role: "tool", tool_call_id: "a", content: "r" },
  ];
  const tool: Writable<ToolSpec> = {
    type: "function",
    function: { name: "list_dir", description: "d", parameters: { type: "object" } },
  };
  const typed: ChatCompletionCreateParamsStreaming = {
    model: "m",
    messages: messages.map(toOpenAi),
    tools: [toTool(tool)],
    stream: true,
    stream_options: { include_usage: true },
  };
  const options = clientOptions("generic", { baseUrl: "http://h/v1", model: "m" });
  const [system, ...rest] = messages;
  if (system?.role !== "system") throw new Error("no system message");
  const { text } = requestBody({ messages: [system, ...rest], tools: [tool] }, initialDialect(options), options);
  expect(JSON.parse(text)).toEqual(typed);
});
