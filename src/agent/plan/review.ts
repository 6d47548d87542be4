// Shows a plan to the person before it runs: as it is, with a further requirement, or not at all.
import type { Texts } from "../../locale/index.ts";
import type { Asker } from "../../protocol/ports.ts";
import { drawPlan } from "./draw.ts";
import type { PlanState } from "./state.ts";

export type Review =
  | { readonly kind: "run" }
  | { readonly kind: "cancel" }
  | { readonly kind: "requirement"; readonly text: string };

export async function reviewPlan(state: PlanState, asker: Asker, texts: Texts, signal: AbortSignal): Promise<Review> {
  const words = texts.plan.review;
  const tasks = [...state.tasks.values()].map(({ task }) => task);
  const answer = await asker.ask(
    {
      title: words.title(tasks.length),
      text: [state.summary, drawPlan(tasks, texts)].filter((part) => part !== "").join("\n\n"),
      choices: [
        { id: "run", label: words.run },
        { id: "add", label: words.add, takesText: true },
        { id: "cancel", label: words.cancel },
      ],
    },
    signal,
  );
  if (answer.id === "run") return { kind: "run" };
  const text = answer.text?.trim() ?? "";
  if (answer.id !== "add") return { kind: "cancel" };
  return text === "" ? reviewPlan(state, asker, texts, signal) : { kind: "requirement", text };
}

export type OpenPlanAnswer = "continue" | "new" | "cancel";

/** A new task while an earlier plan is unfinished. */
export async function askAboutOpenPlan(
  state: PlanState,
  asker: Asker,
  texts: Texts,
  signal: AbortSignal,
): Promise<OpenPlanAnswer> {
  const words = texts.plan.openPlan;
  const tasks = [...state.tasks.values()].map(({ task }) => task);
  const { id } = await asker.ask(
    {
      title: words.title(state.goal),
      text: drawPlan(tasks, texts),
      choices: [
        { id: "continue", label: words.continue },
        { id: "new", label: words.new },
        { id: "cancel", label: words.cancel },
      ],
    },
    signal,
  );
  return id === "continue" || id === "new" ? id : "cancel";
}
