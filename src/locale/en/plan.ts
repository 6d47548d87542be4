import type { PlanTexts } from "../texts/plan.ts";
import { counted } from "./words.ts";

export const plan: PlanTexts = {
  taskStatus: {
    pending: "pending",
    running: "running",
    done: "done",
    failed: "failed",
    skipped: "skipped",
    cancelled: "cancelled",
    not_approved: "not approved",
  },
  goal: "Goal: ",
  requirement: "Further requirement: ",
  currentTask: "Current task: ",
  reviewedStep: "Step to review: ",
  colon: ":",
  none: "(none)",
  conversation: "The conversation so far, to know what the goal refers to:",
  user: "User",
  assistant: "Assistant",
  dependencyResults: "Results of the tasks that it depends on:",
  onlyLooks: "This task only looks; it changes nothing.",
  mayWrite: (patterns) => `It may change only these files: ${patterns}`,
  interrupted: (calls) =>
    calls.length === 0
      ? "This task was interrupted before it had called any tool."
      : `This task was interrupted. These calls had started and may have had their effect; check the actual state first, do not blindly repeat them:\n${calls.join("\n")}`,
  report: "The worker's report:",
  reportAgain: (redo) => `The worker has done it again after your reasons (time ${redo}). The new report:`,
  verdict: "Check it yourself, then output nothing but the JSON object of your verdict.",
  refused: "The reviewer did not approve this step. Reasons:",
  redo: "Settle each of them, then give the complete report anew.",
  retry: (error) =>
    `The previous run was broken off: ${error}\nGo on from there. First make sure what has been done; do not repeat it.`,
  writeOutsideTask: (path, patterns) =>
    `Nothing was written to ${path}: the current task ${patterns === "" ? "only looks and changes no files" : `may change only ${patterns}`}; other files may be in the hands of tasks that run at the same time. Do not work around it; put the change that is needed into your answer.`,
  changeInLookingTask: (what) =>
    `${what} was not run: the current task only looks, and runs nothing that changes something, because other tasks change things at the same time. Find a way that only reads, or say in your answer what should be run.`,
  emptyAnswer: "the model's answer was empty",
  noTokensLeft: "Not run: the token budget (--token-budget) is used up.",
  cancelledHere: "Cancelled half-way.",
  blockedBy: (id) => `Not run: ${id}, which it depends on, was not done.`,
  stuck: "Not run: it stands in a cycle of dependencies, or depends on a task that does not exist.",
  badVerdict: (answer) => `The reviewer gave no readable verdict, which counts as not approved:\n${answer}`,
  noReasons: "The reviewer gave no reasons.",
  reviewFailed: (cause) => `The review was not completed, which counts as not approved: ${cause}`,
  notApproved: (reasons, report) => `Not approved. Reasons:\n${reasons}\n\nThe worker's last report:\n${report}`,
  problems: {
    empty: "the answer was empty",
    calls: "the answer called tools; planning has none",
    notJson: (detail) => `not one JSON object alone: ${detail}`,
    shape: (detail) => `not of the required shape: ${detail}`,
    repeatedId: (id) => `the task id ${id} stands twice`,
    unknownDependency: (id, dependency) => `task ${id} depends on ${dependency}, which does not exist`,
    cycle: (path) => `a cycle of dependencies: ${path}`,
    more: (count) => counted(count, "more problem"),
  },
  types: {
    FILE_READ: "read files",
    FILE_WRITE: "write files",
    COMMAND: "command",
    ANALYSIS: "analysis",
    VERIFICATION: "verification",
  },
  review: {
    title: (tasks) => `Plan of ${counted(tasks, "task")}. Run it?`,
    run: "Run",
    add: "Add a requirement and plan anew",
    cancel: "Cancel",
  },
  openPlan: {
    title: (goal) => `An earlier plan is unfinished: ${goal}`,
    continue: "Go on with that plan",
    new: "Drop it and plan the new task",
    cancel: "Cancel",
  },
  retried: (error) => `the run was broken off, trying once more: ${error}`,
  refusedNotice: (reasons, last) => `not approved${last ? ", not done again" : ", doing it again"}:\n${reasons}`,
  halted: "The plan came to a halt; planning anew. Finished results are kept.",
  replanFailed: (why) => `Planning anew did not work: ${why}`,
  dropped: (goal) => `Dropped the unfinished plan: ${goal}`,
  skipsDone: (ids) => `Already done, not done again: ${ids.join(", ")}`,
  unfinished: ({ done, of, goal }) => `A plan is unfinished (${done}/${of}): ${goal}. Type "continue" or /plan to go on with it.`,
  damaged: (ids, cycle) =>
    `The recorded plan is damaged${cycle === undefined ? "" : ` (a cycle of dependencies: ${cycle})`}. These tasks will not run: ${ids.join(", ")}; the others will.`,
  reportHead: {
    plan: ({ done, of }) => `Plan: ${done} of ${of} done.`,
    team: ({ done, of }) => `Team: ${done} of ${of} done.`,
  },
  reportUnfinished: ({ done, of }) =>
    `This plan is decided and not finished (${done} of ${of} done). "continue" goes on with the open tasks: nothing is planned again, and what is done is not done again.`,
  replaced: "Tasks that a new plan replaced:",
  nothingOpen: (mode) => `No plan is unfinished. What you type next runs in ${mode} mode; /mode react goes back.`,
};
