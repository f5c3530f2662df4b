/** The table of routes: a route that is not in it does not exist, and one without a test fails. */
import type { Route } from './route.js'
import { answerRoutes } from './routes/answers.js'
import { auditRoutes } from './routes/audit.js'
import { copyRoutes } from './routes/copies.js'
import { faultRoutes } from './routes/faults.js'
import { memoryRoutes } from './routes/memories.js'
import { repairRoutes } from './routes/repairs.js'
import { recordRoutes, sessionRoutes } from './routes/sessions.js'
import { settingsRoutes } from './routes/settings.js'
import { toolRoutes } from './routes/tools.js'
import { traceRoutes } from './routes/traces.js'
import { userRoutes } from './routes/users.js'
import { webhookRoutes } from './routes/webhooks.js'

/** Every route below /v1. */
export const routes: readonly Route[] = [
  ...memoryRoutes, ...sessionRoutes, ...recordRoutes, ...traceRoutes, ...faultRoutes, ...repairRoutes, ...answerRoutes, ...userRoutes, ...auditRoutes,
  ...toolRoutes, ...settingsRoutes, ...webhookRoutes, ...copyRoutes,
]
