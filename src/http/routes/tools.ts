/** Routes on tools that live elsewhere. */
import { z } from 'zod'
import { contracts } from '../../index.js'
import { route } from '../route.js'

const { tools } = contracts
const tag = 'tools'
const params = z.strictObject({ name: z.string().describe('Name of the tool.') })

/** Register, look, forget. */
export const toolRoutes = [
  route({
    method: 'POST', url: '/v1/tools', id: 'registerTool', tag, roles: ['admin'], status: 201,
    summary: 'Register a tool that repairs may call: an HTTP callback, or a tool of an MCP server. The one that has the name is changed.',
    body: tools.newTool, output: tools.tool, location: () => '/v1/tools',
    run: ({ emend, actor, body }) => emend.tools.register(body, actor),
  }),
  route({
    method: 'GET', url: '/v1/tools', id: 'listTools', tag, roles: ['auditor', 'worker', 'admin'], summary: 'Tools that repairs may call, those of the program and those that live elsewhere, by name. No secret is among it.',
    output: z.strictObject({ items: z.array(tools.listed) }),
    run: async ({ emend }) => ({ items: await emend.tools.list() }),
  }),
  route({
    method: 'DELETE', url: '/v1/tools/:name', id: 'removeTool', tag, roles: ['admin'], params, output: z.strictObject({ name: z.string() }),
    summary: 'Forget a tool: a repaired plan calls it no more; where a plan stands that calls it, a person decides.',
    async run({ emend, actor, params: { name } }) {
      await emend.tools.remove(name, actor)
      return { name }
    },
  }),
]
