/** Replay of a mutation: what was written, corrected, merged or forgotten, over the repaired evidence. */
import type { Trx } from '../db/transaction.js'
import type { Reply } from '../llm/contracts.js'
import type { MutationType } from '../vocabulary.js'
import { buildContext } from './context.js'
import { newId } from './new-id.js'
import { checkMemories, type Draft } from './check-memories.js'
import { cutOff, done, noop, settled, type Outcome, type Prepared } from './outcome.js'
import { merged } from './quote.js'
import { isJustified, mayCutOff, mayKeep, newPremises, saysTheSame } from './premises.js'
import type { ReplayTask } from './replay-task.js'
import { retired } from './retired.js'
import { similarity } from './similarity.js'
import { citedIds, offeredIds, stepItem } from './step-item.js'

const instructions: Readonly<Record<MutationType, string>> = {
  memory_write: 'Write what belongs in this place of the turn, from the evidence.',
  memory_update: 'Bring what is consumed up to date with the evidence.',
  memory_consolidate: 'Merge what is consumed into one memory, from the evidence.',
  memory_delete: 'Retire what is consumed, if the evidence still asks for it.',
}

/**
 * What made a fault, or failed to retire it, did so because of what its turn asked for (arm facts): the input of the turn is evidence also where the
 * runtime did not record that.
 */
const isAskedFor = ({ policy, rule, inputs, turn }: ReplayTask): boolean => policy === 'facts' && rule === 'R4' && inputs.some((input) => input.turn === turn)

/**
 * Prepare a mutation: kept where its premises came out the same, a no-op where nothing valid is left to write from
 * (method, section 7.5), merged again where it only merged, else asked for, with the old content as an untrusted hint.
 */
export async function prepareMutation(trx: Trx, task: ReplayTask): Promise<Prepared> {
  const { step } = task
  if (mayKeep(task)) return settled(cutOff('its evidence came out the same', newPremises(task)))
  if (!isJustified(task) && !isAskedFor(task)) return settled(noop('nothing valid is left to write from'))
  const type = step.kind as MutationType
  const consumable = await loadConsumable(trx, task)
  if (type === 'memory_delete' && consumable.length === 0) return settled(noop('what it retired is gone'))
  const olds = step.generated.map((id) => task.node(id))
  const context = {
    ...buildContext(task),
    mutation: { type, instruction: instructions[type], consumes: type === 'memory_write' ? [] : consumable.map((memory) => memory.externalId) },
    ...(step.content === '' ? {} : { hint: { content: step.content, memories: olds.map((old) => old.content).filter((content) => content !== '') } }),
  }
  const settle = async (inner: Trx, { mutations }: Reply<'mutation'>): Promise<Outcome> => {
    const fitting = mutations.filter((mutation) => mutation.type === type)
    const { drafts, dropped } = await checkMemories(inner, task, context, fitting)
    const isSame = drafts.length > 0 && drafts.length === olds.length
      && olds.every((old) => drafts.some((draft) => saysTheSame(old.content, draft.content)))
    if (isSame && mayCutOff(task)) return cutOff('it writes the same as before', drafts.flatMap((draft) => draft.evidence))
    return write(inner, task, { type, drafts, consumable, asked: fitting.flatMap((mutation) => mutation.retire_ids), evidence: evidenceOf(fitting, context) })
      .then((outcome) => (dropped.length > 0 ? { ...outcome, detail: { ...outcome.detail, dropped } } : outcome))
  }
  const whole = merged(task, consumable)
  if (whole) {
    const asked = task.step.used.flatMap((id) => task.current(id)).map((id) => task.node(id)).filter(({ kind }) => kind === 'input').map(({ externalId }) => externalId)
    return settled(await settle(trx, {
      mutations: [{ type, content: step.content, evidence_ids: [...asked, ...whole.evidence_ids], retire_ids: whole.evidence_ids, memories: [whole] }],
    }))
  }
  return { kind: 'ask', stage: 'mutation', context, settle }
}

function evidenceOf(mutations: Reply<'mutation'>['mutations'], context: Parameters<typeof offeredIds>[0]): string[] {
  return offeredIds(context, mutations.flatMap((mutation) => [...mutation.evidence_ids, ...mutation.memories.flatMap((memory) => memory.evidence_ids)]))
}

/** Memories that the step consumed, or that what it made superseded, as far as they are active now. */
async function loadConsumable(trx: Trx, task: ReplayTask): Promise<{ id: number; externalId: string; content: string }[]> {
  const ids = [...new Set([...task.step.consumable, ...task.superseded].flatMap((id) => task.current(id)))]
  const active = await loadActive(trx, task.held.tenantId, ids)
  return ids.filter((id) => active.has(id)).map((id) => task.node(id)).sort((a, b) => a.id - b.id)
}

async function loadActive(trx: Trx, tenantId: number, ids: number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const rows = await trx.selectFrom('memory_state').select('memory_id')
    .where('tenant_id', '=', tenantId).where('memory_id', 'in', ids).where('status', '=', 'active').execute()
  return new Set(rows.map((row) => row.memory_id))
}

interface Writing {
  type: MutationType
  drafts: Draft[]
  consumable: { id: number; externalId: string; content: string }[]
  asked: string[]
  evidence: string[]
}

/** New step and memories; what an active memory says already is reused; what is replaced is retired (R12). */
async function write(trx: Trx, task: ReplayTask, { type, drafts, consumable, asked, evidence }: Writing): Promise<Outcome> {
  const { step, held: { tenantId } } = task
  const retire = retired(type, consumable, drafts.map((draft) => draft.content), asked)
  const fresh = drafts.filter((draft) => draft.reuses === null)
  const reused = drafts.flatMap((draft) => (draft.reuses === null ? [] : [{ id: draft.reuses, content: draft.content }]))
  if (drafts.length === 0 && retire.length === 0) return noop('nothing was to be written')

  const olds = step.generated.map((id) => task.node(id))
  const pairs = pair(olds, [...fresh, ...reused])
  const taken = new Set<string>()
  const stepId = await newId(trx, task, step.externalId, taken)
  const named: { id: string; draft: Draft }[] = []
  for (const draft of fresh) {
    const old = pairs.get(draft)
    named.push({ draft, id: await newId(trx, task, old?.externalId ?? `${step.externalId}.memory`, taken) })
  }
  const replaces = [
    ...named.flatMap(({ id, draft }) => { const old = pairs.get(draft); return old ? [{ id, old: old.id }] : [] }),
    ...reused.flatMap((memory) => { const old = pairs.get(memory); return old ? [{ id: memory.id, old: old.id }] : [] }),
  ]
  if (fresh.length === 0 && (retire.length === 0 || type === 'memory_write')) return { ...done({ items: [], newStep: null, replaces }), state: 'reused' }
  const owner = task.memoryOwner
  const standing = await loadActive(trx, tenantId, olds.map((old) => old.id))
  const supersedes = (draft: Draft): string[] => [...new Set([...retire, ...olds.filter((old) => pairs.get(draft) === old && standing.has(old.id)).map((old) => old.externalId)])]
  return done({
    items: [
      {
        ...stepItem(task, stepId), content: contentOf(type, fresh.map((draft) => draft.content)), used_ids: citedIds(task, [...evidence, ...retire]),
        generated_memory_ids: named.map(({ id }) => id), consumed_memory_ids: type === 'memory_write' ? [] : retire,
      },
      ...named.map(({ id, draft }) => ({
        kind: 'memory' as const, id, content: draft.content, source: task.memorySource,
        ...(owner === null ? {} : { user: owner }), ...(step.agent === null ? {} : { agent: step.agent }),
        derived_from: draft.evidence.filter((name) => task.isMemory(name)), supersedes: supersedes(draft),
      })),
    ],
    newStep: stepId,
    replaces: [{ id: stepId, old: step.id }, ...replaces],
  })
}

function contentOf(type: MutationType, contents: string[]): string {
  return contents.length === 0 ? `${type} again, over the repaired evidence` : `${type} again: ${contents.join(' ')}`.slice(0, 2000)
}

/** Each new memory takes the place of the old one that it resembles most and that is still free. */
function pair<T extends { content: string }>(olds: readonly { id: number; externalId: string; content: string }[], news: readonly T[]): Map<T, (typeof olds)[number]> {
  const pairs = new Map<T, (typeof olds)[number]>()
  const free = new Set(olds)
  const ranked = news.flatMap((made) => olds.map((old) => ({ made, old, score: similarity(made.content, old.content) }))).sort((a, b) => b.score - a.score)
  for (const { made, old } of ranked) {
    if (pairs.has(made) || !free.has(old)) continue
    pairs.set(made, old)
    free.delete(old)
  }
  return pairs
}
