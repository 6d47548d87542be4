// What a response that is no answer, or the lack of any, means.
import { causeOf, systemCode } from "../protocol/errors.ts";
import { readBody } from "./body.ts";
import { classifyError } from "./classify-error.ts";
import type { HttpResponse } from "./http.ts";
import type { Problem } from "./problem.ts";

/** `limit`: the answer limit of the request, if it had one. */
export async function problemOf(response: HttpResponse, limit: number | undefined): Promise<Problem> {
  const { status } = response;
  if (status >= 300 && status < 400) {
    return { kind: "refused", status, message: `it redirects to ${response.headers.get("location") ?? "another address"}` };
  }
  for await (const event of readBody(response.body)) {
    if (event.type === "json") return { ...classifyError(status, event.value, limit), status };
    if (event.type === "foreign") return { ...classifyError(status, event.start || `status ${status}`, limit), status };
  }
  return { ...classifyError(status, `status ${status}`, limit), status };
}

/** What no second try mends: addresses that the client refuses to call, servers without TLS, certificates. */
const LASTING_CODES =
  /^(?:ERR_INVALID_URL|ERR_INVALID_PROTOCOL|ERR_TLS_CERT_ALTNAME_INVALID|ERR_SSL_\w+|EPROTO|CERT_\w+|UNABLE_TO_\w+|(?:DEPTH_ZERO_)?SELF_SIGNED_CERT\w*|HOSTNAME_MISMATCH|INVALID_CA)$/;
/** The same where `fetch` gives words only: ports of other protocols, schemes. */
const LASTING_WORDS = /\b(?:bad port|unknown scheme)\b/;

/** `responded`: the answer had begun. `expiredMs`: how long nothing came, if that is why the request was ended. */
export function thrownProblem(error: unknown, responded: boolean, expiredMs: number | undefined): Problem {
  const code = systemCode(error);
  if (expiredMs !== undefined || code === "UND_ERR_HEADERS_TIMEOUT" || code === "UND_ERR_BODY_TIMEOUT") {
    // The built-in client gives up after 300 s without a byte, whatever was allowed here.
    const seconds = Math.round((expiredMs ?? 300_000) / 1_000);
    return { kind: "idle", seconds, message: `nothing came for ${seconds} s` };
  }
  const cause = causeOf(error);
  const message = code === undefined || cause.includes(code) ? cause : `${code} (${cause})`;
  if (responded) return { kind: "broken", message };
  return { kind: LASTING_CODES.test(code ?? "") || LASTING_WORDS.test(cause) ? "unusable" : "unreachable", message };
}
