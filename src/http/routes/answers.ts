/** Routes on answers. */
import { z } from 'zod'
import { contracts, needOwn } from '../../index.js'
import { route } from '../route.js'

const { answers } = contracts
const params = z.strictObject({ id: z.string() })

/** What stands now. */
export const answerRoutes = [
  route({
    method: 'GET', url: '/v1/answers/:id/current', id: 'getCurrentAnswer', tag: 'answers', roles: ['agent', 'detector', 'auditor', 'admin'], forOneUser: true,
    summary: 'What stands for an answer now: itself, or what repairs have made in its place.', params, output: answers.current,
    async run(call) {
      await needOwn(call, 'answer', call.params.id)
      return call.emend.answers.current(call.params.id)
    },
  }),
  route({
    method: 'POST', url: '/v1/answers/:id/regenerate', id: 'regenerateAnswer', tag: 'answers', roles: ['agent', 'admin'], forOneUser: true, params,
    summary: 'Make a stale answer again over the repaired store. The model is asked while the caller waits.', output: answers.current,
    async run(call) {
      await needOwn(call, 'answer', call.params.id)
      await call.emend.repairs.regenerate(call.params.id)
      return call.emend.answers.current(call.params.id)
    },
  }),
]
