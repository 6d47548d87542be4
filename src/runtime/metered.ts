// A model that tells of what each reply took, whoever asked for it.
import type { ModelClient, Usage } from "../protocol/llm.ts";

/** `spent` gets undefined where the provider reports no usage. */
export function metered(model: ModelClient, spent: (usage: Usage | undefined) => void): ModelClient {
  return {
    info: model.info,
    async *stream(request, signal) {
      const reply = yield* model.stream(request, signal);
      spent(reply.usage);
      return reply;
    },
  };
}
