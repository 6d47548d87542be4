// One exit code for a run of several lines.

/** From gravest to lightest: cancelled, usage, failed, partial, done. */
const BY_GRAVITY = [130, 2, 1, 3, 0];

/** The gravest of the codes; 0 for none. A code that is not in the list weighs as a failure. */
export function gravestCode(codes: Iterable<number>): number {
  let gravest = 0;
  for (const code of codes) if (rank(code) < rank(gravest)) gravest = code;
  return gravest;
}

function rank(code: number): number {
  const at = BY_GRAVITY.indexOf(code);
  return at >= 0 ? at : BY_GRAVITY.indexOf(1);
}
