import type { Texts } from "./texts.ts";
import { agent } from "./zh/agent.ts";
import { commands } from "./zh/commands.ts";
import { context } from "./zh/context.ts";
import { demo } from "./zh/demo.ts";
import { errors } from "./zh/errors.ts";
import { help } from "./zh/help.ts";
import { init } from "./zh/init.ts";
import { memory } from "./zh/memory.ts";
import { offline } from "./zh/offline.ts";
import { plan } from "./zh/plan.ts";
import { policy } from "./zh/policy.ts";
import { prompt } from "./zh/prompt.ts";
import { report } from "./zh/report.ts";
import { runtime } from "./zh/runtime.ts";
import { session } from "./zh/session.ts";
import { skills } from "./zh/skills.ts";
import { told } from "./zh/told.ts";
import { tools } from "./zh/tools.ts";
import { ui } from "./zh/ui.ts";
import { shape } from "./zh/words.ts";

export const zh: Texts = {
  shape,
  lang: "zh",
  policy,
  agent,
  memory,
  runtime,
  commands,
  report,
  demo,
  help,
  prompt,
  init,
  skills,
  told,
  ui,
  session,
  context,
  tools,
  plan,
  offline,
  errors,
};
