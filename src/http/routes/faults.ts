/** Routes on faults: what detectors say. */
import { z } from 'zod'
import { contracts, needOwn, type KeyRole } from '../../index.js'
import { pageOf, pageQuery, readPage } from '../page.js'
import { route } from '../route.js'

const { faults } = contracts
const readers: KeyRole[] = ['detector', 'auditor', 'worker', 'admin']
const tag = 'faults'
const params = z.strictObject({ faultId: z.coerce.number().int().min(1).describe('Number of the fault.') })

/** Diagnose, look, take back. */
export const faultRoutes = [
  route({
    method: 'POST', url: '/v1/faults', id: 'reportFault', tag, roles: ['detector', 'admin'], forOneUser: true, status: 201,
    summary: 'Diagnose a memory. It is out of retrieval when this is answered, and a repair is under way where a worker runs, unless it is held.',
    body: faults.newFault, output: faults.fault, location: ({ id }) => `/v1/faults/${id}`,
    async run(call) {
      await needOwn(call, 'memory', call.body.memoryId)
      return call.emend.faults.add({ detector: call.actor, ...call.body })
    },
  }),
  route({
    method: 'GET', url: '/v1/faults', id: 'listFaults', tag, roles: readers, summary: 'Faults, in the order of diagnosis.',
    query: z.strictObject({ ...faults.listOptions.pick({ state: true, memoryId: true }).shape, ...pageQuery }), output: pageOf(faults.fault),
    run: ({ emend, query: { state, memoryId, ...query } }) => readPage(query, 'number', (page: { limit: number; after?: number }) => emend.faults.list({
      ...(state === undefined ? {} : { state }), ...(memoryId === undefined ? {} : { memoryId }), ...page,
    }), ({ id }) => id),
  }),
  route({
    method: 'GET', url: '/v1/faults/:faultId', id: 'getFault', tag, roles: readers, summary: 'One fault, and the repair that has it.', params, output: faults.fault,
    run: ({ emend, params: { faultId } }) => emend.faults.get(faultId),
  }),
  route({
    method: 'POST', url: '/v1/faults/:faultId/release', id: 'releaseFault', tag, roles: ['admin'], params, output: faults.fault, summary: 'Let a held fault be repaired.',
    run: ({ emend, actor, params: { faultId } }) => emend.faults.release(faultId, actor),
  }),
  route({
    method: 'POST', url: '/v1/faults/:faultId/withdraw', id: 'withdrawFault', tag, roles: ['admin'], params, output: faults.fault,
    summary: 'Take a diagnosis back: the memory returns unless something else holds it, and a repair that has run is undone.',
    run: ({ emend, actor, params: { faultId } }) => emend.faults.withdraw(faultId, actor),
  }),
]
