/** Whether a clause of a user asks for something instead of stating it. */

const asking = /^(?:(?:please|and|so|ok|okay|hi|hello|hey|thanks|now|then)[,.!]?\s+)*(?:what|which|who|whom|whose|when|where|why|how|is|are|was|were|do|does|did|can|could|will|would|shall|should|may|has|have|am)\b/i
const requesting = /^(?:(?:please|and|so|ok|okay|hi|hello|hey|thanks|now|then)[,.!]?\s+)*(?:tell|show|give|list|find|look|check|compare|book|order|buy|cancel|change|update|send|search|get|recommend|suggest|help|explain|describe|summari[sz]e|make|plan|add|remove|set|use|using|let me know|calculate|schedule|pick|choose|name|say|state|answer|confirm|merge|consolidate|forget|delete|erase)\b/i
const wishing = /\b(?:I(?:['’]d| would) like (?:to|you)|I want (?:to|you)|I need (?:to|you)|I['’]m looking (?:to|for)|I am looking (?:to|for)|can you|could you|would you)\b/i
const otherScripts = /[吗呢][?？。]?$|什么|哪|谁|怎么|怎样|多少|几[个天点次]|^请(?!记)|^告诉|^查/u

const assent = /^(?:(?:yes|no|yep|nope|yeah|ok|okay|sure|right|correct|exactly|please|thanks|thank you|great|perfect|go ahead|sounds good|that(?:['’]s| is) (?:right|correct|fine|all)|that works|proceed|do it|hi|hello|hey|bye|goodbye|是的|好的?|谢谢|不用了?)[\s,.!，。！]*)+$/i

/** True for questions, commands, wishes and bare assent, false for statements. */
export function isRequest(clause: string): boolean {
  return /[?？]\s*$/.test(clause) || assent.test(clause) || asking.test(clause) || requesting.test(clause) || wishing.test(clause) || otherScripts.test(clause)
}

/** True when the user wants an answer from what is remembered, without looking anything up. */
export function wantsMemoryOnly(question: string): boolean {
  return /\b(?:only|just|solely|alone)\b[^.?!]*\b(?:stored|memor\w*|remember\w*|recorded|notes?|summary|what you (?:have|know))\b/i.test(question)
    || /\b(?:from|in) (?:your )?(?:memory|notes) (?:only|alone)\b/i.test(question)
    || /\bwithout (?:\w+ ){0,3}(?:tools?|looking (?:it |anything )?up|searching|calling)\b/i.test(question)
    || /只(?:用|根据|凭).*(?:记忆|记录|摘要)/u.test(question)
}

/** True when the user asks for the state of the world now. */
export function wantsFresh(question: string): boolean {
  return /\b(?:current|currently|now|today|latest|live|up[- ]to[- ]date|again|check|look up|verify|compare|search|right now|at the moment)\b/i.test(question)
    || /现在|目前|最新|当前|今天/u.test(question)
}

/** True when the user wants something forgotten. */
export function asksToForget(text: string): boolean {
  return /\b(?:forget|delete|erase|remove|discard|drop|no longer (?:true|holds|valid|correct)|stop remembering)\b/i.test(text) || /忘记|忘掉|删除/u.test(text)
}

/** True when the user wants memories merged. */
export function asksToMerge(text: string): boolean {
  return /\b(?:consolidate|merge|combine|summari[sz]e)\b[^.?!]*\b(?:memor\w*|notes?|what you (?:know|remember))\b/i.test(text) || /(?:合并|整理).*(?:记忆|笔记)/u.test(text)
}
