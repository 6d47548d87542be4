import type { DemoTexts } from "../texts/demo.ts";

export const demo: DemoTexts = {
  intro: (project) =>
    `This is PaiCLI's demo: the embedded offline stand-in (not a language model; no key, no network) works on a temporary project with the real tools.\nProject: ${project}`,
  steps: [
    {
      say: "1. Make a small Java project. One line may hold several steps.",
      line: "write pom.xml: <project><properties><java.version>17</java.version></properties></project> then write src/main/java/App.java: class App {} then list .",
    },
    {
      say: "2. Have it remember something: only what you ask for, and only what you said yourself, becomes a memory.",
      line: "JDK can stay at 17, remember that",
    },
    { say: "3. Empty the conversation: the view is empty, memory and the session's record are still there.", line: "/clear" },
    {
      say: "4. Ask again: the memory that fits comes back with the system prompt, dated, as a lead and not as a fact.",
      line: "check the JDK version of this project",
    },
    {
      say: "5. Say something else: a conflict is never settled by program; both are shown, nothing is written.",
      line: "the project uses JDK 21, remember that",
    },
    { say: "6. You choose: replace the old one.", line: "/memory replace fact- the project uses JDK 21" },
    {
      say: "7. Read before change: mend pom.xml too, and look at the result.",
      line: "replace pom.xml: 17 => 21 then run cat pom.xml",
    },
    { say: "8. What fills the context window, and how far are the thresholds of compaction?", line: "/context" },
  ],
  left: "9. Leave, and resume the same session: it goes on where it was left.",
  resumed: [{ say: "10. After the resume, the new one is what is remembered.", line: "check the JDK version of this project" }],
  outro:
    "That was the demo; its files are deleted, and your memories were not touched. For a real model: export DEEPSEEK_API_KEY=… (or GLM_API_KEY, KIMI_API_KEY, QWEN_API_KEY, OPENAI_API_KEY), then run paicli.",
};
