/** Routes on users. */
import { z } from 'zod'
import { contracts } from '../../index.js'
import { route } from '../route.js'

/** Erasure. */
export const userRoutes = [
  route({
    method: 'POST', url: '/v1/users/:userId/erase', id: 'eraseUser', tag: 'users', roles: ['admin'], params: z.strictObject({ userId: z.string() }),
    summary: 'Take the data of a user out, for good, and what others had made from it where nothing else supports it. The answer says what went.',
    output: contracts.users.erasure,
    run: ({ emend, actor, params: { userId } }) => emend.users.erase(userId, actor),
  }),
]
