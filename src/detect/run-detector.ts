/** Runs one detector in one tenant. */
import { sql } from 'kysely'
import type { Trx } from '../db/transaction.js'
import type { DetectorName, FaultType } from '../vocabulary.js'
import type { Finding } from './finding.js'
import { findFindings } from './find-findings.js'

/** What a run came to. */
export interface DetectorOutcome {
  /** Findings that were never reported before. */
  findings: Finding[]
  /** Faults made of them; empty in a dry run. */
  faultIds: number[]
}

/** What a fault of each detector is. */
export const typeOf: Readonly<Record<DetectorName, FaultType>> = {
  failed_retirement: 'stale', wrong_user: 'wrong_user', contradiction: 'contradiction', drift: 'summary_drift', resurrection: 'resurrected',
}

/**
 * Run a detector under the rights of role detector: look, and report what is new.
 *
 * @param options.hold faults wait for a person
 * @param options.dryRun report nothing
 */
export async function runDetector(
  trx: Trx, tenantId: number, detector: DetectorName, options: { hold: boolean; dryRun: boolean },
): Promise<DetectorOutcome> {
  const found = await findFindings(trx, tenantId, detector)
  const ids = found.map(({ memoryId }) => memoryId)
  const { rows: fresh } = await sql<{ id: number }>`
    select id from emend.unreported(${tenantId}, ${typeOf[detector]}::emend.fault_type, ${ids}::bigint[]) as id`.execute(trx)
  const isFresh = new Set(fresh.map(({ id }) => id))
  const findings = found.filter(({ memoryId }) => isFresh.has(memoryId))
  if (options.dryRun || findings.length === 0) return { findings, faultIds: [] }
  const { rows } = await sql<{ id: number }>`
    select id from emend.report_findings(${tenantId}, ${detector}, ${typeOf[detector]}::emend.fault_type, ${findings.map(({ memoryId }) => memoryId)}::bigint[],
      ${findings.map(({ evidence }) => evidence)}::text[], ${findings.map(({ confidence }) => confidence)}::real[], ${options.hold}) as id`.execute(trx)
  return { findings, faultIds: rows.map(({ id }) => id) }
}
