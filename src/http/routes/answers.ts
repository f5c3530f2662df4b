/** Routes on answers. */
import { z } from 'zod'
import { contracts, needOwn } from '../../index.js'
import { route } from '../route.js'

const { answers } = contracts
const params = z.strictObject({ answerId: z.string() })

/** What stands now. */
export const answerRoutes = [
  route({
    method: 'GET', url: '/v1/answers/:answerId/current', id: 'getCurrentAnswer', tag: 'answers', roles: ['agent', 'detector', 'auditor', 'admin'], forOneUser: true,
    summary: 'What stands for an answer now: itself, or what repairs have made in its place.', params, output: answers.current,
    async run(call) {
      await needOwn(call, 'answer', call.params.answerId)
      return call.emend.answers.current(call.params.answerId)
    },
  }),
  route({
    method: 'POST', url: '/v1/answers/:answerId/regenerate', id: 'regenerateAnswer', tag: 'answers', roles: ['agent', 'admin'], forOneUser: true, params,
    summary: 'Make a stale answer again over the repaired store. The model is asked while the caller waits.', output: answers.current,
    async run(call) {
      await needOwn(call, 'answer', call.params.answerId)
      await call.emend.repairs.regenerate(call.params.answerId)
      return call.emend.answers.current(call.params.answerId)
    },
  }),
]
