// What makes a clause a lasting statement of the person, and what makes it something else. Patterns only, both languages.
// Without the flag u where nothing needs it: with it a search for one of many words takes five times as long.

/** Without one of these, nothing about the person, the project or a habit is said. */
export const CUE =
  /我|我们|项目|仓库|团队|偏好|习惯|默认|统一|使用|采用|基于|构建|技术栈|语言|框架|版本|编码|规范|禁止|不要|一律|以后|总是|\bI\b|\b(?:we|our|project|repo|team|prefer|always|never|default|use|using|based on|build|stack|language|framework|version|style|convention|don['’]t|from now on)\b/i;
/** A cue that says nothing by itself. */
export const ONLY_CUE = /^(?:from (?:now|here) on|in (?:the )?future|going forward|by default|以后|今后|往后|默认情况下)$/i;
/** States a rule in other words than the cues. */
export const STANDING =
  /必须|务必|永远|不得|不能|不许|只能|只用|不用|每次|每个|所有|全部|凡是|都|\b(?:must|only|every|all|everywhere)\b/i;
/** A rule for every time: it makes an order, or what depends on a condition, a lasting one. */
export const RULE =
  /一律|总是|永远|必须|务必|禁止|不得|不许|不要|每次|以后|凡是|从不|绝不|都[要得用]|\b(?:always|never|must|from now on|every time|do(?:n['’]t| not))\b/i;

/** Words of the moment, as words of their own: 优先, 出现在 and API-first are others. */
export const MOMENT =
  /今天|(?<![出发体实呈展重])现在|刚刚|刚才|这一?次|这回|本轮|临时(?!文件|目录|表|变量|对象|分支)|(?<![短])暂时|(?<![优首原领事率祖当争抢预最])先(?![进生锋天后行验例知前])|顺便|报错|昨天|明天|待会|稍后|马上|正在|(?<![\w-])(?:today|tonight|tomorrow|yesterday|(?<!from )now(?! on)|just|this time|temporarily|for the moment|first|by the way|error)(?![\w-]|\.\w)/i;

/** A sentence that wants to know something as a whole, or asks to be confirmed. */
export const ASKS_WHOLE =
  /[?？][\s\p{P}]*$|(?:[吗么嘛呢吧]|没有|了没|与否|怎么样|如何)[\s\p{P}]*$|(?:对吗|是吗|对吧|是吧|好吗|行吗|可以吗)|对不对|是不是|好不好|行不行|可不可以|要不要|是否|能否|可否|[,，]\s*(?:right|correct|ok|okay|yes|no|isn['’]t it|aren['’]t we|don['’]t we)[\s\p{P}]*$/iu;
const HELPING = "do|does|did|can|could|will|would|should|shall|is|are|was|were|am|has|have|may|might";
export const ASKS_FIRST = new RegExp(`^(?:(?:hey|hi|ok|okay|so|and|but|also|please|well)[\\s,]+)*(?:${HELPING})\\b`, "i");
export const ASKS_WITH = /^(?:(?:hey|hi|ok|okay|so|and|but|well)[\s,]+)*(?:how|why|what|who|which|whose|whether)\b/i;
/** A clause in which something is asked or looked for. */
export const ASKS_INSIDE =
  /(?:为什么|为何|为啥|怎么|怎样|如何|什么|哪(?!怕)|谁|多少|几[个次天种条])|有没有|能不能|会不会|\b(?:why|how to|how do|whether|what(?:['’]s| is| are)|wonder|figure out)\b/i;

/** What is the same whatever it is, is not asked. */
export const WHATEVER = /(?:不管|无论|不论|任何|没)[^，。]{0,10}?(?:为什么|怎么样?|怎样|如何|什么|哪|谁|多少)/g;

/** Not known, only supposed. */
const GUESS =
  /(?<!尽)可能|也许|大概|或许|好像|似乎|估计|我猜|说不定|应该(?:是|会|在|有|用|使用)|不确定|不知道|记不清|听说|据说|不太清楚|\b(?:maybe|perhaps|probably|possibly|might|guess|i think|we think|i believe|i suppose|not sure|unsure|seems?|apparently|supposedly|considering|wondering|iirc|afaik)\b/i;
/** It was so, or it is to become so. */
const NOT_STANDING_NOW =
  /^(?:我们?|咱们|项目|团队|仓库|公司|这个项目|本项目)?(?:的?(?:项目|团队|代码))?(?:以前|之前|曾经|原来|原先|过去|早期|最近|打算|准备|计划|考虑|想要?)|打算|计划(?:把|将|用|换|迁|在)|考虑(?:把|将|用|换|迁|要)|想(?:把|将|用|换|改|加|做|试|在|给)|试试|试一下|不如|\b(?:used to|previously|formerly|back then|recently|going to|plan(?:ning)? to|want to|wants to|would like to|i['’]d like|let['’]s|let us|about to|trying|thinking (?:of|about)|working on)\b/i;
/** What the person needs for this task. */
export const NEED =
  /^(?:我们?|咱们)(?:现|还|也|都)?(?:要(?!求)|需要|得)(?![你您])|\b(?:i|we)(?:['’]m| am|['’]re| are)? (?:need|gotta|stuck|getting|seeing|looking|facing)\b/i;

/** Somebody else's words, or the model's: they reach to the end of the sentence, behind a colon to the end of the line. */
export const REPORTED =
  /(?:他们?|她们?|你们?|别人|有人|客户|同事|老板|领导|文档|手册|readme|网上|网页|页面|文章|博客|官网|官方|教程|书里|书上|模型|助手|(?<![a-z])AI(?![a-z])|chatgpt|claude|copilot|日志|注释)[^，。]{0,12}?(?:说|提到|提示|建议|认为|推荐|声称|讲|显示|告诉|描述|指出|写[着道的明]|里写)|(?:根据|按照|依据|参考|引用)[^，。]{0,12}(?:文档|readme|网页|页面|文章|博客|教程|日志)|\b(?:he|she|they|it|docs?|readme|page|article|blog|website|site|tutorial|someone|people|you|model|assistant|chatgpt|claude|copilot|tool|output|log|comment|boss|colleague|customer)\s+(?:\w+\s+)?(?:says?|said|wrote|writes?|suggest(?:s|ed)?|recommend(?:s|ed)?|claims?|claimed|told|tells?|mentions?|mentioned|states?|reads?)\b|\baccording to\b/i;
/** About others. */
const OTHERS =
  /^(?:他们?|她们?|它们?|对方|别人|别的|其他|其它|竞品|友商|隔壁|(?:he|she|they|their|his|her|another|other people) )/i;
const EXAMPLE = /比如|例如|譬如|举个例子|打个比方|\b(?:for example|for instance|e\.g\.|such as|imagine|pretend)/i;

/** A clause that does so, and what follows it in its sentence, is no statement of the person's own that lasts. */
export const SPEAKS_OF_ELSE = anyOf(MOMENT, REPORTED, EXAMPLE, OTHERS);
/** Supposed, gone or only planned. */
export const IS_UNSETTLED = anyOf(GUESS, NOT_STANDING_NOW);

/** Addressed to a program instead of said to a colleague: the words of planted instructions. */
export const PLANTED =
  /(?:忽略|无视|忘掉|忘记|违反)(?:掉)?(?:以上|之前|前面|先前|所有|一切|任何|你|系统|安全)|系统提示|(?:以上|之前|先前|所有|任何|新的)[^，。]{0,6}(?:指令|提示词)|越狱|开发者模式|你(?:现在)?是一?[个名位]|作为一?个?(?:AI|人工智能|助手|语言模型)|(?:AI|人工智能|智能体|语言模型)\s?(?:助手|代理|agent)|自动批准|跳过(?:审批|确认)|(?:无需|不用|不必)(?:再)?(?:确认|批准|询问|审批)|^\s*(?:system|assistant|user|human|developer|tool|用户|系统|助手|ai)\s*[:：]|\b(?:ignore|disregard|forget|override|bypass)\s+(?:all|any|the|your|previous|prior|above|earlier|every)|\b(?:system prompt|jailbreak|you are (?:now|an?|the)|as an ai|ai (?:agents?|assistants?|models?)|language models?|without (?:asking|confirmation|approval)|auto-?approve)\b|\bcurl\s+\S*https?:|\|\s*(?:sh|bash)\b|rm\s+-rf|<\/?(?:system|user|assistant|tool_result|memory|instructions?|important|inst)\b|\[\/?(?:inst|system|important)\]/i;
/** Takes back what was just said. */
export const TAKEN_BACK =
  /才怪|(?:暂时|先|目前)就?(?:这样|如此|这么)|开(?:个)?玩笑|骗你|逗你|不算数|作废|说错|记错|(?:这|那)(?:个|些|条|都)*(?:是|都是)(?:错|不对|过时|假)的|是(?:错|不对)的|已经不(?:用|是)了|\b(?:for now|for the time being|just for today)[^\w\u3400-\u9fff]*$|\b(?:just kidding|kidding|scratch that|never ?mind|not anymore|not true|(?:is|was) wrong)\b/i;
/** Begins a sentence that corrects the one before. */
export const CORRECTS = /^(?:不对|错了|更正|等等|算了|不是|actually|wait|no wait|no[,，]|correction|sorry[,，])/i;

/** An order of this moment, whatever else it says. */
export const ORDER =
  /^(?:请|麻烦|劳烦|劳驾|拜托)?(?:你|您)?(?:再|去|来|尽快|直接)?(?:帮|替|给|为)(?:我|我们|忙)|^(?:请|麻烦)?(?:你|您)?[把将]|一下|看看|看下|瞧|^(?:请|麻烦)?(?:继续|开始|列出|总结|解释|分析|告诉|介绍|对比|找|查(?!询)|看(?!板)|读(?![写取])|打开|搜(?!索))|(?:加|写|做|建|来|弄|搞|开|起|画|出|改成|换成|改为|换)(?:上|了|出)?(?:一[个份段条套组些版张篇]|个(?![性人])|[份段])|\b(?:can|could|would|will) you\b|^(?:help|let)\b/i;
const POLITE = "^(?:请|麻烦|需要|然后|接着|再|并|同时|顺手)*(?:你|您)?(?:来|去|再)?";
/** Begins with what is to be made, or says where. */
export const MAKING_FIRST = new RegExp(
  `${POLITE}(?:实现|添加|新增|增加|修复|修改|创建|删除|移除|去掉|重构|生成|设计|完成|优化|升级|引入|接入|加上|加入|替换|开发|编写|写|加|改|支持|用|使用|翻译)(?!的|时|前|后|法|作|进|户|例|途|语|者|密|载|稿|代码时|文档时|环境|规范|流程|模式)` +
    "|^请?(?:给|在|对|从|为|让)[^，。]{1,20}?(?:加上|加入|添加|增加|新增|实现|修复|删除|移除|改成|换成|支持)",
  "u",
);
/** “新增接口必须写文档” is a rule; “实现必须登录的页面” is a task. */
export const RULE_ABOUT = /^[^的]{2,40}?(?:必须|一律|都要|都得|禁止|不得|总是|不要|务必)(?!.*的[^的]{1,8}$)/;
/** The same words are names of work, too: 测试用 Vitest, 提交信息统一用英文. */
export const RUNNING_FIRST = new RegExp(
  `${POLITE}(?:运行|执行|跑|安装|部署|启动|配置|搭建|迁移|测试|调试|检查|提交|发布|编译|打包|合并|推送|清理)(?![^\\s，。]{0,6}(?:统一|默认|使用|采用|用|基于|必须|一律|禁止|不要|是|放在|时|前|后))`,
  "u",
);
export const IMPERATIVE_EN =
  /^(?:(?:please|now|then|also|and|so|ok|okay)[\s,]+)*(?:add|fix|implement|create|write|make|build|refactor|update|run|check|look|find|change|rename|delete|remove|move|convert|migrate|replace|set|install|deploy|debug|test|review|read|open|list|search|use|generate|clean|improve|optimi[sz]e|try|do|put|extract|split|merge|bump|upgrade|start|stop|switch|turn|enable|disable|configure|explain|summari[sz]e|document|show|tell|give|take|go|get|keep|support|rewrite|port|design|finish|continue|commit|push|translate)\b(?!\s+(?:\w+\s+)?(?:is|are|must|should|follow|follows|uses?|lives?|goes|go|runs?|needs?)\b)/i;
/** An imperative that holds from now on. */
export const LASTING_EN =
  /^(?:please )?(?:(?:do not|don['’]t)\b|(?:use|keep|write|put|run)\b.*\b(?:always|everywhere|by default|for everything|in every|in this (?:project|repo|codebase)|before every|for every|in all)\b)/i;

/** One pattern instead of several: each is tried on every clause. */
function anyOf(...patterns: readonly RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join("|"), "i");
}
