/** Replay of a claim. */
import type { Trx } from '../db/transaction.js'
import type { Reply } from '../llm/contracts.js'
import { buildContext } from './context.js'
import { newId } from './new-id.js'
import { cutOff, done, noop, settled, type Outcome, type Prepared } from './outcome.js'
import { isJustified, mayCutOff, mayKeep, newPremises, saysTheSame } from './premises.js'
import type { OldStep, ReplayRow, ReplayTask } from './replay-task.js'
import { quoted } from './quote.js'
import { similarity } from './similarity.js'
import { citedIds, offeredIds, stepItem } from './step-item.js'

type Claim = Reply<'claim'>['claims'][number]

/**
 * Prepare a claim: kept where its premises came out the same, a no-op where all are gone, repeated where it repeated, else asked for. Claims of a turn
 * that wait for nothing but each other's call are asked for together, because an agent makes them in one call too.
 */
export async function prepareClaim(trx: Trx, task: ReplayTask): Promise<Prepared> {
  if (mayKeep(task)) return settled(cutOff('its evidence came out the same', newPremises(task)))
  if (!isJustified(task)) return settled(noop('nothing that it rested on is left'))
  const repeated = quoted(task)
  if (repeated) return settled(await settle(trx, task, [repeated]))
  const spare = [...task.rows.values()].map((row) => row.detail.spare?.[String(task.step.id)]).find((claims) => claims !== undefined)
  if (spare) return settled(await settle(trx, task, spare))
  const together = task.laterClaims.filter((step) => isReady(task, step))
  const context = buildContext(task, together)
  return {
    kind: 'ask', stage: 'claim', context,
    async settle(inner, reply) {
      const offered = reply.claims.map((claim) => ({ ...claim, evidence_ids: offeredIds(context, claim.evidence_ids) }))
      const shares = share(offered, [task.step, ...together])
      const outcome = await settle(inner, task, shares.get(task.step.id) ?? [])
      const others = Object.fromEntries(together.map((step) => [String(step.id), shares.get(step.id) ?? []]))
      return together.length > 0 ? { ...outcome, detail: { ...outcome.detail, spare: others } } : outcome
    },
  }
}

/**
 * A later claim can be asked for now when nothing that it may rest on is still to be replayed: neither what it lists, nor what
 * stands between the two in the replay, because a read, a tool call or a write there changes what it is shown.
 */
function isReady(task: ReplayTask, step: OldStep): boolean {
  const row = task.rows.get(step.id)
  if (row === undefined || !isOpen(row) || step.used.some((id) => isOpen(task.rows.get(id)) || !task.isKnown(id))) return false
  const claims = new Set(task.laterClaims.map(({ id }) => id))
  return [...task.rows.values()].every((other) =>
    other.position <= task.row.position || other.position >= row.position || claims.has(other.stepId) || !isOpen(other))
}

const isOpen = (row: ReplayRow | undefined): boolean => row !== undefined && ['pending', 'intended', 'waiting'].includes(row.state)

/** Give each new claim to the old one that it resembles most; the first one takes what resembles none. */
function share(claims: readonly Claim[], olds: readonly OldStep[]): Map<number, Claim[]> {
  const shares = new Map<number, Claim[]>(olds.map((old) => [old.id, []]))
  for (const claim of claims) {
    let best = olds[0]
    for (const old of olds) if (best && similarity(old.content, claim.content) > similarity(best.content, claim.content)) best = old
    if (best) shares.get(best.id)?.push(claim)
  }
  return shares
}

async function settle(trx: Trx, task: ReplayTask, claims: readonly Claim[]): Promise<Outcome> {
  const { step } = task
  const standing = task.turnSteps.filter((other) => other.kind === 'claim').flatMap((other) => task.current(other.id)).map((id) => task.node(id))
  const fresh = claims.filter((claim) => !standing.some((other) => saysTheSame(other.content, claim.content)))
  if (fresh.length === 0) return noop(claims.length > 0 ? 'other claims of the turn say it already' : 'the evidence says nothing about it')
  const isSame = saysTheSame(step.content, fresh.map((claim) => claim.content).join(' '))
  if (isSame && mayCutOff(task)) return cutOff('it says the same as before', fresh.flatMap((claim) => claim.evidence_ids))
  const taken = new Set<string>()
  const ids: string[] = []
  for (const _ of fresh) ids.push(await newId(trx, task, step.externalId, taken))
  return done({
    items: fresh.map((claim, index) => ({ ...stepItem(task, ids[index] ?? ''), content: claim.content, used_ids: citedIds(task, claim.evidence_ids) })),
    newStep: ids[0] ?? null,
    replaces: ids.map((id) => ({ id, old: step.id })),
    isChanged: !isSame,
  })
}
