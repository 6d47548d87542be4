// The tour.

interface DemoStep {
  readonly say: string;
  readonly line: string;
}

export interface DemoTexts {
  readonly intro: (project: string) => string;
  readonly steps: readonly DemoStep[];
  /** After the session was left and resumed. */
  readonly resumed: readonly DemoStep[];
  readonly left: string;
  readonly outro: string;
}
