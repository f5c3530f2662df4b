const list = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/))

/** Words that carry no fact: function words of English, German and Chinese. */
export const stopWords = list(`
a an the this that these those there here it its it's he she they them his her hers their theirs we us our ours
i i'm i've i'd i'll me my mine you you're your yours who whom whose which what when where why how
am is are was were be been being have has had having do does did doing done will would can could shall should may might
and or but if then else so as of in on at by for from to into onto with within about between through during per via upon
over under also too just only very now currently already still again please yes ok okay sure thanks thank hello hi
such same own any some each every both all either one's than because while whereas although though since until
together respectively well let let's want wants wanted would like going gets get got up out off back etc
der die das den dem des ein eine einen einem einer eines und oder aber ist sind war waren wird werden hat haben ich du er sie es
wir ihr mein meine
dein deine sein seine im am zum zur von mit auf für bei nach aus an zu in dass als auch noch schon bitte
的 了 是 在 我 你 您 他 她 它 我们 你们 他们 和 与 及 或 把 被 将 会 能 可以 也 都 就 还 这 那 这个 那个 有 为 以 于 从 到 对 请 吗 呢 吧 啊 已 已经 其 该 之 个 用户 则 并 且 并且
`)

/** Whoever is spoken of. */
const parties = list('user users customer customers client benutzer kunde kundin')

/** Words about the telling, not about the thing told: they are never what a conclusion rests on. */
export const lightWords = list(`
user users customer customers client according based show shows showed shown say says said state states stated indicate indicates
note noted notes
record records recorded recording store stores stored remember remembers remembered tell tells told report reports reported
mention mentions mentioned
confirm know known see seen follow following follows answer answers question asked ask asks information info detail details fact
facts summary
great good news happy glad welcome sorry unfortunately certainly help helps assist assistance further anything something everything
however additionally furthermore moreover therefore thus hence successfully actually simply
benutzer kunde kundin laut
`)

/** Whether a word (lower case) may be left out without losing a fact. */
export function isLight(word: string): boolean {
  return stopWords.has(word) || lightWords.has(word)
}

/** Whether a word about the telling is a name where it is written like one ("the menu Records"); whoever is spoken of is none. */
export function mayBeName(word: string): boolean {
  return lightWords.has(word) && !parties.has(word)
}
