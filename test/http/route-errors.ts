/**
 * What each route of the table answers to what is wrong in its own way, by operation. A route without an entry fails the test, so that no
 * route is added without its errors.
 */

/** One wrong request and its code. */
export interface WrongRequest {
  what: string
  path: string
  body?: unknown
  headers?: Record<string, string>
  /** Code and status. */
  expected: [code: string, status: number]
}

const long = 'x'.repeat(262_145)
const unknownNumber = (url: string): WrongRequest[] => [
  { what: 'a number that nobody has', path: url.replace(/:\w+/, '4711'), expected: ['not_found', 404] },
  { what: 'a number that is a word', path: url.replace(/:\w+/, 'seven'), expected: ['bad_request', 400] },
  { what: 'a number beyond all numbers', path: url.replace(/:\w+/, '99999999999999999999'), expected: ['bad_request', 400] },
  { what: 'half a number', path: url.replace(/:\w+/, '1.5'), expected: ['bad_request', 400] },
]
const unknownId = (url: string): WrongRequest[] => [
  { what: 'an id that nobody has', path: url.replace(/:\w+/, 'nobody'), expected: ['not_found', 404] },
  { what: 'an id of 1,500 characters', path: url.replace(/:\w+/, 'x'.repeat(1_500)), expected: ['not_found', 404] },
  { what: 'an id with a NUL', path: url.replace(/:\w+/, 'a%00b'), expected: ['bad_text', 400] },
  { what: 'an id that is no UTF-8', path: url.replace(/:\w+/, '%ff'), expected: ['bad_request', 400] },
]
const badPage = (url: string): WrongRequest[] => [
  { what: 'a page without items', path: `${url}?limit=0`, expected: ['bad_request', 400] },
  { what: 'a page beyond all numbers', path: `${url}?limit=501`, expected: ['bad_request', 400] },
  { what: 'a cursor of somebody else', path: `${url}?cursor=abc`, expected: ['bad_request', 400] },
  { what: 'a cursor that holds something else', path: `${url}?cursor=${Buffer.from('{"a":1}').toString('base64url')}`, expected: ['bad_request', 400] },
]

const step = { sessionId: 'S', type: 'claim', content: 'x', usedIds: ['m1'] }

/** m1 is a memory, u1 an input and a1 an answer of session S of user bob; they are valid. */
export const routeErrors: Record<string, WrongRequest[]> = {
  addMemory: [
    { what: 'no content', path: '/v1/memories', body: {}, expected: ['bad_request', 400] },
    { what: 'content that is a number', path: '/v1/memories', body: { content: 5 }, expected: ['bad_request', 400] },
    { what: 'content above 256 kB', path: '/v1/memories', body: { content: long }, expected: ['too_large', 413] },
    { what: 'evidence that nobody recorded', path: '/v1/memories', body: { content: 'x', usedIds: ['nobody'] }, expected: ['unknown_id', 404] },
    { what: 'the id of another memory', path: '/v1/memories', body: { content: 'something else', id: 'm1' }, expected: ['duplicate_id', 409] },
    { what: 'a trust above 1', path: '/v1/memories', body: { content: 'x', trust: 2 }, expected: ['bad_request', 400] },
    { what: 'an id above 200 characters', path: '/v1/memories', body: { content: 'x', id: 'x'.repeat(201) }, expected: ['too_large', 413] },
  ],
  searchMemories: [
    { what: 'no query', path: '/v1/memories/search', body: {}, expected: ['bad_request', 400] },
    { what: 'a query above 256 kB', path: '/v1/memories/search', body: { query: long }, expected: ['too_large', 413] },
    { what: 'no results at all', path: '/v1/memories/search', body: { query: 'x', k: 0 }, expected: ['bad_request', 400] },
    { what: 'a mode that is none', path: '/v1/memories/search', body: { query: 'x', mode: 'magic' }, expected: ['bad_request', 400] },
    { what: 'a mode that needs embeddings where none are configured', path: '/v1/memories/search', body: { query: 'x', mode: 'vector' }, expected: ['no_embeddings', 409] },
    { what: 'a scope of something else', path: '/v1/memories/search', body: { query: 'x', scope: { tenant: 'other' } }, expected: ['bad_request', 400] },
  ],
  listMemories: [
    ...badPage('/v1/memories'),
    { what: 'an unknown status', path: '/v1/memories?statuses=gone', expected: ['bad_request', 400] },
    { what: 'a cursor of a memory that is not there', path: `/v1/memories?cursor=${Buffer.from('["nobody"]').toString('base64url')}`, expected: ['not_found', 404] },
  ],
  getMemory: unknownId('/v1/memories/:id'),
  updateMemory: [
    ...unknownId('/v1/memories/:id').map((wrong) => ({ ...wrong, body: { content: 'x' } })),
    { what: 'no content', path: '/v1/memories/m1', body: {}, expected: ['bad_request', 400] },
    { what: 'an input', path: '/v1/memories/u1', body: { content: 'x' }, expected: ['not_found', 404] },
  ],
  deleteMemory: [
    ...unknownId('/v1/memories/:id').map((wrong) => (wrong.what.includes('1,500') ? { ...wrong, expected: ['too_large', 413] as [string, number] }
      : wrong.expected[0] === 'not_found' ? { ...wrong, expected: ['unknown_id', 404] as [string, number] } : wrong)),
    { what: 'an input', path: '/v1/memories/u1', expected: ['not_a_memory', 400] },
    { what: 'a turn that is a word', path: '/v1/memories/m1?turn=first', expected: ['bad_request', 400] },
  ],
  getMemoryHistory: unknownId('/v1/memories/:id/history'),
  getMemoryLineage: unknownId('/v1/memories/:id/lineage'),
  getMemoryUsage: [...unknownId('/v1/memories/:id/usage'), ...badPage('/v1/memories/m1/usage')],
  openSession: [
    { what: 'an id without characters', path: '/v1/sessions', body: { id: '' }, expected: ['bad_request', 400] },
    { what: 'an id above 200 characters', path: '/v1/sessions', body: { id: 'x'.repeat(201) }, expected: ['bad_request', 400] },
  ],
  listSessions: badPage('/v1/sessions'),
  getSession: unknownId('/v1/sessions/:id'),
  addInput: [
    { what: 'no content', path: '/v1/inputs', body: {}, expected: ['bad_request', 400] },
    { what: 'a turn of 0', path: '/v1/inputs', body: { content: 'x', turn: 0 }, expected: ['bad_request', 400] },
    { what: 'the name of another user', path: '/v1/inputs', body: { content: 'x', sessionId: 'S', userId: 'mallory' }, expected: ['bad_item', 400] },
  ],
  recordStep: [
    { what: 'no session', path: '/v1/steps', body: { ...step, sessionId: undefined }, expected: ['bad_request', 400] },
    { what: 'an unknown type', path: '/v1/steps', body: { ...step, type: 'dream' }, expected: ['bad_request', 400] },
    { what: 'evidence that nobody recorded', path: '/v1/steps', body: { ...step, usedIds: ['nobody'] }, expected: ['unknown_id', 404] },
    { what: 'arguments of 65 levels', path: '/v1/steps', body: { ...step, type: 'tool_action', tool: { name: 'x', args: nested(65) } }, expected: ['too_large', 413] },
    { what: 'a misspelt key of a memory', path: '/v1/steps', body: { ...step, generates: [{ content: 'y', derivedfrom: [] }] }, expected: ['bad_request', 400] },
  ],
  recordTurn: [
    { what: 'no steps', path: '/v1/turns', body: {}, expected: ['bad_request', 400] },
    { what: 'steps that are no list', path: '/v1/turns', body: { steps: 5 }, expected: ['bad_request', 400] },
    { what: 'a step of a wrong type', path: '/v1/turns', body: { steps: [{ type: 'dream', content: 'x' }] }, expected: ['bad_request', 400] },
    { what: 'evidence that nobody recorded', path: '/v1/turns', body: { steps: [{ type: 'claim', content: 'x', usedIds: ['nobody'] }] }, expected: ['unknown_id', 404] },
  ],
  exportTraces: [
    { what: 'no spans', path: '/v1/traces', body: {}, expected: ['bad_request', 400] },
    { what: 'spans that are no list', path: '/v1/traces', body: { resourceSpans: 5 }, expected: ['bad_request', 400] },
    { what: 'scopes that are no list', path: '/v1/traces', body: { resourceSpans: [{ scopeSpans: {} }] }, expected: ['bad_request', 400] },
    { what: 'more spans than it takes', path: '/v1/traces', body: { resourceSpans: [{ scopeSpans: [{ spans: Array.from({ length: 5_001 }, (_, index) => ({ traceId: 'a'.repeat(32), spanId: (index + 1).toString(16).padStart(16, '0'), endTimeUnixNano: '1' })) }] }] }, expected: ['too_large', 413] },
    { what: 'protobuf', path: '/v1/traces', body: 'x', headers: { 'content-type': 'application/x-protobuf' }, expected: ['bad_media_type', 415] },
  ],
  exportLogs: [
    { what: 'no records', path: '/v1/logs', body: {}, expected: ['bad_request', 400] },
    { what: 'records that are no list', path: '/v1/logs', body: { resourceLogs: [{ scopeLogs: [{ logRecords: {} }] }] }, expected: ['bad_request', 400] },
    { what: 'more records than it takes', path: '/v1/logs', body: { resourceLogs: [{ scopeLogs: [{ logRecords: Array.from({ length: 10_001 }, () => ({})) }] }] }, expected: ['too_large', 413] },
    { what: 'protobuf', path: '/v1/logs', body: 'x', headers: { 'content-type': 'application/x-protobuf' }, expected: ['bad_media_type', 415] },
  ],
  reportFault: [
    { what: 'no memory', path: '/v1/faults', body: {}, expected: ['bad_request', 400] },
    { what: 'a memory that nobody has', path: '/v1/faults', body: { memoryId: 'nobody' }, expected: ['unknown_id', 404] },
    { what: 'an input', path: '/v1/faults', body: { memoryId: 'u1' }, expected: ['not_a_memory', 400] },
    { what: 'an unknown answer', path: '/v1/faults', body: { memoryId: 'm1', failedAnswerId: 'nobody' }, expected: ['unknown_id', 404] },
    { what: 'evidence above 32 kB', path: '/v1/faults', body: { memoryId: 'm1', evidence: 'x'.repeat(32_769) }, expected: ['too_large', 413] },
    { what: 'a confidence above 1', path: '/v1/faults', body: { memoryId: 'm1', confidence: 1.5 }, expected: ['bad_request', 400] },
  ],
  listFaults: [...badPage('/v1/faults'), { what: 'an unknown state', path: '/v1/faults?state=lost', expected: ['bad_request', 400] }],
  getFault: unknownNumber('/v1/faults/:id'),
  releaseFault: unknownNumber('/v1/faults/:id/release'),
  withdrawFault: unknownNumber('/v1/faults/:id/withdraw'),
  planRepair: [
    { what: 'no faults', path: '/v1/repairs/plan', body: { faultIds: [] }, expected: ['bad_request', 400] },
    { what: 'a fault that nobody reported', path: '/v1/repairs/plan', body: { faultIds: [4711] }, expected: ['not_found', 404] },
    { what: 'an unknown arm', path: '/v1/repairs/plan', body: { faultIds: [1], policy: 'evil' }, expected: ['bad_request', 400] },
    { what: 'more faults than a plan takes', path: '/v1/repairs/plan', body: { faultIds: Array.from({ length: 1_001 }, (_, index) => index + 1) }, expected: ['bad_request', 400] },
  ],
  traceAffected: [
    { what: 'no faults', path: '/v1/repairs/trace', body: { faultIds: [] }, expected: ['bad_request', 400] },
    { what: 'a fault that nobody reported', path: '/v1/repairs/trace', body: { faultIds: [4711] }, expected: ['not_found', 404] },
    { what: 'an unknown arm', path: '/v1/repairs/trace', body: { faultIds: [1], policy: 'evil' }, expected: ['bad_request', 400] },
  ],
  executeRepair: [
    { what: 'a fault that nobody reported', path: '/v1/repairs', body: { faultId: 4711 }, expected: ['not_found', 404] },
    { what: 'a fault that is text', path: '/v1/repairs', body: { faultId: '1' }, expected: ['bad_request', 400] },
  ],
  listRepairs: [...badPage('/v1/repairs'), { what: 'an unknown state', path: '/v1/repairs?state=lost', expected: ['bad_request', 400] }],
  getRepair: unknownNumber('/v1/repairs/:id'),
  getRepairReport: unknownNumber('/v1/repairs/:id/report'),
  approveRepair: unknownNumber('/v1/repairs/:id/approve'),
  skipRepair: unknownNumber('/v1/repairs/:id/skip'),
  undoRepair: unknownNumber('/v1/repairs/:id/undo'),
  followRepair: [
    ...unknownNumber('/v1/repairs/:id/events'),
    { what: 'a last event that is a word', path: '/v1/repairs/1/events', headers: { 'last-event-id': 'seven' }, expected: ['bad_request', 400] },
  ],
  getCurrentAnswer: [
    ...unknownId('/v1/answers/:id/current'), { what: 'a memory', path: '/v1/answers/m1/current', expected: ['not_found', 404] },
  ],
  regenerateAnswer: [
    ...unknownId('/v1/answers/:id/regenerate'), { what: 'an answer that is valid', path: '/v1/answers/a1/regenerate', expected: ['repair_state', 409] },
  ],
  registerTool: [
    { what: 'no place', path: '/v1/tools', body: { name: 'x', effect: 'pure' }, expected: ['bad_request', 400] },
    { what: 'an unknown effect', path: '/v1/tools', body: { name: 'x', effect: 'none', http: { url: 'https://a.example.com' } }, expected: ['bad_request', 400] },
    { what: 'a command to start', path: '/v1/tools', body: { name: 'x', effect: 'pure', mcp: { command: 'sh' } }, expected: ['bad_request', 400] },
    { what: 'an address of this machine', path: '/v1/tools', body: { name: 'x', effect: 'pure', http: { url: 'https://127.0.0.1' } }, expected: ['address_refused', 403] },
    { what: 'a secret in place of its name', path: '/v1/tools', body: { name: 'x', effect: 'pure', secret: 'sk-1', http: { url: 'https://a.example.com' } }, expected: ['bad_request', 400] },
  ],
  listTools: [{ what: 'a filter', path: '/v1/tools?effect=pure', expected: ['bad_request', 400] }],
  removeTool: unknownId('/v1/tools/:id'),
  getSettings: [{ what: 'a filter', path: '/v1/settings?x=1', expected: ['bad_request', 400] }],
  changeSettings: [
    { what: 'a review above nothing', path: '/v1/settings', body: { review: { mode: 'above' } }, expected: ['bad_request', 400] },
    { what: 'an unknown review', path: '/v1/settings', body: { review: { mode: 'never' } }, expected: ['bad_request', 400] },
    { what: 'a model of this machine', path: '/v1/settings', body: { model: { name: 'x', url: 'https://127.0.0.1/v1' } }, expected: ['address_refused', 403] },
    { what: 'a key in place of its name', path: '/v1/settings', body: { model: { name: 'x', secret: 'sk-1' } }, expected: ['bad_request', 400] },
  ],
  addWebhook: [
    { what: 'no secret', path: '/v1/webhooks', body: { url: 'https://a.example.com' }, expected: ['bad_request', 400] },
    { what: 'an unknown type', path: '/v1/webhooks', body: { url: 'https://a.example.com', secret: 'HOOK', types: ['x'] }, expected: ['bad_request', 400] },
    { what: 'an address of a private network', path: '/v1/webhooks', body: { url: 'https://10.0.0.1', secret: 'HOOK' }, expected: ['address_refused', 403] },
    { what: 'a secret in place of its name', path: '/v1/webhooks', body: { url: 'https://a.example.com', secret: 'whsec_x' }, expected: ['bad_request', 400] },
  ],
  listWebhooks: [{ what: 'a filter', path: '/v1/webhooks?x=1', expected: ['bad_request', 400] }],
  removeWebhook: unknownNumber('/v1/webhooks/:id'),
  eraseUser: unknownId('/v1/users/:id/erase'),
  explainNode: unknownId('/v1/audit/nodes/:id'),
  listJournal: [...badPage('/v1/audit/journal'), { what: 'a repair that is a word', path: '/v1/audit/journal?repairId=x', expected: ['bad_request', 400] }],
  listViolations: [{ what: 'a filter', path: '/v1/audit/violations?view=x', expected: ['bad_request', 400] }],
  getStatus: [{ what: 'a filter', path: '/v1/audit/status?view=x', expected: ['bad_request', 400] }],
  getModelUsage: [{ what: 'a filter', path: '/v1/audit/model-usage?view=x', expected: ['bad_request', 400] }],
  backupTenant: [{ what: 'a query that it does not take', path: '/v1/backup?format=csv', expected: ['bad_request', 400] }],
  restoreTenant: [
    { what: 'nothing', path: '/v1/restore', expected: ['bad_backup', 400] },
    { what: 'JSON', path: '/v1/restore', body: {}, expected: ['bad_media_type', 415] },
    { what: 'what is no backup', path: '/v1/restore', body: '{"format": "other"}\n', headers: { 'content-type': 'application/x-ndjson' }, expected: ['bad_backup', 400] },
  ],
  exportRecord: [
    { what: 'an unknown format', path: '/v1/export?format=csv', expected: ['bad_request', 400] },
    { what: 'a word where true or false belongs', path: '/v1/export?withoutText=maybe', expected: ['bad_request', 400] },
  ],
}

/** A value of so many levels. */
export function nested(levels: number): unknown {
  return levels === 0 ? 1 : [nested(levels - 1)]
}
