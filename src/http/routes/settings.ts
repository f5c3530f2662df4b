/** Routes on settings. */
import { contracts } from '../../index.js'
import { route } from '../route.js'

const { settings } = contracts
const tag = 'settings'

/** What a tenant decides for its repairs. */
export const settingsRoutes = [
  route({
    method: 'GET', url: '/v1/settings', id: 'getSettings', tag, roles: ['auditor', 'worker', 'admin'], output: settings.settings,
    summary: 'Which plans wait for a person, and which model is asked; null = as the workers are configured.',
    run: ({ emend }) => emend.settings.get(),
  }),
  route({
    method: 'PATCH', url: '/v1/settings', id: 'changeSettings', tag, roles: ['admin'], body: settings.change, output: settings.settings,
    summary: 'Change what is named.',
    run: ({ emend, actor, body }) => emend.settings.change(body, actor),
  }),
]
