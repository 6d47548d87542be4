import type { DemoTexts } from "../texts/demo.ts";

export const demo: DemoTexts = {
  intro: (project) =>
    `这是 PaiCLI 的演示：内置的离线替身（不是语言模型，无需密钥和网络）用真正的工具在一个临时项目里干活。\n项目：${project}`,
  steps: [
    {
      say: "1. 建一个小小的 Java 项目。一句话里可以有几步。",
      line: "写入 pom.xml: <project><properties><java.version>17</java.version></properties></project> 然后 写入 src/main/java/App.java: class App {} 然后 列出 .",
    },
    { say: "2. 让它记住一件事：只有你要求、而且是你说过的话，才会写进长期记忆。", line: "JDK 可以保持 17，你记一下" },
    { say: "3. 清空对话：视图空了，长期记忆和会话记录还在。", line: "/clear" },
    { say: "4. 换个话头再问：相关的记忆随系统提示一起回来，带着日期，是线索而不是事实。", line: "检查一下这个项目的 JDK 版本" },
    { say: "5. 说了相反的话：冲突不由程序决定，两条都摆出来，什么也没有写。", line: "项目使用 JDK 21，记住" },
    { say: "6. 由你来选：替换旧的那条。", line: "/memory replace fact- 项目使用 JDK 21" },
    { say: "7. 先读后改：把 pom.xml 也改过来，再看一眼结果。", line: "替换 pom.xml: 17 => 21 然后 运行 cat pom.xml" },
    { say: "8. 看看上下文窗口里装了什么，离压缩的阈值还有多远。", line: "/context" },
  ],
  left: "9. 退出，再恢复同一个会话：从离开的地方继续。",
  resumed: [{ say: "10. 恢复之后，记住的是新的那条。", line: "检查一下这个项目的 JDK 版本" }],
  outro:
    "演示结束，临时文件会被删除，你的记忆没有被碰过。换成真正的模型：export DEEPSEEK_API_KEY=…（或 GLM_API_KEY、KIMI_API_KEY、QWEN_API_KEY、OPENAI_API_KEY），然后运行 paicli。",
};
