/** What a turn remembers of what it has looked up only on replay (R14): mutations without an old step in their place. */
import type { Trx } from '../db/transaction.js'
import type { Reply } from '../llm/contracts.js'
import { checkMemories, type Draft } from './check-memories.js'
import { buildContext } from './context.js'
import { lookedUp } from './looked-up.js'
import { newId } from './new-id.js'
import { done, type Outcome, type Prepared } from './outcome.js'
import type { ReplayTask } from './replay-task.js'
import { similarity } from './similarity.js'
import { offeredIds, stepItem } from './step-item.js'
import { thingsIn } from '../facts/things-in.js'

type Mutation = Reply<'mutation'>['mutations'][number]

/** Shared words from which on a memory is taken to say what a fault had said wrongly. */
const sameSubject = 0.3

/**
 * Ask what is to be remembered, once the answer of the turn is made: the agent's own choice, as at the end of any turn. Only writes are
 * taken, and only those that rest on the new observations: all else the turn has decided before. A memory about what a deleted one was
 * about stands in its place, so that later reads of this repair find it.
 */
export function prepareRemember(task: ReplayTask): Prepared {
  const fresh = new Set(lookedUp(task).map((id) => task.node(id).externalId))
  const context = buildContext(task)
  const answers = task.current(task.step.id).map((id) => task.node(id)).filter(({ kind }) => kind === 'final_answer')
  context.evidence.push(...answers.map(({ externalId, content }) => ({ id: externalId, kind: 'answer' as const, content })))
  return {
    kind: 'ask', stage: 'mutation', context,
    async settle(trx, reply) {
      const writes = reply.mutations.filter((mutation) => mutation.type === 'memory_write' && evidenceOf(mutation).some((id) => fresh.has(id)))
      const items: Outcome['items'] = []
      const replaces: Outcome['replaces'] = []
      const taken = new Set<string>()
      const dropped: NonNullable<Outcome['detail']['dropped']> = []
      for (const mutation of writes) {
        const checked = await checkMemories(trx, task, context, [mutation])
        dropped.push(...checked.dropped)
        if (checked.drafts.length > 0) await write(trx, task, offeredIds(context, evidenceOf(mutation)), checked.drafts, { items, replaces, taken })
      }
      return done({
        items, replaces, newStep: null, isChanged: task.row.isChanged ?? true,
        detail: { remember: 'done', ...(dropped.length > 0 ? { dropped } : {}) },
      })
    },
  }
}

const evidenceOf = ({ evidence_ids, memories }: Mutation): string[] => [...evidence_ids, ...memories.flatMap((memory) => memory.evidence_ids)]

async function write(
  trx: Trx, task: ReplayTask, evidence: string[], drafts: readonly Draft[], into: Pick<Outcome, 'items' | 'replaces'> & { taken: Set<string> },
): Promise<void> {
  const { step, user } = task
  const stepId = await newId(trx, task, `${step.externalId}.write`, into.taken)
  const named: { id: string; draft: Draft }[] = []
  for (const draft of drafts) named.push({ draft, id: await newId(trx, task, `${step.externalId}.memory`, into.taken) })
  into.items.push(
    {
      ...stepItem(task, stepId, step, 'memory_write'), content: `memory_write of what is looked up now: ${drafts.map(({ content }) => content).join(' ')}`.slice(0, 2000),
      used_ids: evidence, generated_memory_ids: named.map(({ id }) => id),
    },
    ...named.map(({ id, draft }) => ({
      kind: 'memory' as const, id, content: draft.content, source: 'tool_observation' as const,
      ...(user === null ? {} : { user }), ...(step.agent === null ? {} : { agent: step.agent }),
      derived_from: draft.evidence.filter((name) => task.isMemory(name)),
    })),
  )
  for (const { id, draft } of named) {
    const old = faultAbout(task, draft.content)
    if (old !== null) into.replaces.push({ id, old }, { id: stepId, old })
  }
}

/** The deleted memory that is about the same, if any is: it names the same thing, or speaks in the same words. */
function faultAbout(task: ReplayTask, content: string): number | null {
  const things = thingsIn([content])
  const ranked = [...task.deleted].filter((id) => task.isKnown(id)).map((id) => task.node(id)).map(({ id, content: before }) => ({
    id, score: similarity(before, content) + ([...thingsIn([before])].some((thing) => things.has(thing)) ? 1 : 0),
  })).sort((a, b) => b.score - a.score || a.id - b.id)
  const best = ranked[0]
  return best && best.score >= sameSubject ? best.id : null
}
