/** What was asked of models. */
import { sql } from 'kysely'
import type { CallPurpose, Stage } from '../llm/contracts.js'
import type { ApiContext } from './context.js'

/** Calls of one purpose and stage. */
export interface Usage {
  purpose: CallPurpose['purpose']
  /** `embed` for embeddings: one call may place many texts. */
  stage: Stage | 'embed'
  /** Failed ones included. */
  calls: number
  failedCalls: number
  promptTokens: number
  completionTokens: number
}

/** Calls of the tenant so far, by purpose and stage; empty before the first. Tokens are those that the endpoint counted. */
export type UsageVerb = () => Promise<Usage[]>

/** Make the verb. */
export function usageVerb({ as, tenantId }: ApiContext): UsageVerb {
  return () => as('auditor', async (trx) => (await sql<Usage>`
    select purpose, stage, sum(calls)::integer as calls, sum(failed_calls)::integer as "failedCalls",
           sum(prompt_tokens)::integer as "promptTokens", sum(completion_tokens)::integer as "completionTokens"
      from emend.model_usage where tenant_id = ${tenantId} group by purpose, stage order by purpose, stage`.execute(trx)).rows)
}
