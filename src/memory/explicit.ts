// Whether the user's own words ask to remember something. A request,
// not a mention: negated, asked, quoted, in code, or about a feature of the program under work does not count. Pure, linear time.
import { type Clause, clausesOf, isPlain, lookBack, ownWords } from "./clauses.ts";

/** Words that mean the request, and what must not follow them. */
const REMEMBER_ZH =
  /记一下|记住|记下来|(?:以后|下次|今后|往后)(?:请|都|也|要|一定|务必|你|帮我){0,3}记得|(?:保存|存|写|记|加|放)(?:到|入|进)(?:你的)?(?:长期)?记忆(?!模块|文件|系统|功能|数据|库|表|体|服务|组件|接口|层|类)/gu;
const REMEMBER_EN =
  /\bremember\b|\bnote that\b|\bsave (?:this|that|it|these|those|the following|what i said)?\s?(?:in)?to (?:your |my |the )?(?:long[- ]?term )?memory\b/giu;

/** Someone else remembers, or the speaker does. */
const OTHER_SUBJECT_ZH =
  /(?:(?<![帮给替为让叫使请跟])我们?|(?<!让)(?:他们?|她们?|系统|程序|软件|应用|页面|网页|浏览器|客户端|服务端|服务器|用户|大家|人们?))(?:要|得|会|想|能|可以|应该|需要|已经|已|先|来|自己|再|也|都|就|才)*\s*$|(?:让|使|叫)(?:系统|程序|软件|应用|页面|网页|浏览器|客户端|服务端|服务器|用户|他们?|她们?)(?:也|能|可以|都)?\s*$|你(?:已经|已|都|还|是不是|有没有)+\s*$/u;
const OTHER_SUBJECT_EN =
  /\b(?:i|we|they|he|she|it|who|users?|people|app|application|system|browser|page|form|server|client|program)\s+(?:(?:still|also|can|could|do|does|will|would|should|must|may|might|always|only|just|barely|clearly|to|have|has|need|needs|want|wants)\s+)*$/iu;
/** English: where an imperative can stand: at the beginning, after polite or linking words, or after “you should”, “want you to”. */
const IMPERATIVE_EN =
  /(?:^|\uFFFC)[\s\p{P}]*(?:(?:please|pls|kindly|also|and|so|then|but|ok|okay|hey|hi|now|just|always|first|next|paicli|from now on|from here on|in (?:the )?future|next time|for (?:later|next time|future sessions)|going forward|let['’]?s|do|important|oh|well|thanks|yes|no)[\s\p{P}]+)*$|\byou (?:should|must|can|could|may|will|have to|need to|ought to|are to|to)\s+(?:please |always |also |now )?$|\b(?:make|be) sure (?:to|you)\s+$|\b(?:and|then|so) (?:please )?$|\bplease\s+$|\bforget to\s+$/iu;

/** “remember me”, 记住密码: what login pages do. Only where nothing follows that makes it a fact. */
const FEATURE_ZH =
  /^(?:用户的?|上次的?|当前的?|最近的?|我的)?(?:密码|口令|(?:登录|登陆|账号|账户|帐号|用户名|选择|选项|勾选|状态|会话|设备|位置|滚动位置|窗口大小|主题|光标|焦点|进度|浏览记录|登录名)(?:状态|信息|态|凭证|凭据)?|我)(?:的?(?:功能|按钮|选项|复选框|勾选框?|开关|逻辑|组件|代码|接口|特性|实现|checkbox|token|cookie))?(?=$|[\s\uFFFC）)】\]]|功能|的)/iu;
const PASSWORD_ZH = /^(?:用户的?|我的)?(?:密码|口令|登录状态|登录态|登录信息)/u;
const FEATURE_EN =
  /^[-\s_](?:me\b(?!\s+(?:that|to|of)\b)|(?:the |my |their |his |her |a |this |users?['’]?s? )?(?:users?|passwords?|logins?|log-?ins?|logged|sessions?|device|devices|choice|choices|selection|scroll|cursor|window|credentials?|username|checkbox|feature|button|option|token|cookie|state|position)\b(?! (?:is|are|has|have|must|should|uses?|format|policy|length)\b))|^-/iu;
const FEATURE_NOUN = /功能|按钮|复选框|勾选|选项框|组件|特性|checkbox|\bbutton\b|\bfeature\b|\bcomponent\b/iu;
const BUILD_VERB =
  /实现|开发|添加|新增|增加|加上|加个|加一个|做个|做一个|写个|写一个|修复|支持|设计|删除|去掉|implement|\badd\b|\bbuild\b|\bfix\b|\bcreate\b|\bremove\b/iu;

/** Announces words that are to be translated, explained, written somewhere or shown: what follows the colon is those words. */
const ANNOUNCES_WORDS =
  /翻译|[翻译]成|译为|解释|润色|改写|续写|造句|朗读|复述|什么意思|例如|比如|(?:写|加|添加|添|插入|补|输出|打印|显示|提示|回复|返回|发送?|输入|念|说)(?:上|入|下|到|着|了)*(?:一?[个条段行句](?:话|注释|文案|提示|消息|文字|说明)?)?[里中上]?\s*$|(?:回复|发|写|转告|告诉|通知|提醒|问|跟|对)给?(?:[他她它]|用户|客户|同事|大家)们?说?\s*$|(?:注释|文案|提交信息|提交说明|标题|正文|readme|文档|字符串|文字|句子?|[这那一][句段行]话?|日志|报错|提示语?|邮件|原文|示例|例子|按钮|占位符)(?:内容|文本)?[里中上]?(?:是|为|用|写|叫)?\s*$|\b(?:translate|explain|rephrase|rewrite|paraphrase|proofread|summari[sz]e|comment|message|title|heading|caption|label|text|string|sentence|line|paragraph|phrase|prompt|log|output|readme|docs?|documentation|e-?mail|reply|respond|print|echo|says?|said|writes?|wrote|written|example|e\.g|changelog|description|tooltip|placeholder|button)\b/iu;
const SPEAKS_ABOUT = /^\s*(?:关于|至于|about|regarding|concerning|as for)/iu;
/** The words before say or write it: 提交信息写 记住…, 如果我说记住…. */
const SAYS_ZH =
  /(?:写|加一[句条行段]|说|讲|念|喊|输入|打印|输出|显示|提示|回复|翻译|注释|文案|提交信息|标题)(?:上|着|成|为|是|里|中|出|句|一下)*[\s"]*$/u;
const CONDITION_ZH = /^[\s\p{P}]*(?:如果|假如|要是|假设|倘若|若是?|万一)(?!可以|方便|行|能|有空|不麻烦)/u;
/** Ends what was announced, and what is said of the work at hand. */
const GOES_ON =
  /(?:然后|另外|还有|并且?|同时|最后|再|顺便|对了)(?:请|帮我|你|也|再)*\s*$|\b(?:also|and|then|besides|finally)[\s,]+(?:please\s+)?$/iu;
/** “Note that the test fails, fix it”: a remark about the task that follows. */
const TASK_FOLLOWS =
  /^[\s\p{P}]*(?:(?:so|and|then|now|please|just|can you|could you|you should)\s+)*(?:fix|repair|change|update|adjust|correct|solve|resolve|handle|debug|investigate|check|look|find|add|remove|delete|implement|refactor|rewrite|run|make|create|write|help|explain|tell)\b/iu;

/** As far as the name of a feature reaches. */
const LOOK_AHEAD = 40;
/** As much of an announcement as is looked at: its end says what is announced. */
const ANNOUNCEMENT_CHARS = 60;

/** The user asks, in these words, to remember something. */
export function asksToRemember(words: string): boolean {
  return clausesOf(ownWords(words)).some((clause) => asksIn(clause));
}

/** Reusing a browser that is already logged in: the site named, `undefined` if none is; `false` if it is not about that. */
export function browserLoginSite(words: string): string | undefined | false {
  const own = ownWords(words);
  const about =
    /chrome|浏览器|\bbrowser\b/iu.test(own) &&
    /登录|登陆|\blog(?:ged)?[- ]?in\b|\bsigned[- ]?in\b/iu.test(own) &&
    /复用|沿用|重用|使用|用|\b(?:re-?use|use|keep)\b/iu.test(own);
  if (!about) return false;
  const domain = /(?<![\w@.-])(?:[a-z0-9-]{1,63}\.){1,4}(?:com|cn|org|net|io|dev|ai|app|me|co|edu|gov|so|tech|top|info)\b/iu.exec(
    own,
  )?.[0];
  if (domain !== undefined) return domain.toLowerCase();
  const named = /(?:访问|打开|浏览|登录|登陆|上)\s?(?<site>[\p{L}\p{N}]{2,12}?)(?:网站|官网|站点|页面)?(?:的时候|时)/u.exec(own)
    ?.groups?.site;
  return named !== undefined && !/chrome|浏览器|网站|网页/iu.test(named) ? named : undefined;
}

function asksIn(clause: Clause): boolean {
  if (clause.question) return false;
  const asks = (pattern: RegExp, isOrder: (before: string, after: string, clause: Clause, word: string) => boolean) =>
    [...clause.text.matchAll(pattern)].some(({ 0: word, index }) => {
      const before = lookBack(clause.text, index);
      const end = index + word.length;
      return (
        isPlain(before) && !isWords(before, clause) && isOrder(before, clause.text.slice(end, end + LOOK_AHEAD), clause, word)
      );
    });
  return asks(REMEMBER_ZH, isOrderZh) || asks(REMEMBER_EN, isOrderEn);
}

/** The request itself is what somebody else is to read: a text to write, to translate, to imagine. */
function isWords(before: string, { announced }: Clause): boolean {
  if (SAYS_ZH.test(before) || CONDITION_ZH.test(before)) return true;
  const end = announced.slice(-ANNOUNCEMENT_CHARS);
  return ANNOUNCES_WORDS.test(end) && !SPEAKS_ABOUT.test(announced) && !GOES_ON.test(before);
}

function isOrderZh(before: string, after: string, clause: Clause): boolean {
  if (OTHER_SUBJECT_ZH.test(before)) return false;
  if (FEATURE_ZH.test(after) || PASSWORD_ZH.test(after) || isAboutFeature(before, after)) return false;
  // 记住了 tells that it was done, unless what to remember follows.
  return !/^了(?![\p{L}\p{N}])/u.test(`${after} `) || (before.trim() === "" && !clause.last);
}

function isOrderEn(before: string, after: string, clause: Clause, word: string): boolean {
  if (OTHER_SUBJECT_EN.test(before) && !/\byou\b[^,]{0,20}$/i.test(before)) return false;
  if (/^remember$/i.test(word) && (FEATURE_EN.test(after) || /^\s+when\b/i.test(after))) return false;
  if (isAboutFeature(before, after) || /[-_]$/.test(before)) return false;
  if (/^note/i.test(word) && TASK_FOLLOWS.test(clause.rest.slice(0, LOOK_AHEAD))) return false;
  // “项目用 pnpm remember” and “please remember”: in Chinese text the word may follow without a comma.
  return IMPERATIVE_EN.test(before) || (clause.last && after.trim() === "" && /[\p{Script=Han}\d]\s*$/u.test(before));
}

function isAboutFeature(before: string, after: string): boolean {
  return BUILD_VERB.test(before) && FEATURE_NOUN.test(after);
}
