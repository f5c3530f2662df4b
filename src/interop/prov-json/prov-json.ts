/**
 * A record in the terms of W3C PROV, serialised as PROV-JSON (https://www.w3.org/submissions/prov-json/). Pure.
 *
 * PROV points from an effect to its cause, ours from what is depended on to what depends: memories and inputs are entities, steps
 * activities, users and programs agents.
 */
import type { ExportedEdge, NodeKind, RecordItem, RecordSnapshot } from '../../index.js'

/** A value of an attribute. */
type Value = string | number | boolean | { $: string; type: string }

const kindsOfItems = ['entity', 'activity', 'agent', 'wasAttributedTo', 'wasAssociatedWith'] as const
const kindsOfEdges = ['wasGeneratedBy', 'used', 'wasInformedBy', 'wasStartedBy', 'wasInvalidatedBy', 'wasDerivedFrom', 'wasInfluencedBy'] as const
const kinds = [...kindsOfItems, ...kindsOfEdges]

/** Kinds of records that a document may hold. */
export type ProvKind = (typeof kinds)[number]

/** A record of a document; relations have no name of their own. */
interface ProvRecord {
  kind: ProvKind
  id: string | null
  values: Record<string, Value | undefined>
}

/** Names of our own, and where ids of each sort are. They are names, not addresses. */
const prefix = { emend: 'urn:emend:ns:', node: 'urn:emend:node:', user: 'urn:emend:user:', program: 'urn:emend:program:' }

const node = (id: string): string => `node:${encodeURIComponent(id)}`

/**
 * Write the document, a record a line, holding no more of the tenant than a few rows and the names of its users and programs. A document has its
 * records by kind, so the record is read once for each.
 *
 * | ours | PROV |
 * |---|---|
 * | produce, step to memory | wasGeneratedBy |
 * | cite, support, of a memory or input | used |
 * | of a step | wasInformedBy |
 * | initiate, input to step | wasStartedBy |
 * | delete, update, consolidate | used, wasInvalidatedBy |
 * | derive; supersede | wasDerivedFrom; with prov:type prov:Revision |
 * | anything else, like late evidence for a memory | wasInfluencedBy |
 *
 * @param record of readRecord
 * @param write called with the text, piece by piece; the next one waits for it
 * @param texts false leaves out what was said, remembered and done; default true
 * @returns how many records of each kind there are
 */
export async function writeProvJson(
  record: RecordSnapshot, write: (text: string) => void | Promise<void>, { texts = true }: { texts?: boolean } = {},
): Promise<Record<ProvKind, number>> {
  const counts = Object.fromEntries(kinds.map((kind) => [kind, 0])) as Record<ProvKind, number>
  const agents = new Set<string>()
  let relations = 0
  const put = async ({ kind, id, values }: ProvRecord): Promise<void> => {
    if (kind === 'agent' && id !== null) {
      if (agents.has(id)) return
      agents.add(id)
    }
    const begin = counts[kind] === 0 ? `,\n${JSON.stringify(kind)}: {\n` : ',\n'
    counts[kind] += 1
    await write(`${begin}${JSON.stringify(id ?? `_:r${relations += 1}`)}: ${JSON.stringify(values)}`) // JSON leaves out what has no value
  }
  await write(`{"prefix": ${JSON.stringify(prefix)}`)
  for (const kind of kinds) {
    if (isOfItems(kind)) {
      for await (const item of record.items()) for (const made of recordsOf(item, texts)) if (made.kind === kind) await put(made)
    } else {
      for await (const edge of record.edges()) for (const made of relationsOf(edge)) if (made.kind === kind) await put(made)
    }
    if (counts[kind] > 0) await write('\n}')
  }
  await write('}\n')
  return counts
}

const isOfItems = (kind: ProvKind): boolean => kindsOfItems.some((known) => known === kind)

function* recordsOf(item: RecordItem, texts: boolean): Generator<ProvRecord> {
  const id = node(item.id)
  const content = texts ? item.content : undefined
  if (item.kind === 'step') {
    yield { kind: 'activity', id, values: { 'prov:type': qualified(`emend:${item.type}`), 'emend:session': item.session, 'emend:turn': item.turn, 'emend:content': content, 'emend:tool': item.tool?.name } }
  } else if (item.kind === 'memory') {
    yield { kind: 'entity', id, values: { 'prov:type': qualified('emend:memory'), 'prov:value': content, 'emend:source': item.source, 'emend:status': item.status } }
  } else {
    yield { kind: 'entity', id, values: { 'prov:type': qualified('emend:input'), 'prov:value': content, 'emend:session': item.session, 'emend:turn': item.turn } }
  }
  if (item.user !== undefined && item.kind !== 'step') {
    const user = `user:${encodeURIComponent(item.user)}`
    yield { kind: 'agent', id: user, values: { 'prov:type': qualified('prov:Person') } }
    yield { kind: 'wasAttributedTo', id: null, values: { 'prov:entity': id, 'prov:agent': user } }
  }
  if (item.kind !== 'input' && item.agent !== undefined) {
    const program = `program:${encodeURIComponent(item.agent)}`
    yield { kind: 'agent', id: program, values: { 'prov:type': qualified('prov:SoftwareAgent') } }
    if (item.kind === 'step') yield { kind: 'wasAssociatedWith', id: null, values: { 'prov:activity': id, 'prov:agent': program } }
    else yield { kind: 'wasAttributedTo', id: null, values: { 'prov:entity': id, 'prov:agent': program } }
  }
}

function* relationsOf(edge: ExportedEdge): Generator<ProvRecord> {
  const { source, target, label, basis } = edge
  const [from, to] = [node(source), node(target)]
  const [ofStep, toStep] = [isStep(edge.sourceKind), isStep(edge.targetKind)]
  const relation = (kind: ProvKind, values: Record<string, Value>): ProvRecord => ({ kind, id: null, values: { ...values, 'emend:label': label, 'emend:basis': basis } })
  if (ofStep && toStep) yield relation('wasInformedBy', { 'prov:informed': to, 'prov:informant': from })
  else if (toStep && label === 'initiate') yield relation('wasStartedBy', { 'prov:activity': to, 'prov:trigger': from })
  else if (toStep) {
    yield relation('used', { 'prov:activity': to, 'prov:entity': from })
    if (label === 'delete' || label === 'update' || label === 'consolidate') yield relation('wasInvalidatedBy', { 'prov:entity': from, 'prov:activity': to })
  } else if (label === 'produce' && ofStep) yield relation('wasGeneratedBy', { 'prov:entity': to, 'prov:activity': from })
  else if (label === 'derive') yield relation('wasDerivedFrom', { 'prov:generatedEntity': to, 'prov:usedEntity': from })
  else if (label === 'supersede') yield relation('wasDerivedFrom', { 'prov:generatedEntity': to, 'prov:usedEntity': from, 'prov:type': qualified('prov:Revision') })
  else yield relation('wasInfluencedBy', { 'prov:influencee': to, 'prov:influencer': from })
}

const isStep = (kind: NodeKind): boolean => kind !== 'input' && kind !== 'memory'

const qualified = (name: string): Value => ({ $: name, type: 'xsd:QName' })
