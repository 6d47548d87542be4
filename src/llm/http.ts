// Requests over HTTP, directly or through the proxy that the environment names.
import type { ProxyAgent } from "undici";
import type { ProxySettings } from "./options.ts";

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

export interface HttpRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Posts it, or gets where there is none. */
  readonly body?: string;
}

/** What is used of a response; `fetch` of Node and of undici both give it. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly body: AsyncIterable<Uint8Array> | null;
  text(): Promise<string>;
}

/** Redirects are not followed: they would turn the request into another one, or carry it elsewhere. */
export async function send(url: string, { body, ...request }: HttpRequest, proxy: ProxySettings): Promise<HttpResponse> {
  const through = proxyFor(url, proxy);
  const method = body === undefined ? "GET" : "POST";
  const init = { ...request, method, redirect: "manual", ...(body === undefined ? {} : { body }) } as const;
  if (through === undefined) return fetch(url, init);
  // Loaded only here: it takes longer than the rest of the client together.
  const undici = await import("undici");
  const agent = agents.get(through) ?? new undici.ProxyAgent(through);
  agents.set(through, agent);
  return undici.fetch(url, { ...init, dispatcher: agent });
}

/** By proxy: its connections are kept open for the next request. */
const agents = new Map<string, ProxyAgent>();
