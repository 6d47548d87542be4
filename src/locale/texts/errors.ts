// Expected errors.
import type { ErrorCode, ErrorValues } from "../../protocol/errors.ts";

export type ErrorsTexts = { readonly [Code in ErrorCode]: (values: ErrorValues[Code]) => string };

/** How the HTTP client and the system say that the connection was cut: codes that tell a person nothing. */
export const CUT_CONNECTION = /\b(?:UND_ERR_SOCKET|ECONNRESET|EPIPE)\b/;
