/** Arm facts: the complete content of a node needs support. */
import { findUnsupported } from '../facts/find-unsupported.js'
import { thingsIn } from '../facts/things-in.js'
import type { PlanNode, Proof } from '../plan/types.js'
import type { Case, Examine } from './judge.js'
import { citedBy, isMutation, premisesOf, type Premise } from './premises.js'

/**
 * The test of arm facts (method, section 5).
 *
 * - With justifications recorded, by the step or by the mutation that produced a memory: one alternative is entirely clean.
 * - Otherwise, all premises clean: supported. No clean premise: not. Some clean: every fact it exports is found in the clean
 *   ones. A claim, plan or answer exports its own text, a mutation the memories it generates, a memory itself. Where nothing is
 *   exported (a deletion, "I have no record of that"), nothing can be covered, and only clean premises help. What took the place of
 *   a memory that fell may be named in its words, where a clean premise gives the new value (findUnsupported).
 *
 * A premise is clean outside A0 or once rescued, unless it is faulty or was erased; a memory that is deleted, quarantined, imported or withheld;
 * a step that an earlier repair made invalid; a read; or the input of another owner than the node's, except inputs of its own turn.
 * Inferred evidence never supports, and does no harm where it is clean. What was used and not recorded (unrecordedUse) is such evidence.
 */
export function examineByFacts(open: Case): Examine {
  const premises = new Map<number, Premise[]>()
  const lastFailure = new Map<number, { clean: number; proof: Proof }>()
  return (node) => {
    const turn = turnOf(open, node)
    const clean = (id: number) => isClean(open, node, turn, id)
    const alternatives = justificationsOf(open, node)
    if (alternatives.length > 0) return examineJustifications(open, alternatives, clean)

    if (!premises.has(node.id)) premises.set(node.id, premisesOf(open.index, node))
    const all = premises.get(node.id)!
    const dirty = all.filter(({ id }) => !clean(id)).map(({ id }) => id)
    const good = all.filter(({ id, maySupport }) => maySupport && clean(id)).map(({ id }) => id)
    const unrecorded = open.index.into(node.id).filter(({ isUnrecorded }) => isUnrecorded).map(({ source }) => source)
    const unnamed = unrecorded.length > 0 ? { unrecorded } : {}
    if (good.length === 0) return { isSupported: false, proof: { kind: 'no_clean_premise', dirty, ...unnamed } }
    if (dirty.length === 0) return { isSupported: true, proof: { kind: 'premises', clean: good } }

    // A round later with no more clean premises, coverage is what it was.
    const before = lastFailure.get(node.id)
    if (before?.clean === good.length) return { isSupported: false, proof: before.proof }
    const result = withChoice(open, node, turn, dirty, examineCoverage(open, node, good, dirty))
    if (result.proof.kind === 'uncovered') result.proof = { ...result.proof, ...unnamed }
    if (!result.isSupported) lastFailure.set(node.id, { clean: good.length, proof: result.proof })
    return result
  }
}

function examineCoverage({ index }: Case, node: PlanNode, clean: number[], dirty: number[]): ReturnType<Examine> {
  const exporting = isMutation(node.kind) ? node.generated.flatMap((id) => index.nodes.get(id) ?? []) : [node]
  if (exporting.length === 0) return { isSupported: false, proof: { kind: 'uncovered', clean, dirty, missing: [] } }
  const texts = (ids: readonly number[]) => ids.flatMap((id) => {
    const premise = index.nodes.get(id)
    return premise ? [{ id, ...textAndFacts(premise) }] : []
  })
  const replaced = dirty.filter((id) => exporting.some((memory) => replacedBy(index, memory).includes(id)))
  const { covered, missing } = findUnsupported(exporting.map(textAndFacts), texts(clean), texts(replaced))
  return missing.length === 0
    ? { isSupported: true, proof: { kind: 'covered', clean, facts: covered } }
    : { isSupported: false, proof: { kind: 'uncovered', clean, dirty, missing } }
}

/**
 * A plan is a choice: which thing it is about was chosen by whoever named that thing. Where something withdrawn did, clean evidence that happens to
 * name it too did not choose it, unless it is what the user says in the turn.
 */
function withChoice({ index }: Case, node: PlanNode, turn: Turn, dirty: readonly number[], result: ReturnType<Examine>): ReturnType<Examine> {
  if (node.kind !== 'plan' || !result.isSupported || result.proof.kind !== 'covered') return result
  const text = (ids: readonly number[]): string[] => ids.flatMap((id) => index.nodes.get(id)?.content ?? [])
  const [chosen, asked] = [thingsIn(text(dirty)), thingsIn(index.inputs(turn).map(({ content }) => content))]
  const missing = [...thingsIn([node.content])].filter((thing) => chosen.has(thing) && !asked.has(thing))
  return missing.length === 0 ? result : { isSupported: false, proof: { kind: 'uncovered', clean: result.proof.clean, dirty: [...dirty], missing } }
}

/** Memories that a memory took the place of: it supersedes them, or the update that made it retired them. */
function replacedBy(index: Case['index'], { kind, supersedes, producedBy }: PlanNode): readonly number[] {
  if (kind !== 'memory') return []
  return [...supersedes, ...(producedBy === null ? [] : index.nodes.get(producedBy)?.consumed ?? [])]
}

function examineJustifications({ index }: Case, alternatives: number[][], clean: (id: number) => boolean): ReturnType<Examine> {
  const cited = alternatives.map((ids) => ids.flatMap((id) => citedBy(index, id).map((one) => one.id)))
  const found = cited.findIndex((ids) => ids.length > 0 && ids.every(clean))
  return found >= 0
    ? { isSupported: true, proof: { kind: 'premises', clean: cited[found]!, justification: found } }
    : { isSupported: false, proof: { kind: 'no_clean_justification', dirty: [...new Set(cited.flat())].filter((id) => !clean(id)) } }
}

/** Of a step its own; of a memory those of the mutation that produced it. */
function justificationsOf({ index }: Case, node: PlanNode): number[][] {
  if (node.kind !== 'memory') return node.justifications ?? []
  const producer = node.producedBy === null ? undefined : index.nodes.get(node.producedBy)
  return producer && isMutation(producer.kind) ? producer.justifications ?? [] : []
}

interface Turn {
  session: number | null
  turn: number | null
}

/** A memory belongs to the turn of the step that produced it. */
function turnOf({ index }: Case, node: PlanNode): Turn {
  return (node.producedBy === null ? undefined : index.nodes.get(node.producedBy)) ?? node
}

function isClean({ index, faulty, rescued }: Case, node: PlanNode, turn: Turn, id: number): boolean {
  const premise = index.nodes.get(id)
  if (!premise || faulty.has(id) || id === node.id) return false
  if (premise.isErased) return false
  if (premise.kind === 'input') {
    if (premise.session === turn.session && premise.turn === turn.turn) return true
    if (premise.userId !== null && premise.userId !== node.userId) return false
  }
  if (premise.isAffected && !rescued.has(id)) return false
  if (premise.kind === 'memory') {
    return (premise.status === 'active' || premise.status === 'superseded') && premise.source !== 'imported' && !premise.isWithheld
  }
  return premise.kind !== 'memory_read' && !premise.isInvalidBefore
}

function textAndFacts({ content, facts }: PlanNode) {
  return facts ? { text: content, facts } : { text: content }
}
