/** Closed classes of words: they join what is said and say nothing themselves. Language, never a domain. */

const list = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/))

/** Words that carry no topic. */
export const functionWords = list(`
  a an the this that these those here there it its it's itself he him his she her hers they them their theirs
  i i'm i've i'd i'll me my mine myself we us our ours you your yours
  is are was were am be been being do does did done has have had having can could will would shall should may might must
  and or but nor so yet if then than as of in on at to for from by with about into over under after before between during
  up down out off again also too only just very more most less least own same such both each every any some all few
  not no never none nothing isn't aren't wasn't don't doesn't didn't can't won't hasn't haven't cannot
  what which who whom whose when where why how
  please thanks thank hello hi hey yes ok okay sure well now currently still already
  的 了 吗 呢 吧 啊 是 在 有 和 与 或 及 我 你 您 他 她 它 我们 你们 他们 这 那 这个 那个 什么 哪 哪个 哪里 哪些 谁 怎么 怎样 多少 几 请 问 请问 一下
  就 也 都 还 很 不 没 没有 会 能 可以 要 把 被 对 从 到 为 给 个 现在 目前 当前 如今`)

/** Words of asking: they open a request and are no topic either. */
export const askingWords = list(`
  tell show give list say let know want need remember recall remind find look check see get explain describe mention
  using use stored together like help make help think mean happen according summary answer answers
  告诉 说 知道 查 查询 看看 帮 想 需要`)

/** First and second person, as topics: the user. */
export const personWords = list(`i i'm i've i'd i'll me my mine myself user user's we us our 我 我的 我们 用户`)

/** Deny what they stand with. */
export const negations = list(`not no never none without isn't aren't wasn't weren't don't doesn't didn't can't won't hasn't haven't cannot neither nor 不 没 没有 无 非`)

/** Say that the left is the right. */
export const copulas = list(`is are was were am equals = 是 为`)

/** End the noun that a subject is about. */
export const prepositions = list(`of in on at to for from by with about into over under after before between during per`)

/** A second one of these does not replace the first: one may like two things. */
export const unboundVerbs = list(`
  like likes liked love loves enjoy enjoys hate hates dislike dislikes own owns have has had buy buys bought
  visit visits visited know knows knew speak speaks want wants need needs see saw include includes included contain contains offer offers
  喜欢 爱 有 买 去过`)
