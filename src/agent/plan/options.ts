// The numbers of plans and teams.

/** Tasks of a plan that run at the same time: what providers' rate limits and a person's eyes can take. */
export const TASKS_SIDE_BY_SIDE = 4;

/** Workers of a team, each with its reviewer. */
export const WORKERS = 2;

/** How often a step that the reviewer refuses is done again. */
export const MAX_REDOS = 2;

/** What is handed on of a task's result; the whole of a longer one is in a file. */
export const HANDED = { tokens: 2_000, preview: { head: 5_000, tail: 2_500 } };

/** Tokens of the conversation so far that a planner sees, so that it knows what a goal refers to. */
export const EXCERPT_TOKENS = 3_000;

/** Model steps of one unit where the person has set no limit, so that one that never ends does end: far more than real work takes. */
export const MAX_STEPS = { planner: 4, task: 200, reviewer: 50 } as const;
