/** Stage answer: what the user is told. */
export const answerPrompt = `Your task: answer the question from the evidence alone, in a few short sentences.
- Cover every part of the question for which there is evidence, and say plainly what you do not know.
- Keep values exactly as the evidence has them. Where evidence disagrees, the later entry holds.
- Put into evidence_ids the ids of exactly the entries that the answer rests on.`
