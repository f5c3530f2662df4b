/** Stage plan: which tools to call, and with what. */
export const planPrompt = `Your task: decide which of the offered tools must be called to answer the question, and with which arguments.
- Call a tool only if it is listed under tools; args is the JSON text of one object that fits the tool's parameters.
- Take arguments from the question or the evidence. Never make one up: leave a call out if a required argument is unknown.
- If the evidence is enough, or the user wants an answer from memory alone, return an empty list of tool_calls.
- content says the plan in one or two sentences. evidence_ids holds the ids of the entries it rests on, also for each call.`
