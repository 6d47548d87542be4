// What an endpoint says it serves; also the cheapest way to see whether it is there and takes the key.
import { z } from "zod";
import { readBody } from "./body.ts";
import { endpointOf } from "./endpoint.ts";
import { problemOf, thrownProblem } from "./failed-response.ts";
import { type HttpResponse, send } from "./http.ts";
import type { ClientOptions } from "./options.ts";
import { errorOf, type Problem } from "./problem.ts";

const listSchema = z.object({ data: z.array(z.object({ id: z.string() }).nullable().catch(null)) });

/** Ids of the models, empty where the endpoint has no such list. One try. Throws PaiError `MODEL_…`, or the signal's reason. */
export async function listModels(options: ClientOptions, signal: AbortSignal): Promise<readonly string[]> {
  const outcome = await ask(options, signal);
  if (!("kind" in outcome)) return outcome.ids;
  const { label, mask } = endpointOf(options);
  throw errorOf(outcome, { endpoint: label, model: `${options.provider}/${options.model}`, mask });
}

async function ask(options: ClientOptions, signal: AbortSignal): Promise<{ readonly ids: readonly string[] } | Problem> {
  const endpoint = endpointOf(options);
  let response: HttpResponse | undefined;
  try {
    response = await send(endpoint.modelsUrl, { headers: endpoint.headers, signal }, options.proxy);
    if (response.status === 404 || response.status === 405) return { ids: [] };
    if (response.status !== 200) return await problemOf(response, undefined);
    for await (const event of readBody(response.body)) {
      if (event.type === "foreign") return { kind: "foreign", message: event.start };
      const list = listSchema.safeParse(event.type === "json" ? event.value : undefined);
      if (list.success) return { ids: list.data.data.flatMap((model) => model?.id ?? []) };
    }
    return { ids: [] };
  } catch (error) {
    signal.throwIfAborted();
    return thrownProblem(error, response !== undefined, undefined);
  }
}
