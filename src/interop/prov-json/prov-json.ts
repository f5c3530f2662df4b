/**
 * A record in the terms of W3C PROV, serialised as PROV-JSON (https://www.w3.org/submissions/prov-json/). Pure.
 *
 * PROV points from an effect to its cause, ours from what is depended on to what depends: memories and inputs are entities, steps
 * activities, users and programs agents.
 */
import type { ExportedEdge, RecordItem } from '../../index.js'

/** A value of an attribute. */
type Value = string | number | boolean | { $: string; type: string }

/** Records of one kind, by id. */
type Records = Record<string, Record<string, Value>>

/** A document; kinds of records that do not occur are left out. */
export type ProvDocument = { prefix: Record<string, string> } & Partial<Record<ProvKind, Records>>

const kinds = [
  'entity', 'activity', 'agent', 'wasGeneratedBy', 'used', 'wasInformedBy', 'wasStartedBy', 'wasInvalidatedBy', 'wasDerivedFrom', 'wasAttributedTo',
  'wasAssociatedWith', 'wasInfluencedBy',
] as const

/** Kinds of records that a document may hold. */
export type ProvKind = (typeof kinds)[number]

/** Names of our own, and where ids of each sort are. They are names, not addresses. */
const prefix = { emend: 'urn:emend:ns:', node: 'urn:emend:node:', user: 'urn:emend:user:', program: 'urn:emend:program:' }

const node = (id: string): string => `node:${encodeURIComponent(id)}`

/**
 * Make the document.
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
 * @param items of exportItems
 * @param edges of exportEdges
 * @param texts false leaves out what was said, remembered and done; default true
 */
export function provJson(items: readonly RecordItem[], edges: readonly ExportedEdge[], { texts = true }: { texts?: boolean } = {}): ProvDocument {
  const records = new Map<ProvKind, Records>(kinds.map((kind) => [kind, {}]))
  const put = (kind: ProvKind, id: string, values: Record<string, Value | undefined>): void => {
    const kept = Object.entries(values).filter((entry): entry is [string, Value] => entry[1] !== undefined)
    records.get(kind)![id] = Object.fromEntries(kept)
  }
  let count = 0
  const relate = (kind: ProvKind, values: Record<string, Value | undefined>): void => put(kind, `_:r${count += 1}`, values)
  const isStep = new Map(items.map((item) => [item.id, item.kind === 'step']))

  for (const item of items) {
    const id = node(item.id)
    const content = texts ? item.content : undefined
    if (item.kind === 'step') {
      put('activity', id, { 'prov:type': qualified(`emend:${item.type}`), 'emend:session': item.session, 'emend:turn': item.turn, 'emend:content': content, 'emend:tool': item.tool?.name })
    } else if (item.kind === 'memory') {
      put('entity', id, { 'prov:type': qualified('emend:memory'), 'prov:value': content, 'emend:source': item.source, 'emend:status': item.status })
    } else {
      put('entity', id, { 'prov:type': qualified('emend:input'), 'prov:value': content, 'emend:session': item.session, 'emend:turn': item.turn })
    }
    if (item.user !== undefined && item.kind !== 'step') {
      const user = `user:${encodeURIComponent(item.user)}`
      put('agent', user, { 'prov:type': qualified('prov:Person') })
      relate('wasAttributedTo', { 'prov:entity': id, 'prov:agent': user })
    }
    if (item.kind !== 'input' && item.agent !== undefined) {
      const program = `program:${encodeURIComponent(item.agent)}`
      put('agent', program, { 'prov:type': qualified('prov:SoftwareAgent') })
      if (item.kind === 'step') relate('wasAssociatedWith', { 'prov:activity': id, 'prov:agent': program })
      else relate('wasAttributedTo', { 'prov:entity': id, 'prov:agent': program })
    }
  }
  for (const edge of edges) for (const [kind, values] of relationsOf(edge, isStep)) relate(kind, { ...values, 'emend:label': edge.label, 'emend:basis': edge.basis })
  return { prefix, ...Object.fromEntries([...records].filter(([, of]) => Object.keys(of).length > 0)) }
}

function* relationsOf({ source, target, label }: ExportedEdge, isStep: ReadonlyMap<string, boolean>): Generator<[ProvKind, Record<string, Value>]> {
  const [from, to] = [node(source), node(target)]
  const [ofStep, toStep] = [isStep.get(source) ?? false, isStep.get(target) ?? false]
  if (ofStep && toStep) yield ['wasInformedBy', { 'prov:informed': to, 'prov:informant': from }]
  else if (toStep && label === 'initiate') yield ['wasStartedBy', { 'prov:activity': to, 'prov:trigger': from }]
  else if (toStep) {
    yield ['used', { 'prov:activity': to, 'prov:entity': from }]
    if (label === 'delete' || label === 'update' || label === 'consolidate') yield ['wasInvalidatedBy', { 'prov:entity': from, 'prov:activity': to }]
  } else if (label === 'produce' && ofStep) yield ['wasGeneratedBy', { 'prov:entity': to, 'prov:activity': from }]
  else if (label === 'derive') yield ['wasDerivedFrom', { 'prov:generatedEntity': to, 'prov:usedEntity': from }]
  else if (label === 'supersede') yield ['wasDerivedFrom', { 'prov:generatedEntity': to, 'prov:usedEntity': from, 'prov:type': qualified('prov:Revision') }]
  else yield ['wasInfluencedBy', { 'prov:influencee': to, 'prov:influencer': from }]
}

const qualified = (name: string): Value => ({ $: name, type: 'xsd:QName' })
