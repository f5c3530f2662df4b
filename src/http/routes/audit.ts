/** Routes for auditors. */
import { z } from 'zod'
import { contracts, type KeyRole } from '../../index.js'
import { pageOf, pageQuery, readPage } from '../page.js'
import { route } from '../route.js'

const { audit } = contracts
const roles: KeyRole[] = ['auditor', 'admin']
const tag = 'audit'

/** Why, by whom, and whether all is well. */
export const auditRoutes = [
  route({
    method: 'GET', url: '/v1/audit/nodes/:nodeId', id: 'explainNode', tag, roles, params: z.strictObject({ nodeId: z.string() }), output: audit.explanation,
    summary: 'Why a node is affected, why it stands or falls, what was done with it, and what happened to it.',
    run: ({ emend, params: { nodeId } }) => emend.explain(nodeId),
  }),
  route({
    method: 'GET', url: '/v1/audit/journal', id: 'listJournal', tag, roles, summary: 'Every transition, oldest first: who, what, why.',
    query: z.strictObject({ nodeId: z.string().optional(), repairId: z.coerce.number().int().min(1).optional(), ...pageQuery }),
    output: pageOf(audit.journalEntry),
    run: ({ emend, query: { nodeId, repairId, ...query } }) => readPage(query, 'number', (page: { limit: number; after?: number }) => emend.audit.journal({
      ...(nodeId === undefined ? {} : { nodeId }), ...(repairId === undefined ? {} : { repairId }), ...page,
    }), ({ id }) => id),
  }),
  route({
    method: 'GET', url: '/v1/audit/violations', id: 'listViolations', tag, roles, output: z.strictObject({ items: audit.violations }),
    summary: 'Invariants that do not hold; empty when healthy. Reads every edge.',
    run: async ({ emend }) => ({ items: await emend.audit.violations() }),
  }),
  route({
    method: 'GET', url: '/v1/audit/status', id: 'getStatus', tag, roles: ['worker', ...roles], output: audit.status,
    summary: 'What is stored, repaired and waiting, and whether it is healthy. Reads every edge.',
    run: ({ emend }) => emend.status(),
  }),
  route({
    method: 'GET', url: '/v1/audit/model-usage', id: 'getModelUsage', tag, roles, output: z.strictObject({ items: audit.usage }),
    summary: 'What was asked of models, by purpose and stage.',
    run: async ({ emend }) => ({ items: await emend.usage() }),
  }),
]
