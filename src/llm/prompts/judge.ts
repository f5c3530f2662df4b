/** Stage judge: a plan of repair, asked of the model itself. */
export const judgePrompt = `Your task: an execution went wrong because of faulty memories. Decide what must be undone and what must be done again.
- execution holds the memories, the steps in order, the ids of the diagnosed memories (faultIds) and the wrong answer.
- delete_ids: memories that are wrong; every one of faultIds is among them. quarantine_ids: other memories that carry what the faulty ones said.
- replay_ids: steps to take again over the repaired memories, so that the answer and the memories come out right: never a tool_observation.
- preserve_ids: steps that may be affected and still hold. suspicious_ids: wrong steps that need not be taken again.
- Name only ids of the execution, each at most once. Leave out what is not concerned.`
