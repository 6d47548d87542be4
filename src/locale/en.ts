import { agent } from "./en/agent.ts";
import { commands } from "./en/commands.ts";
import { context } from "./en/context.ts";
import { demo } from "./en/demo.ts";
import { errors } from "./en/errors.ts";
import { help } from "./en/help.ts";
import { init } from "./en/init.ts";
import { memory } from "./en/memory.ts";
import { offline } from "./en/offline.ts";
import { plan } from "./en/plan.ts";
import { policy } from "./en/policy.ts";
import { prompt } from "./en/prompt.ts";
import { report } from "./en/report.ts";
import { runtime } from "./en/runtime.ts";
import { session } from "./en/session.ts";
import { skills } from "./en/skills.ts";
import { told } from "./en/told.ts";
import { tools } from "./en/tools.ts";
import { ui } from "./en/ui.ts";
import { shape } from "./en/words.ts";
import type { Texts } from "./texts.ts";

export const en: Texts = {
  shape,
  lang: "en",
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
