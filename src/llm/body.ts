// Reads the body of an answer: a stream of events, one JSON object instead of it, or something that is no API at all.
import { setTimeout as sleep } from "node:timers/promises";
import { createParser } from "eventsource-parser";
import { cutHead } from "../util/text.ts";

export type BodyEvent =
  | {
      readonly type: "json";
      readonly value: unknown /** One object instead of a stream: nothing follows. */;
      readonly whole: boolean;
    }
  /** The server says that the stream is complete. */
  | { readonly type: "done" }
  /** HTML, or words: how it begins. */
  | { readonly type: "foreign"; readonly start: string };

/** Characters of a body that is read whole; more than any answer has. */
const MAX_WHOLE = 64_000_000;
const START_CHARS = 120;
const DRAIN_MS = 25;

/** What the body turns out to be is seen by its beginning: content types are often wrong. */
export async function* readBody(body: AsyncIterable<Uint8Array> | null): AsyncGenerator<BodyEvent> {
  if (body === null) return;
  const decoder = new TextDecoder(); // strips a BOM, joins characters that were split between packets
  const queue: BodyEvent[] = [];
  const parser = createParser({
    onEvent: ({ data }) => {
      const event = eventOf(data);
      if (event) queue.push(event);
    },
  });
  const packets = body[Symbol.asyncIterator]();
  let held = "";
  let kind: Kind = "unknown";
  try {
    for (let next = await packets.next(); !next.done; next = await packets.next()) {
      const text = decoder.decode(next.value, { stream: true });
      if (kind === "unknown") {
        held += text;
        kind = kindOf(held);
        if (kind === "events") parser.feed(held);
      } else if (kind === "events") parser.feed(text);
      else if (held.length < MAX_WHOLE) held += text;
      for (let event = queue.shift(); event; event = queue.shift()) {
        yield event;
        if (event.type !== "done") continue;
        // Read to the end, so that the connection can be used again; a server that leaves it open is not waited for.
        await Promise.race([packets.next(), sleep(DRAIN_MS, undefined, { ref: false })]);
        return;
      }
    }
  } finally {
    await packets.return?.();
  }
  if (kind === "events")
    parser.feed("\n\n"); // the last event may lack its blank line
  else yield wholeEvent(held);
  yield* queue;
}

type Kind = "unknown" | "events" | "whole";

const FIELDS = [":", "data", "event", "id:", "retry"];

function kindOf(start: string): Kind {
  const text = start.trimStart();
  if (FIELDS.some((field) => text.startsWith(field))) return "events";
  return FIELDS.some((field) => field.startsWith(text)) ? "unknown" : "whole";
}

function eventOf(data: string): BodyEvent | undefined {
  const text = data.trim();
  if (text === "[DONE]") return { type: "done" };
  // Keep-alives that are no comments ("ping", empty data) carry nothing.
  if (!text.startsWith("{")) return undefined;
  return { type: "json", value: parse(text), whole: false };
}

function wholeEvent(text: string): BodyEvent {
  const value = parse(text);
  return value === undefined
    ? { type: "foreign", start: cutHead(text.replace(/\s+/g, " ").trim(), START_CHARS) }
    : { type: "json", value, whole: true };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // the caller says what that means
  }
}
