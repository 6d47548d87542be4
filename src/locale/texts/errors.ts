// Expected errors.
import type { ErrorCode, ErrorValues } from "../../protocol/errors.ts";

export type ErrorsTexts = { readonly [Code in ErrorCode]: (values: ErrorValues[Code]) => string };
