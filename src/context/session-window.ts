// The context window that a session believes in. Shared by its units: what one of them learns from the provider, all know.
import { isPaiError } from "../protocol/errors.ts";
import { effectiveWindow } from "./thresholds.ts";

/** A request that was refused without a reason in numbers proves that the window is smaller than it. */
const BELOW_REFUSED = 0.95;

export interface SessionWindow {
  tokens(): number;
  /** Another model, or another configuration: forgets what was learnt. */
  use(tokens: number): void;
  /**
   * Takes in that the provider refused a request of `sentTokens` (estimated) as too long. Returns the real window if the provider
   * names one that was not known yet: that is the window, exactly. A window never grows by a refusal, and a request that was
   * larger than it teaches nothing.
   */
  refused(error: unknown, sentTokens: number): number | undefined;
}

export function createSessionWindow(configured: number): SessionWindow {
  let window = effectiveWindow(configured);
  let learnt: number | undefined;
  return {
    tokens: () => window,
    use(tokens) {
      window = effectiveWindow(tokens);
      learnt = undefined;
    },
    refused(error, sentTokens) {
      const named = isPaiError(error, "MODEL_CONTEXT_OVERFLOW") ? error.values.window : undefined;
      if (named !== undefined && named !== learnt && named < window) {
        learnt = named;
        window = effectiveWindow(named);
        return named;
      }
      // the provider confirms the window: what was refused was larger than its estimate, the window is no smaller for that
      if (named !== undefined && effectiveWindow(named) === window) return undefined;
      if (sentTokens > window) return undefined;
      // refused although it should have fitted: the estimate is short for this provider, so stay below what was sent
      window = effectiveWindow(Math.min(window, Math.floor(sentTokens * BELOW_REFUSED)));
      return undefined;
    },
  };
}
