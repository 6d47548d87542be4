// What every language must say. Sections follow the folders of src/; each text is a string or a function of typed values.
import type { ShapeIssue } from "../protocol/shape.ts";
import type { AgentTexts } from "./texts/agent.ts";
import type { CommandsTexts } from "./texts/commands.ts";
import type { ContextTexts } from "./texts/context.ts";
import type { DemoTexts } from "./texts/demo.ts";
import type { ErrorsTexts } from "./texts/errors.ts";
import type { HelpTexts } from "./texts/help.ts";
import type { InitTexts } from "./texts/init.ts";
import type { MemoryTexts } from "./texts/memory.ts";
import type { OfflineTexts } from "./texts/offline.ts";
import type { PlanTexts } from "./texts/plan.ts";
import type { PolicyTexts } from "./texts/policy.ts";
import type { PromptTexts } from "./texts/prompt.ts";
import type { ReportTexts } from "./texts/report.ts";
import type { RuntimeTexts } from "./texts/runtime.ts";
import type { SessionTexts } from "./texts/session.ts";
import type { SkillsTexts } from "./texts/skills.ts";
import type { ToldTexts } from "./texts/told.ts";
import type { ToolsTexts } from "./texts/tools.ts";
import type { UiTexts } from "./texts/ui.ts";

export interface Texts {
  readonly lang: "zh" | "en";
  /** What is wrong with data from outside: arguments, a plan, a file. */
  readonly shape: (issues: readonly ShapeIssue[]) => string;
  /** What the loop tells the model, and what it tells the person about a task. */
  readonly agent: AgentTexts;
  /** Long-term memory: what is said about entries, and what the model's tool answers. */
  readonly memory: MemoryTexts;
  /** What the policy tells the person who is asked, and the model whose call did not run. `subject`: a command or a path. */
  readonly policy: PolicyTexts;
  /** What starting, resuming and changing a session tells. */
  readonly runtime: RuntimeTexts;
  /** Slash commands: a line of help each, and what they say. */
  readonly commands: CommandsTexts;
  /** `paicli config` and `paicli doctor`. */
  readonly report: ReportTexts;
  /** `paicli demo`: what it says, and the lines that it types. */
  readonly demo: DemoTexts;
  /** `--help` and what the command line says about itself. */
  readonly help: HelpTexts;
  /** Words of the system prompt around its files, and notes about project memory. */
  readonly prompt: PromptTexts;
  /** What `/init` writes. */
  readonly init: InitTexts;
  /** What is said about skills, and what the model gets with one. */
  readonly skills: SkillsTexts;
  /** Why a call failed or was not run, told to the person in one short line. The model hears it from `errors` and `agent`. */
  readonly told: ToldTexts;
  /** The screen and the plain renderers. */
  readonly ui: UiTexts;
  /** Sessions: what a resume tells the model and the person, and the words of an export. */
  readonly session: SessionTexts;
  /** Compaction: what stands in the conversation instead of what left it, and what the person is told about the window. */
  readonly context: ContextTexts;
  /** What the tools tell the model. `call` is a ready tool call. */
  readonly tools: ToolsTexts;
  /** Plans and teams: what their units are told, and what the person is asked and told. */
  readonly plan: PlanTexts;
  /** What the embedded offline model says. */
  readonly offline: OfflineTexts;
  /** Expected errors, by code. */
  readonly errors: ErrorsTexts;
}
