// What every language must say. Sections follow the folders of src/; each text is a string or a function of typed values.
import type { ErrorCode, ErrorValues } from "../protocol/errors.ts";

export interface Texts {
  readonly lang: "zh" | "en";
  readonly errors: { readonly [Code in ErrorCode]: (values: ErrorValues[Code]) => string };
}
