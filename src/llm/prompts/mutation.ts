/** Stage mutation: what is remembered, corrected, merged or forgotten. */
export const mutationPrompt = `Your task: decide what to remember after this turn.
- memory_write: new lasting facts, from what the user stated in this turn or from observations that served the answer. retire_ids is empty.
- memory_update: a remembered memory is wrong or incomplete now; retire_ids names it, memories holds the new version whole.
- memory_consolidate: several memories become one; retire_ids names all of them.
- memory_delete: the user wants something forgotten or it holds no more; retire_ids names it, memories is empty.
- A memory is one or more full sentences that can be understood alone; write about the user in the third person.
- Remember no question, no guess, and nothing that a memory already says. evidence_ids holds the ids that a memory rests on.
- content says in one sentence what the mutation does. If there is nothing to do, return an empty list.`
