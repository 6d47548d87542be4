// The approval modes, and the numbers of the policy.

/** `ask`: changing tools ask. `auto`: changes inside the project go. `full`: asks only for high risks. `deny`: nothing changes. */
export const APPROVAL_MODES = ["ask", "auto", "full", "deny"] as const;

export type ApprovalMode = (typeof APPROVAL_MODES)[number];

/** How long a change of permissions waits for another process that is writing them, in ms. */
export const PERMISSION_LOCK_MS = 5_000;

/** Paths of one command line that are looked up on the disk to follow their links, each 10 to 50 µs; with more it is not judged. */
export const MAX_LOOKUPS = 256;

/** A command in an audit line keeps its beginning only, in UTF-16 units: the ledger has it whole. */
export const AUDIT_COMMAND_CHARS = 4_000;
