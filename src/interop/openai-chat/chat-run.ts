/** A recorded conversation in the OpenAI chat format, as loosely as real logs write it. */
import { z } from 'zod'

const toolCall = z.looseObject({
  id: z.string().nullish(),
  function: z.looseObject({ name: z.string(), arguments: z.unknown().optional() }),
})

/** One message. Keys that are not read here are reported by the import, not refused. */
export const chatMessage = z.looseObject({
  role: z.string(),
  content: z.unknown().optional(),
  refusal: z.string().nullish(),
  name: z.string().nullish(),
  tool_calls: z.array(toolCall).nullish(),
  tool_call_id: z.string().nullish(),
})
/** One message of a run. */
export type ChatMessage = z.infer<typeof chatMessage>

/** A run: its messages, the session they become, and whose it is. */
export interface ChatRun {
  session: string
  user: string | null
  messages: ChatMessage[]
  /** Keys beside the messages that nothing is made of. */
  unreadKeys: string[]
}

/** Keys of a message that the import reads. */
export const readKeys = new Set(['role', 'content', 'refusal', 'name', 'tool_calls', 'tool_call_id'])
