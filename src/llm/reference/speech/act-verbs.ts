/** Closed classes of verbs with which somebody tells an assistant what to do with its memory. Language, never a domain. */

const list = (words: string): readonly string[] => words.trim().split(/\s+/)

/** Keep what follows. */
export const rememberVerbs = list(`
  remember note record save store memorize memorise log know mention add say learn register document retain keep realize realise remark share announce
  include file enter append write jot list`)

/** Give something another value. */
export const changeVerbs = list(`
  change update set switch correct amend adjust modify edit revise alter fix move reset convert bump swap replace turn rename make bring overwrite shift
  exchange substitute`)

/** Keep something no longer. */
export const forgetVerbs = list(`
  forget delete erase remove discard drop scrap clear wipe purge dump ditch unlearn disregard strike retire eliminate bin trash expunge withdraw
  uncheck omit exclude lose`)

/** Make one of several. */
export const mergeVerbs = list(`merge combine consolidate unify unite fuse condense amalgamate integrate summarize summarise join bundle`)

/** Make one of several where the sentence says "into one" or "together" as well. */
export const gatherVerbs = list(`put bring make turn fold roll collapse boil write pull keep have group compress pack gather compile wrap squeeze store tidy link sum reduce`)

/** Took an end: what somebody has done with a thing that he has no longer. */
export const endVerbs = list(`
  cancel drop quit stop end abandon leave return sell scrap discontinue withdraw resign remove delete give-up give-away call-off get-rid-of throw-away throw-out
  part-with back-out-of pull-out-of take-off cross-off hand-back send-back opt-out-of lose-interest-in finish-with`)

const irregular: Readonly<Record<string, string>> = {
  forgot: 'forget', forgotten: 'forget', took: 'take', taken: 'take', put: 'put', made: 'make', wrote: 'write', written: 'write', kept: 'keep', knew: 'know', known: 'know',
  gave: 'give', given: 'give', quit: 'quit', sold: 'sell', left: 'leave', got: 'get', gotten: 'get', threw: 'throw', thrown: 'throw', brought: 'bring',
  withdrew: 'withdraw', withdrawn: 'withdraw', lost: 'lose', said: 'say', told: 'tell', had: 'have', struck: 'strike', stricken: 'strike', sent: 'send',
}

const plain = [...rememberVerbs, ...changeVerbs, ...forgetVerbs, ...mergeVerbs, ...gatherVerbs, ...endVerbs.map((verb) => verb.split('-')[0] ?? verb),
  ...list('leave take get give throw let cross tick knock scratch use treat consider count bear hold mark tell inform stop do go help call part pull hand opt lose finish back send')]

const forms = new Map<string, string>(Object.entries(irregular))
for (const verb of plain) {
  const open = verb.replace(/e$/, '')
  const doubled = /[aeiou][bdgmnprt]$/.test(verb) ? verb + verb.slice(-1) : verb
  const soft = /[^aeiou]y$/.test(verb) ? verb.slice(0, -1) + 'i' : open
  for (const form of [verb, `${open}ing`, `${verb}ing`, `${doubled}ing`, `${soft}ed`, `${verb}ed`, `${doubled}ed`, `${doubled}led`, `${verb}led`]) if (!forms.has(form)) forms.set(form, verb)
}

/** The verb that a word is a form of ("taking", "took": "take"); other words stay as they are, in lower case. */
export function baseForm(word: string): string {
  const lower = word.toLowerCase()
  return forms.get(lower) ?? lower
}

/** A pattern that matches one of the words. */
export const anyOf = (words: readonly string[]): string => `(?:${words.join('|')})`
