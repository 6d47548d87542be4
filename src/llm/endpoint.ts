// Where requests go: the URL, the key in its header and nowhere else.
import type { ClientOptions } from "./options.ts";

export interface Endpoint {
  readonly url: string;
  /** Lists what the endpoint serves. */
  readonly modelsUrl: string;
  /** host:port, the only part of the address that messages show. */
  readonly label: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Removes the key, and what the URL holds of secrets, from a text. */
  mask(text: string): string;
}

/** A key in the URL's user part (which `fetch` refuses) goes into the header; one in its query stays there, but is never shown. */
export function endpointOf({ baseUrl, apiKey }: Pick<ClientOptions, "baseUrl" | "apiKey">): Endpoint {
  const url = new URL(baseUrl);
  const user = decodeURIComponent(url.username);
  const password = decodeURIComponent(url.password);
  url.username = "";
  url.password = "";
  const base = url.pathname.replace(/\/+$/, "").replace(/\/chat\/completions$/, "");
  const at = (path: string) => {
    url.pathname = base + path;
    return url.href;
  };
  const basic = Buffer.from(`${user}:${password}`).toString("base64");
  const authorization = apiKey !== undefined ? `Bearer ${apiKey}` : user !== "" ? `Basic ${basic}` : undefined;
  const secrets = [apiKey, password, user === "" ? undefined : basic, ...url.searchParams.values()]
    .filter((secret) => secret !== undefined && secret.length >= SHORTEST_SECRET)
    .flatMap((secret) => [secret ?? "", encodeURIComponent(secret ?? "")]);
  return {
    url: at("/chat/completions"),
    modelsUrl: at("/models"),
    label: url.host,
    headers: {
      "content-type": "application/json",
      accept: "text/event-stream, application/json",
      ...(authorization === undefined ? {} : { authorization }),
    },
    mask: (text) => secrets.reduce((masked, secret) => masked.replaceAll(secret, "***"), text),
  };
}

/** Shorter values are API versions and the like, and masking them would spoil the message. */
const SHORTEST_SECRET = 6;
