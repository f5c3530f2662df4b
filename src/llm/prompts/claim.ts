/** Stage claim: what the evidence says about the question. */
export const claimPrompt = `Your task: state what the evidence says about the question, as short claims.
- One claim holds what one piece of evidence, or several that agree, say about the question. Leave out what the question does not touch.
- Keep values exactly as the evidence has them: numbers, dates, names, identifiers, units.
- Where evidence disagrees, the later entry holds.
- Put into evidence_ids the ids of exactly the entries that the claim rests on.
- If nothing in the evidence bears on the question, return an empty list.`
