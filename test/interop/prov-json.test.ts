/** PROV-JSON: checked against the structure of the W3C submission. */
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { expect, test } from 'vitest'
import type { EdgeLabel, ExportedEdge, RecordItem, RecordSnapshot } from '../../src/index.js'
import { writeProvJson } from '../../src/interop/prov-json/prov-json.js'
import { edgeLabels } from '../../src/vocabulary.js'
import { openTenant } from '../agent/open-tenant.js'
import { testDatabase } from '../database.js'
import { edgesOf } from './edges-of.js'
import { provJsonSchema } from './prov-json-schema.js'

const database = await testDatabase()
const ajv = new Ajv({ strict: true, allErrors: true })
addFormats.default(ajv)
const validate = ajv.compile(provJsonSchema)
type Document = Partial<Record<string, Record<string, Record<string, unknown>>>>
async function documentOf(record: RecordSnapshot, options: { texts?: boolean } = {}): Promise<Document> {
  let text = ''
  await writeProvJson(record, (piece) => { text += piece }, options)
  return JSON.parse(text) as Document
}
const inMemory = (items: RecordItem[], edges: ExportedEdge[]): RecordSnapshot =>
  ({ async* items() { yield* items }, async* edges() { yield* edges } })
const errorsOf = (document: unknown) => (validate(structuredClone(document)) ? [] : validate.errors)

test('the schema itself refuses what the note does not know', () => {
  expect(errorsOf({})).toEqual([])
  expect(errorsOf({ prefix: { ex: 'http://example.org/' }, entity: { 'ex:e1': { 'ex:size': 5, 'prov:type': { $: 'ex:t', type: 'xsd:QName' }, 'ex:many': ['a', 1] } } })).toEqual([])
  for (const wrong of [
    { nodes: {} }, { entity: [] }, { entity: { 'ex:e': { 'ex:a': { deep: {} } } } }, { entity: { 'ex:e': { 'ex:a': null } } }, { used: { r: { 'prov:entity': 'ex:e' } } },
    { wasGeneratedBy: { r: { 'prov:activity': 'ex:a' } } }, { wasDerivedFrom: { r: { 'prov:usedEntity': 'ex:e' } } }, { wasInformedBy: { r: { 'prov:informed': 'ex:a' } } },
    { wasAttributedTo: { r: { 'prov:entity': 'no uri', 'prov:agent': 'ex:a' } } }, { prefix: { ex: 'not a uri' } },
  ]) expect([wrong, (errorsOf(wrong) ?? []).length > 0]).toEqual([wrong, true])
})

test('a tenant in the terms of PROV: effects point to their causes, and the document is valid', async () => {
  const emend = await openTenant(database)
  await emend.memories.add('The router of Ana is an AX-200.', { id: 'm/1 ä', userId: 'ana', agentId: 'desk', source: 'tool_observation' })
  await emend.inputs.add('Which router do I have?', { id: 'u1', sessionId: 's', userId: 'ana' })
  const { readStepId } = await emend.memories.search('router', { sessionId: 's', userId: 'ana' })
  await emend.steps.record({ sessionId: 's', id: 'p1', agentId: 'desk', type: 'plan', content: 'Look it up.', usedIds: ['u1'] })
  await emend.steps.record({ sessionId: 's', id: 't1', type: 'tool_action', content: 'look', usedIds: ['p1'], tool: { name: 'look', args: {}, callId: 'c' } })
  await emend.steps.record({ sessionId: 's', id: 'o1', type: 'tool_observation', content: '7.2', usedIds: ['t1'], tool: { name: 'look', callId: 'c' } })
  await emend.steps.record({ sessionId: 's', id: 'a1', type: 'final_answer', content: 'An AX-200.', usedIds: ['u1', readStepId, 'm/1 ä', 'o1'] })
  await emend.memories.update('m/1 ä', 'The router of Ana is a BX-300.', { id: 'm2', sessionId: 's', usedIds: ['a1'] })
  await emend.steps.record({
    sessionId: 's', id: 'k1', type: 'memory_consolidate', content: 'merge', usedIds: ['m2'], consumedMemoryIds: ['m2'], generates: [{ id: 'm3', content: 'BX-300.', derivedFrom: ['m2'] }],
  })
  const document = await emend.readRecord((record) => documentOf(record))
  expect(errorsOf(document)).toEqual([])
  expect(document.entity?.['node:m%2F1%20%C3%A4']).toMatchObject({ 'prov:type': { $: 'emend:memory' }, 'prov:value': 'The router of Ana is an AX-200.', 'emend:status': 'superseded' })
  expect(document.activity?.['node:a1']).toMatchObject({ 'prov:type': { $: 'emend:final_answer' }, 'emend:session': 's', 'emend:turn': 1 })
  expect(document.agent).toMatchObject({ 'user:ana': { 'prov:type': { $: 'prov:Person' } }, 'program:desk': { 'prov:type': { $: 'prov:SoftwareAgent' } } })
  const said = (kind: 'used' | 'wasInformedBy' | 'wasStartedBy' | 'wasGeneratedBy' | 'wasDerivedFrom' | 'wasInvalidatedBy') => Object.values(document[kind] ?? {})
  expect(said('wasStartedBy')).toContainEqual(expect.objectContaining({ 'prov:trigger': 'node:u1' }))
  expect(said('used')).toContainEqual({ 'prov:activity': 'node:a1', 'prov:entity': 'node:m%2F1%20%C3%A4', 'emend:label': 'cite', 'emend:basis': 'declared' })
  expect(said('wasInformedBy')).toContainEqual(expect.objectContaining({ 'prov:informed': 'node:o1', 'prov:informant': 'node:t1', 'emend:label': 'produce' }))
  expect(said('wasGeneratedBy')).toContainEqual(expect.objectContaining({ 'prov:entity': 'node:m3', 'prov:activity': 'node:k1' }))
  expect(said('wasDerivedFrom')).toContainEqual(expect.objectContaining({ 'prov:generatedEntity': 'node:m3', 'prov:usedEntity': 'node:m2', 'emend:label': 'derive' }))
  expect(said('wasDerivedFrom')).toContainEqual(expect.objectContaining({ 'prov:generatedEntity': 'node:m2', 'prov:type': { $: 'prov:Revision', type: 'xsd:QName' } }))
  expect(said('wasInvalidatedBy')).toContainEqual(expect.objectContaining({ 'prov:entity': 'node:m2', 'prov:activity': 'node:k1' }))
  const edges = await edgesOf(emend)
  expect(new Set(edges.map(({ label }) => label)).size).toBeGreaterThanOrEqual(8)
})

test('every label between every two kinds has a relation that is valid, and texts may be left out', async () => {
  const items = [
    { kind: 'input' as const, id: 'u', content: 'secret', session: 's', turn: 1, user: 'ana' }, { kind: 'memory' as const, id: 'm', content: 'secret' },
    { kind: 'step' as const, id: 's', content: 'secret', session: 's', turn: 1, type: 'claim' as const }, { kind: 'memory' as const, id: 'n', content: '' },
    { kind: 'step' as const, id: 't', content: '', session: 's', turn: 1, type: 'plan' as const },
  ]
  const labels = edgeLabels.filter((label): label is Exclude<EdgeLabel, 'chain'> => label !== 'chain')
  const kindOf = { u: 'input', m: 'memory', n: 'memory', s: 'claim', t: 'plan' } as const
  const edges = labels.flatMap((label) => ([['u', 's'], ['m', 's'], ['s', 't'], ['s', 'm'], ['m', 'n'], ['u', 'm']] as const).map(([source, target]) => ({ source, sourceKind: kindOf[source], target, targetKind: kindOf[target], label, basis: 'declared' as const })))
  const document = await documentOf(inMemory(items, edges), { texts: false })
  expect(errorsOf(document)).toEqual([])
  expect(JSON.stringify(document)).not.toContain('secret')
  const relations = Object.entries(document).filter(([kind]) => !['prefix', 'entity', 'activity', 'agent'].includes(kind)).flatMap(([, of]) => Object.values(of ?? {}))
  expect(relations.filter((relation) => 'emend:label' in relation).length).toBeGreaterThanOrEqual(edges.length)
  expect(errorsOf(await documentOf(inMemory([], [])))).toEqual([])
})
