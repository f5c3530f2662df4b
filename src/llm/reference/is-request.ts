/** Whether a clause of a user asks for something instead of stating it. */
import { wantsMemoryOnly } from './memory-only.js'
import { withoutOpening } from './third-person.js'

const asking = /^(?:(?:please|and|so|ok|okay|hi|hello|hey|thanks|now|then)[,.!]?\s+)*(?:what|which|who|whom|whose|when|where|why|how|is|are|was|were|do|does|did|can|could|will|would|shall|should|may|has|have|am)\b/i
const requesting = /^(?:(?:please|and|so|ok|okay|hi|hello|hey|thanks|now|then)[,.!]?\s+)*(?:tell|show|give|list|find|look|check|compare|change|update|send|search|get|recommend|suggest|help|explain|describe|summari[sz]e|make|plan|add|remove|set|use|using|let me know|calculate|schedule|pick|choose|name|say|state|answer|confirm|use|merge|consolidate|combine|forget|delete|erase|go ahead|proceed|try|let['’]?s|let us|ensure|keep going|continue|open|create|remind)\b/i
const wishing = /\b(?:I(?:['’]d| would) like (?:to|you)|I want (?:to|you)|I need (?:to|you)|I['’]m looking (?:to|for)|I am looking (?:to|for)|can you|could you|would you|can we|could we)\b/i
/** True of the moment, and not worth a memory. */
const fleeting = /\bI(?:['’]m| am| was|['’]ve been| have been|['’]ve| have)? (?:(?:just|really|actually|also|completely|totally) )?(?:hoping|trying|planning to|interested|looking|sorry|apologi[sz]e|appreciate|understand|see|think|guess|thank|wonder\w*|(?:don['’]t|do not|can['’]t|cannot|can not|couldn['’]t|could not|no longer|never) (?:(?:quite|really|seem to|actually|ever|exactly|possibly) )*(?:recall|remember|know|find|think of|figure out|work out|place|tell)|(?:keep (?:on )?forgetting|always forget|(?:can|could) never (?:remember|recall|keep)|forget|forgot|forgotten|lost track|lost sight|curious|unsure|not (?:sure|certain)|at a loss|drawing a blank|blanking))\b|\b(?:slipped my mind|escapes me|escaped me|slips my mind)\b|\bat the moment\b|\bright now\b|\bthat(?:['’]s| is) (?:all|everything)\b|\bI have everything\b/i
const otherScripts = /(?:告诉|提醒|跟|和|给|帮)(?:一下)?我(?:说|讲|查|看|列|确认|核对|找|报|提醒)|(?:告诉|提醒|问)(?:你|您|一?下|我)|(?:说|讲|列|确认|核对|发|报|念|查|看)(?:一?下|说|一遍)(?:我|吧|呗|$)|(?:我)?该(?:填|写|报|说|用)|[是叫][？?]$|想知道|想问|想确认|(?:想不起来?|记不(?:得|起来?|清)|不记得|忘了|忘记了?)(?!.*(?:告诉|说))|还记得|^(?:请)?提醒|是啥|^(?:给我|报一下|说说|列出)|[吗呢][?？。]?$|什么|哪|谁|怎么|怎样|多少|几[个天点次]|^请(?!记)|^告诉|^查|^(?:合并|整理|忘记|忘掉|删除)/u

/** Names what is wanted: "I need two things: my key and my code", "my key, please". */
const naming = /^(?:(?:and|so|ok|okay|hi|hello|hey|please|now|also)[,.!]?\s+)*(?:I(?:['’]d| would|['’]ll)?(?: really| also| just)? (?:need|want|like|love|require|be after)|I(?:['’]m| am) after) (?:to (?:know|hear|see|check|confirm|learn|find out|look up|verify|ask|be (?:told|reminded)|get|have)\b|(?:(?:a|one|two|three|four|some|several|both|these|those|the|all|a few|a couple of|the following) )?(?:\p{L}+ )?(?:things?|facts?|details?|answers?|bits?|pieces? of information|values?|numbers|info|information|reminders?)\b|(?:both )?(?:my|our) (?:\p{L}+['’]?s? ){0,6}?\p{L}+(?:[,]? (?:and|or|plus) (?:(?:my|our|the) )?[^.?!]{1,80})?(?:,? (?:from you|again|please|too|as well))*[.!]?$)|^(?:I|we)\b[^.?!]{0,80}\band (?:so |now |therefore |thus )?(?:need|want|require)(?: to (?:know|have|enter|give))? (?:my|our) [^.?!]{1,120}$|^(?:both |also |and |just )?(?:my|our) [^:;.?!]{1,80}[,–—-]+ ?(?:please|if you (?:can|could|would|have (?:it|them)))[.!]*$|^(?:any idea|the question is|my question is|I have (?:a|one|two|a few|some|another)(?: quick| small| more| short)? questions?)\b/iu

/** Asks by the way: "..., please", "... tell me ...", a wish for a thing; and what is said of the assistant is nothing of the user's. */
const aside = /^(?!.*\b(?:never|always|don['’]t|do not|avoid|stop|remember|note|keep|know|bear|record|add|put|store|save|write|jot|update|change|aware)\b).*\bplease\b|\b(?:tell|give|show|remind|send|read|hand) (?:it |them |that |both )?(?:to )?me\b|^(?:I|we)(?:['’]d| would) (?:really |also |just |quite )?(?:like|love|appreciate) (?:a|an|the|some|my|our|one|to|you|it)\b|^(?:and |so |but )?you(?:['’]ve|['’]re|['’]ll|['’]d)?\b|^(?:(?:oh|and|also|plus|then|sorry),? )*(?:my|our) (?:[\p{L}'’-]+ ){0,4}[\p{L}'’-]+(?:,? (?:too|as well|also|again|sorry|thanks|ta))+[,.! ]*$|^(?:ta|cheers|lol|haha|phew|right|anyway|sorry|oops|hmm|um|well|thx|nice|cool|brilliant|lovely|perfect|great)[,.! ]*$/iu

const assent = /^(?:(?:yes|no|yep|nope|yeah|ok|okay|sure|right|correct|exactly|please|thanks|thank you|great|perfect|go ahead|sounds good|that(?:['’]s| is) (?:right|correct|fine|all)|that works|proceed|do it|hi|hello|hey|bye|goodbye|是的|好的?|谢谢|不用了?)[\s,.!，。！]*)+$/i

/** True for a question in form or wording. */
export function isQuestion(clause: string): boolean {
  return /[?？]\s*$/.test(clause) || asking.test(clause) || /[吗呢][?？。]?$|什么|哪|谁|怎么|多少/u.test(clause)
}

/** True for questions, commands, wishes, bare assent and what only holds for the moment; false for statements. */
export function isRequest(whole: string): boolean {
  const clause = withoutOpening(whole).replace(/,? ?(?:would you believe it|believe it or not|can you believe it|you know|as you know),?/i, '')
  return /[?？]\s*$/.test(clause) || assent.test(clause) || fleeting.test(clause) || (/\p{Script=Han}/u.test(clause) && wantsMemoryOnly(clause)) || aside.test(clause) || naming.test(whole) || naming.test(clause) || isBareCommand(clause) || asking.test(clause) || requesting.test(clause) || wishing.test(clause) || otherScripts.test(clause)
}

/** No subject and no finite verb: an imperative, whatever its verb. */
function isBareCommand(clause: string): boolean {
  if (!/^[\p{Script=Latin}\p{N}\p{P}\p{S}\s]+$/u.test(clause)) return false
  const bare = clause.replace(/^(?:please|and|so|ok|okay|hi|hello|hey|yes|no|sure|now|then|also|but)[,.!]?\s+/i, '')
  if (/^(?:\W*\w+\W+){0,3}?(?:I|we)\b/i.test(bare)) return false
  if (/^(?:my|our|the|this|that|it|he|she|they|there|his|her|their|someone|everyone|nobody)\b/i.test(bare)) return false
  return !/\b(?:is|are|was|were|am|has|have|had|will|can|could|would|should|must|does|did|\w{2,}ed|I|my \w+ \w+s)\b/i.test(bare)
}

/** True when the user asks for the state of the world now. */
export function wantsFresh(question: string): boolean {
  return /\b(?:current|currently|now|today|latest|live|up[- ]to[- ]date|again|check|look up|verify|compare|search|right now|at the moment)\b/i.test(question)
    || /现在|目前|最新|当前|今天/u.test(question)
}
