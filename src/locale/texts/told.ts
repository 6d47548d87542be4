// What the person is told where the model is told more.
import type { ErrorValues, ModelFacingCode, PathFault } from "../../protocol/errors.ts";

export interface ToldTexts {
  readonly errors: { readonly [Code in ModelFacingCode]: (values: ErrorValues[Code]) => string };
  readonly unknownTool: string;
  readonly badArguments: string;
  readonly cancelled: string;
  /** `reason`: what the person wrote. */
  readonly deniedByUser: (reason: string | undefined) => string;
  readonly needsApproval: (why: string) => string;
  readonly forbidden: (why: string) => string;
  readonly deniedByMode: string;
  readonly deniedByRule: (subject: string) => string;
  readonly writeOutside: string;
  readonly pathInvalid: { readonly [Fault in PathFault]: string };
  /** A plan's task may not change this. */
  readonly outsideTask: string;
}
