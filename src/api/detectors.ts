/** The verbs on detectors of ours: what looks for faulty memories by itself. */
import { z } from 'zod'
import { runDetector, typeOf } from '../detect/run-detector.js'
import { detectorNames, type DetectorName, type FaultType } from '../vocabulary.js'
import { checkOptions, type ApiContext } from './context.js'

/** A detector, and whether workers run it for this tenant. */
export interface Detector {
  name: DetectorName
  /** What it looks for, for people. */
  finds: string
  /** Type of its faults. */
  type: FaultType
  isEnabled: boolean
  /** What it reports waits for a person. */
  isHolding: boolean
}

/** Which detectors to run, and how. */
export interface RunDetectors {
  /** Those that are enabled when left out. */
  detectors?: DetectorName[]
  /** Say what would be reported, and report nothing; default false. */
  dryRun?: boolean
  /** Faults wait for a person; as it was enabled when left out. */
  hold?: boolean
}

/** What one detector found that nobody had reported before. */
export interface DetectorRun {
  detector: DetectorName
  type: FaultType
  /** Oldest memory first. */
  findings: { memoryId: string; evidence: string; confidence: number }[]
  /** Numbers of the faults that were made of them; none in a dry run. */
  faultIds: number[]
  isHeld: boolean
}

/** Verbs on detectors. */
export interface DetectorsApi {
  /** All there are. */
  list(): Promise<Detector[]>
  /** Let workers run it, every five minutes unless EMEND_DETECT_CRON says otherwise. Enabling again changes `hold`. */
  enable(name: DetectorName, options?: { hold?: boolean }): Promise<Detector>
  /** Workers no longer run it; what it reported stays. */
  disable(name: DetectorName): Promise<Detector>
  /**
   * Run detectors here and now. A memory is reported once for what it is, whatever became of that: never again after its fault was withdrawn.
   *
   * @returns one a detector, in the order of `list`
   */
  run(options?: RunDetectors): Promise<DetectorRun[]>
}

const finds: Readonly<Record<DetectorName, string>> = {
  failed_retirement: 'a delete, update or consolidation consumed a memory that is still there',
  wrong_user: 'a step in the session of one user rests on a memory of another',
  contradiction: 'two active memories of a user say different values of the same thing',
  drift: 'a memory that was made from others, or from what was said, has a value that none of that has',
  resurrection: 'an active memory equals one that a repair has deleted',
}

const name = z.enum(detectorNames)
const enableSchema = z.strictObject({ hold: z.boolean().optional() })
const runSchema = z.strictObject({ detectors: z.array(name).optional(), dryRun: z.boolean().optional(), hold: z.boolean().optional() })

/** Make the verbs for one tenant. */
export function detectorsApi({ as, tenantId }: ApiContext): DetectorsApi {
  const list = (): Promise<Detector[]> => as('auditor', async (trx) => {
    const rows = await trx.selectFrom('enabled_detector').select(['detector', 'is_holding']).where('tenant_id', '=', tenantId).execute()
    const enabled = new Map(rows.map((row) => [row.detector, row.is_holding]))
    return detectorNames.map((one) => ({ name: one, finds: finds[one], type: typeOf[one], isEnabled: enabled.has(one), isHolding: enabled.get(one) ?? false }))
  })
  const get = async (one: DetectorName): Promise<Detector> => {
    const detector = (await list())[detectorNames.indexOf(one)]
    return detector ?? { name: one, finds: finds[one], type: typeOf[one], isEnabled: false, isHolding: false }
  }
  return {
    list,
    async enable(given, options = {}) {
      const detector = checkOptions(name, 'detectors.enable', given)
      const { hold = false } = checkOptions(enableSchema, 'detectors.enable', options)
      await as('admin', (trx) => trx.insertInto('enabled_detector').values({ tenant_id: tenantId, detector, is_holding: hold })
        .onConflict((conflict) => conflict.columns(['tenant_id', 'detector']).doUpdateSet({ is_holding: hold })).execute())
      return get(detector)
    },
    async disable(given) {
      const detector = checkOptions(name, 'detectors.disable', given)
      await as('admin', (trx) => trx.deleteFrom('enabled_detector').where('tenant_id', '=', tenantId).where('detector', '=', detector).execute())
      return get(detector)
    },
    async run(options = {}) {
      const { detectors: wanted, dryRun = false, hold } = checkOptions(runSchema, 'detectors.run', options)
      const runs: DetectorRun[] = []
      for (const one of await list()) {
        if (!(wanted?.includes(one.name) ?? one.isEnabled)) continue
        const isHeld = hold ?? one.isHolding
        runs.push(await as('detector', async (trx) => {
          const { findings, faultIds } = await runDetector(trx, tenantId, one.name, { hold: isHeld, dryRun })
          const rows = findings.length === 0 ? [] : await trx.selectFrom('node').select(['node_id', 'external_id'])
            .where('tenant_id', '=', tenantId).where('node_id', 'in', findings.map(({ memoryId }) => memoryId)).execute()
          const ids = new Map(rows.map((row) => [row.node_id, row.external_id]))
          return {
            detector: one.name, type: one.type, faultIds, isHeld,
            findings: findings.map(({ memoryId, evidence, confidence }) => ({ memoryId: ids.get(memoryId) ?? String(memoryId), evidence, confidence })),
          }
        }))
      }
      return runs
    },
  }
}
