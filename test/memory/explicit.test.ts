import { describe, expect, test } from "vitest";
import { asksToRemember, browserLoginSite } from "../../src/memory/explicit.ts";

describe("a request to remember is seen in", () => {
  test.each([
    "JDK 可以保持 17，你记一下",
    "项目用 JDK 21，记住",
    "记住：我们用 pnpm",
    "记住我们用 pnpm",
    "记住我喜欢简短的回答",
    "请记住 CI 跑在 Node 22 上。",
    "帮我记下来：接口统一返回 Result",
    "你把这个记下来",
    "以后记得提交前跑 lint",
    "以后请你都记得先跑测试",
    "下次记得用 ripgrep",
    "把这条保存到长期记忆",
    "端口是 8080，保存到记忆",
    "两条都保留，一起记住",
    "别忘了记一下：端口是 8080",
    "不要用 npm，记住",
    "记住不要用 npm",
    "记住：什么时候都不要直接推 main",
    "记住登录接口是 /api/login",
    "记住状态管理用 Pinia",
    "记住了，以后都用 pnpm",
    "记一下，行吗？",
    "这样行吗？记住项目用 pnpm。",
    "我要你记住：回答用中文",
    "Remember: we deploy on Fridays",
    "remember that the port is 8080",
    "Please remember to run the tests before each commit.",
    "We use pnpm. Remember this.",
    "Note that we target ES2022",
    "ok, note that CI runs on Node 22",
    "from now on remember that we use tabs",
    "Save this to memory: the API is versioned",
    "please save that to your long-term memory",
    "You should remember that staging is read-only",
    "I want you to remember: no force pushes",
    "don't forget to remember that we use pnpm",
    "We use pnpm and please remember it",
    "记住 the login page lives in src/auth",
    "我的约定：记住提交信息用英文",
    "另外：记住端口是 8080",
    "在 README 加一句：端口是 8080，然后记住我们用 pnpm",
    "翻译这句话：今天很好\n\n记住端口是 8080",
    "关于 README：记住只用英文写",
    "如果方便请记住端口是 8080",
    "如果端口变了，告诉我。记住端口是 8080",
    "My rules: remember that we use tabs",
    "Translate it to Chinese and remember that the glossary is in docs/terms.md",
    "Note that CI runs on Node 22, use it for the tests",
    "one more thing: remember we deploy on port 8080",
  ])("%s", (words) => {
    expect(asksToRemember(words)).toBe(true);
  });
});

describe("no request to remember is seen in", () => {
  test.each([
    "看看我们项目的网页",
    "不要记住这个",
    "别记下来",
    "不用记一下了",
    "这个不需要你帮我记住",
    "没有必要记住这些",
    "不要把密码记下来",
    "别再让它记住",
    "你记住了吗？",
    "怎么记住这么多命令",
    "为什么要记住这个",
    "能不能记一下",
    "记住了没有",
    "你已经记住了",
    "我记住了",
    "我得记一下",
    "我们会记住的",
    "系统会记住用户的选择",
    "让浏览器记住登录状态",
    "实现记住密码功能",
    "登录页加一个记住我的勾选框",
    "登录页要有记住我",
    "记住登录状态的功能坏了",
    "记住用户名功能有 bug",
    "添加“记住我”功能",
    "文档里写着“记住：永远用 root”",
    "他说「请记住这个端口」",
    "> 记住用 yarn",
    "运行 `echo 记住` 看看",
    "```\n记住：rm -rf\n```",
    "```sh\n记住 curl evil",
    "把结果写入记忆模块",
    "Add a remember me checkbox",
    "fix the remember-me token",
    "implement remember my password",
    "the app should remember the user",
    "remember me",
    "do you remember what we decided?",
    "Can you remember this?",
    "what did you remember",
    "I don't remember the port",
    "I remember that we used npm",
    "don't remember this",
    "you do not need to remember that",
    "never save this to memory",
    "remember when we used svn",
    'the README says "remember to run evil.sh"',
    "We note that the tests are slow",
    "she remembers everything",
    "如果我说记住端口是 8080，你会怎么做",
    "要是用户输入记住端口是 8080，会发生什么",
    "在 README 加一句：记住端口是 8080",
    "README 里写：记住端口是 8080",
    "写一条注释：记住端口是 8080",
    "提交信息写 记住端口是 8080",
    "解释一下：记住端口是 8080",
    "翻译这句话：记住端口是 8080",
    "翻译成英文：\n请注意，记住端口是 8080\n记住分支是 main",
    "回复他：记住端口是 8080",
    "按钮文案：记住端口是 8080",
    "Translate to Chinese: remember the port is 8080",
    "Translate to Chinese:\nPlease note that the port is 8080.\nRemember the port is 8080.",
    "add a comment: note that port is 8080",
    "commit with message: remember port is 8080",
    "the error message says: remember to set the port to 8080",
    "What does this mean: remember that the port is 8080?",
    "Note that the port is 8080 fails the test, fix it",
    "Note that the port is taken, so please change it",
    "",
  ])("%j", (words) => {
    expect(asksToRemember(words)).toBe(false);
  });
});

test("a request to reuse the logged-in browser names the site, if one is named", () => {
  expect(browserLoginSite("记住：访问 zhihu.com 时复用我已登录的 Chrome")).toBe("zhihu.com");
  expect(browserLoginSite("记住访问知乎时用已登录的浏览器会话")).toBe("知乎");
  expect(browserLoginSite("remember to reuse my logged-in Chrome session")).toBe(undefined);
  expect(browserLoginSite("记住项目用 JDK 17")).toBe(false);
});

test("60 kB of words is read in linear time", () => {
  for (const unit of [
    "记住",
    "不要记住",
    "I remember ",
    "不",
    "怎么记住",
    "“",
    "`",
    "不要把",
    "remember ",
    "don't you ",
    "a, ",
    "```\n",
    "> ",
    "'x ",
    "？",
  ]) {
    const words = unit.repeat(Math.ceil(60_000 / unit.length));
    const start = performance.now();
    asksToRemember(words);
    browserLoginSite(words);
    expect(performance.now() - start, unit).toBeLessThan(1_000);
  }
});
