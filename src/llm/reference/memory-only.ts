/** Whether somebody wants an answer from what is remembered, and nothing looked up. */

/** Verbs of looking something up, and of going about it. */
const lookUp = String.raw`(?:look(?:ing|s|ed)?|check(?:ing|s|ed)?|search(?:ing|es|ed)?|dig(?:ging|s)?|fetch(?:ing)?|brows(?:e|ing)|quer(?:y|ying)|consult(?:ing)?|call(?:ing)?|us(?:e|ing)|go(?:ing)?|hunt(?:ing)?|googl(?:e|ing)|open(?:ing)?|pull(?:ing)?|verify(?:ing)?|research(?:ing)?|run(?:ning)?|refresh(?:ing)?|ask(?:ing)? (?:around|anyone|anybody)|read(?:ing)? up|touch(?:ing)?|access(?:ing)?|ring(?:ing)?|do(?:ing)?|rummag(?:e|ing)|trawl(?:ing)?|poke?(?:ing)?|bother(?:ing)?)`
const upon = String.raw`(?:[^.?!,;]{0,50}?\b(?:up|again|anything|anywhere|elsewhere|system\w*|tools?|it|through|for|online|records?|databases?|around|outside|search\w*|check\w*|look|lookups?|sources?|them|this|that|out|there)\b|\s*[.?!,;]|\s*$)`
const own = String.raw`(?:memory|memories|notes?|notebook|note-?taking|records?|recollections?|head|mind|what you(?:['’]ve| have| already)? (?:\p{L}+ )?(?:know|knew|remember|noted?|noted down|stored?|saved?|recorded|written|wrote|kept|jotted)(?: down)?|summar(?:y|ies)|what (?:is|['’]s) (?:noted|remembered|stored|written)|what i(?:['’]ve| have)? (?:told|said|mentioned))`
const alone = String.raw`(?:only|just|solely|purely|alone|merely|simply|strictly|exclusively|nothing (?:else|but|more)|entirely|straight)`

const patterns: readonly RegExp[] = [
  String.raw`\b(?:do not|don['’]t|dont|no need (?:to|for)|not (?:to|want(?:ing)?)|needn['’]t|need not|never|without|instead of|rather than|avoid|skip|not|please don['’]t|no)\b(?: (?:you|bother|even|need|have|want|to|go|and|please|actually|any|a|the|new|fresh|further|more|try|start|be)(?:ing)?)* ${lookUp}${upon}`,
  String.raw`\b(?:don['’]t|do not|wouldn['’]t|would not) want (?:you|any|a|another|fresh|new)\b`,
  String.raw`\b${alone}\b[^.?!]{0,60}\b${own}\b`,
  String.raw`\b${own}\b[^.?!]{0,30}\b${alone}\b`,
  String.raw`\b(?:from|off|by|out of|using|according to|based on|judging by|consult|in|per|as per|relying on|going (?:on|by|off)|working from) (?:the |your |own |just |only |what )*(?:own )?(?:${own})\b(?!\s+(?:of|about|on) (?:the|a) )`,
  String.raw`\b(?:as far as|what|which|how|whatever|who|where|when|do|if|can|that) (?:\p{L}+ )?you(?:['’]ve| have| had| did| do)? (?:still |already |once |previously |originally |ever |happen to |can )*(?:remember|recall|noted?|stored?|saved?|jotted|wrote|written|recorded|keep in mind|have (?:in mind|noted|stored|saved|written|on record|down))\b`,
  String.raw`\b(?:do|can) you (?:still |happen to |by any chance )*(?:remember|recall)\b`,
  String.raw`\byou(?:['’]ve| have| had)? (?:already |once |previously )*(?:noted|seen|jotted|stored|saved|written|wrote|recorded|looked)\b`,
  String.raw`\byou told me\b`,
].map((pattern) => new RegExp(pattern, 'iu'))

const han = /(?:别|不要|不用|不必|无需|无须|不需要|先别|甭|没必要|不想让你)(?:再|去|用|上|重新|给我|额外|另外|帮我|到处|又)*(?:查|搜|找|问|看别|翻|联网|调|核实|检索|打开|动用|看其他)|(?:只|就|光|仅|单|纯|完全)(?:用|看|凭|靠|按|据|根据|照|从|要|依|需|想要|参考)*.{0,10}(?:记忆|记录|笔记|摘要|印象|记得|记着|记下|备忘|存的|知道的)|(?:凭|靠|按照?|根据|依据|照着?|从|翻翻?|看看?)(?:你|您)?(?:的|自己的?|已有的?|现有的?)?(?:记忆|记录|笔记|印象|摘要|备忘)|(?:你|您)?(?:还)?(?:记得|记不记得)|(?:之前|以前|上次)(?:记|存|查)(?:过|下|的|到)/u

/** True when the user wants an answer from what is remembered, without looking anything up. */
export const wantsMemoryOnly = (question: string): boolean => patterns.some((pattern) => pattern.test(question)) || han.test(question)
