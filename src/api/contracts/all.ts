/** The contracts of all verbs, as zod schemas: what doors check, document and print by. */
import { auditContracts } from './audit.js'
import { copyContracts } from './copies.js'
import { faultContracts } from './faults.js'
import { memoryContracts } from './memories.js'
import { answerContracts, eventContracts, repairContracts } from './repairs.js'
import { inputContracts, sessionContracts } from './sessions.js'
import { stepContracts } from './steps.js'
import { settingsContracts } from './settings.js'
import { toolContracts } from './tools.js'
import { webhookContracts } from './webhooks.js'
import { userContracts } from './users.js'

/** By noun. The TypeScript verbs check their options with the same schemas. */
export const contracts = {
  memories: memoryContracts, sessions: sessionContracts, inputs: inputContracts, steps: stepContracts, faults: faultContracts, repairs: repairContracts,
  events: eventContracts, answers: answerContracts, audit: auditContracts, tools: toolContracts,
  copies: copyContracts, users: userContracts, settings: settingsContracts, webhooks: webhookContracts,
} as const
