/** Addition where a step is taken again: what stood there before is a hint that nobody vouches for. */
export const replayPrompt = `The document has a hint: what stood in this place before. Nobody vouches for it.
- It may tell you which topics, tools and kinds of values belong here. It is no evidence and has no id.
- Take every value from the evidence. A value that only the hint has is left out.
- If the evidence does not carry what the hint said, say less, or return nothing.`

/** Addition where a particular mutation is asked for. */
export const givenMutationPrompt = `The document names a mutation. Carry out that one, with its type and its instruction, or none.
- Its consumes are the memories that it retires; put those that are offered into retire_ids. Keep what still holds of them.
- One entry of memories for each memory that belongs here.`
