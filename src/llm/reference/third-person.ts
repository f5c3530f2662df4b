/** What a user says of himself, as a statement about the user. */

const lead = /^(?:(?:and|but|so|well|yes|no|sure|oh|hi|hello|hey|ok|okay|also|actually|btw|by the way|please|fyi)[,.!]?\s+)*(?:(?:please\s+)?(?:remember|note|know|keep in mind|be aware|for the record)(?:\s+that)?[:,]?\s+)?/i
const pasts = new Set((
  'went bought got had was did made took came saw left sold told said knew found gave thought kept lost met paid ran sent spent won wrote '
  + 'chose broke began became felt flew forgot grew heard held led meant put read rode slept spoke stood taught wore cut set hit let').split(' '))
const modals = new Set('can could will would shall should may might must cannot'.split(' '))
const adverbs = new Set('now also always never really usually still just often only currently already recently generally mostly strictly strongly'.split(' '))

/** A few words before a colon or comma that only say that something follows: "one more thing: I ...". */
const opening = /^(?![^:,]*\b(?:is|are|was|were)\b)(?:(?:[\p{L}'’]+\s+){0,6}[\p{L}'’]+:|(?:just )?(?:so (?:that )?you know|for your (?:information|records|notes)|for the record|as of (?:now|today|late\w*)),)\s+(?=(?:I|my|we|our)\b|I['’])/iu

/** The clause without an opening that says nothing itself. */
export const withoutOpening = (clause: string): string => clause.replace(opening, '')

/**
 * Rewrite a first-person clause in the third person: "I am late" becomes "The user is late".
 *
 * @returns the statement, starting with a capital letter; the clause itself where nothing is in the first person
 */
export function thirdPerson(clause: string): string {
  let text = withoutOpening(clause).replace(lead, '').trim()
  if (/[我]/u.test(text)) return text.replaceAll('我的', '用户的').replaceAll('我', '用户')
  text = text
    .replace(/\bI['’]m\b/gi, 'I am').replace(/\bI['’]ve\b/gi, 'I have').replace(/\bI['’]d\b/gi, 'I would').replace(/\bI['’]ll\b/gi, 'I will')
    .replace(/\b(?:my|our)\b/gi, "the user's").replace(/\b(?:me|myself)\b/gi, 'the user').replace(/\b(?:mine|ours)\b/gi, "the user's")
    .replace(/\bI\s+((?:\p{L}+\s+)?)(\p{L}+(?:['’]t)?)/giu, (_, before: string, verb: string) => inThird(before.trim(), verb))
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function inThird(before: string, verb: string): string {
  if (before && !adverbs.has(before.toLowerCase())) return `the user ${conjugate(before)} ${verb}`
  return `the user ${before ? before + ' ' : ''}${conjugate(verb)}`
}

function conjugate(verb: string): string {
  const lower = verb.toLowerCase()
  const irregular: Record<string, string> = { am: 'is', have: 'has', do: 'does', go: 'goes', "don't": "doesn't", "don’t": 'doesn’t', "haven't": "hasn't", are: 'is' }
  if (irregular[lower]) return irregular[lower]
  if (modals.has(lower) || pasts.has(lower) || /ed$|n['’]t$/.test(lower) || adverbs.has(lower)) return verb
  if (/(?:s|x|z|ch|sh|o)$/.test(lower)) return `${verb}es`
  if (/[^aeiou]y$/.test(lower)) return `${verb.slice(0, -1)}ies`
  return `${verb}s`
}
