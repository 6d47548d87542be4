// Where requests go and how: the URL, the key in its header and nowhere else, the proxy.
import type { ProxyAgent } from "undici";
import type { ClientOptions, ProxySettings } from "./options.ts";

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

/** The proxy for a URL, or undefined for a direct connection. Loopback is always direct. Pure. */
export function proxyFor(url: string, proxy: ProxySettings): string | undefined {
  const { protocol, hostname, port } = new URL(url);
  const chosen = (protocol === "https:" ? proxy.https : proxy.http) || undefined;
  const host = hostname.toLowerCase().replace(/^\[|\]$/g, "");
  if (chosen === undefined || isLoopback(host)) return undefined;
  const exempt = (proxy.no ?? "")
    .split(/[\s,]+/)
    .map((entry) => entry.trim().toLowerCase())
    .some((entry) => {
      if (entry === "*") return true;
      const [name = "", onlyPort] = entry.replace(/^\*?\./, "").split(/:(?=\d+$)/);
      return name !== "" && (host === name || host.endsWith(`.${name}`)) && (onlyPort === undefined || onlyPort === port);
    });
  return exempt ? undefined : chosen;
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost") || host === "::1" || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/** What is used of a response; `fetch` of Node and of undici both give it. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly body: AsyncIterable<Uint8Array> | null;
}

/** Posts `body`, or gets where there is none. Redirects are not followed: they would turn the request into another one, or carry it elsewhere. */
export async function send(
  url: string,
  endpoint: Endpoint,
  body: string | undefined,
  proxy: ProxySettings,
  signal: AbortSignal,
): Promise<HttpResponse> {
  const through = proxyFor(url, proxy);
  const method = body === undefined ? "GET" : "POST";
  const request = {
    method,
    headers: endpoint.headers,
    signal,
    redirect: "manual",
    ...(body === undefined ? {} : { body }),
  } as const;
  if (through === undefined) return fetch(url, request);
  // Loaded only here: it takes longer than the rest of the client together.
  const undici = await import("undici");
  const agent = agents.get(endpoint) ?? new undici.ProxyAgent(through);
  agents.set(endpoint, agent);
  return undici.fetch(url, { ...request, dispatcher: agent });
}

/** Connections through the proxy, kept open for the next request of the same client. */
const agents = new WeakMap<Endpoint, ProxyAgent>();
