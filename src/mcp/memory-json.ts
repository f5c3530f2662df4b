import type { Memory } from '../index.js'

/** A memory as tools and resources print it. */
export function memoryJson(memory: Memory) {
  return {
    id: memory.id, content: memory.content, status: memory.status, is_readable: memory.isReadable, reason: memory.reason, source: memory.source,
    user_id: memory.userId, agent_id: memory.agentId, session_id: memory.sessionId, producing_step_id: memory.producingStepId,
    derived_from: memory.derivedFrom, supersedes: memory.supersedes, replaced_by: memory.replacedBy,
    recorded_at: memory.recordedAt.toISOString(), changed_at: memory.changedAt.toISOString(),
  }
}
