/** Last stage: what is remembered, corrected or forgotten after the turn. */
import { randomUUID } from 'node:crypto'
import type { MemorySource, NewMemory, Reply } from '../index.js'
import type { Turn } from './agent.js'
import { askStage } from './ask-stage.js'
import { citedIds } from './cited-ids.js'

type Mutation = Reply<'mutation'>['mutations'][number]

/** Ask for mutations; an agent that does not remember is not asked, nor about a mere question that no tool has answered. */
export async function changeMemories(turn: Turn): Promise<void> {
  if (turn.request.remembers === false) return
  if (isMereQuestion(turn.request.content) && !turn.evidence.some(({ kind }) => kind === 'observation')) return
  const { mutations } = await askStage(turn, 'mutation')
  for (const mutation of mutations) turn.pending.push(mutationStep(turn, mutation))
}

/** One question and nothing else; "could you note that ...?" is none, and what it is the model decides. */
const isMereQuestion = (content: string): boolean => /^[^.!;。！；\n]*[?？]\s*$/.test(content) && !asksForDeed.test(content)

/** Asks that something be done; or ends in a word that makes a question of a command. */
const asksForDeed = /\b(?:(?:can|could|will|would|may|might) (?:you|we|i)\b|(?:would|do) you mind\b|(?:is|would) it (?:be )?possible\b|did you know\b|any chance\b)|,\s*(?:please|ok(?:ay)?|thanks)\s*\?|能不能|可不可以|能否|可否|可以|麻烦|帮我|请(?!问)|好吗|行吗|把/iu

function mutationStep(turn: Turn, { type, content, evidence_ids, retire_ids, memories }: Mutation): Turn['pending'][number] {
  const evidence = [...evidence_ids, ...memories.flatMap((memory) => memory.evidence_ids)]
  return {
    id: randomUUID(), type, content,
    usedIds: citedIds(turn, [...evidence, ...retire_ids]),
    consumedMemoryIds: type === 'memory_write' ? [] : retire_ids,
    generates: memories.map((memory): NewMemory => ({
      id: randomUUID(), content: memory.content,
      source: sourceOf(turn, memory.evidence_ids),
      derivedFrom: memory.evidence_ids.filter((id) => kindOf(turn, id) === 'memory'),
      supersedes: retire_ids,
      ...(turn.request.userId === undefined ? {} : { userId: turn.request.userId }),
    })),
  }
}

/** A memory of one kind of evidence comes from there; everything else is a summary of the agent. */
function sourceOf(turn: Turn, evidenceIds: readonly string[]): MemorySource {
  const kinds = new Set(evidenceIds.map((id) => kindOf(turn, id)))
  if (kinds.size !== 1) return 'agent_summary'
  return kinds.has('input') ? 'user_input' : kinds.has('observation') ? 'tool_observation' : 'agent_summary'
}

const kindOf = (turn: Turn, id: string): string | undefined => [...turn.inputs, ...turn.evidence].find((entry) => entry.id === id)?.kind
