// What other programs import: the agent, the memory, and the pure parts of context and sessions. No terminal code.
export type { Compactor } from "./context/compactor.ts";
export { estimateMessagesTokens } from "./context/measure.ts";
export { contextThresholds, type Thresholds } from "./context/thresholds.ts";
export { PaiError } from "./protocol/errors.ts";
export type { AgentEvent, RunResult } from "./protocol/event.ts";
export type { ModelClient, ModelDelta, ModelReply, ModelRequest } from "./protocol/llm.ts";
export type { Message } from "./protocol/message.ts";
export { defineTool, type Tool, type ToolContext, type ToolResult } from "./protocol/tool.ts";
export { validateMessages } from "./protocol/validate.ts";
export { createAgent, type SdkAgent, type SdkAgentOptions } from "./runtime/sdk-agent.ts";
export { createCompactor, type SdkCompactorOptions } from "./runtime/sdk-compactor.ts";
export { openMemory, type SdkMemory, type SdkMemoryOptions } from "./runtime/sdk-memory.ts";
export { openLedger } from "./session/ledger.ts";
export { loadSession } from "./session/load.ts";
export { estimateTokens } from "./util/tokens.ts";
