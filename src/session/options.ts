// The numbers that keep a ledger linear in what was said, and what it keeps short. Nothing of it can be set.

/** Before the first checkpoint of a unit: a resume that reads less than this is instant anyway. */
export const FIRST_CHECKPOINT_BYTES = 64 * 1024;

/** A unit's lines, its checkpoints included, take at most this many times the bytes of what was said in it. */
export const MAX_LEDGER_RATIO = 3;

/** As many places as a memory names that was saved in an exposed session. */
export const MAX_EXPOSURE_TARGETS = 8;

/** UTF-16 units of a call's arguments that its start keeps, enough to see which file or command it was. */
export const MAX_BRIEF_CHARS = 120;

/** UTF-16 units of a title: one line of a list. */
export const MAX_TITLE_CHARS = 80;
