/** Run a case for real: a tenant of its own, its items, its faults, the repair, and what happens after it. */
import { randomUUID } from 'node:crypto'
import { EmendError } from '../errors.js'
import type { Emend, OpenOptions, PlanJson, RecordItem, RepairReport } from '../index.js'
import type { PolicyName } from '../vocabulary.js'
import { cannedTools, type CannedTools } from './canned-tools.js'
import type { CaseEvent, CaseFile, Expectation } from './case-file.js'
import { checkExpectation, type Shortfall } from './check-expectation.js'
import { mergeReports } from './merge-reports.js'
import type { CaseOutcome } from './outcome.js'

/** How to run a case. */
export interface CaseOptions {
  /** Arm to use instead of the file's; its expectations are then not checked. */
  policy?: PolicyName
  /** Leave the tenant behind. */
  keep?: boolean
}

/** A case, loaded. */
export interface LoadedCase {
  /** Name of its tenant. */
  tenant: string
  emend: Emend
  /** What a repair would do. */
  plan(): Promise<PlanJson>
  /** Repair, let happen what the file says, and compare with what it expects. The report is of the repair, before what came after it. */
  run(): Promise<{ report: RepairReport; shortfalls: Shortfall[] }>
  /** Drop the tenant, unless it is kept, and close. */
  close(): Promise<void>
}

/**
 * Load a case into a fresh tenant.
 *
 * @param open opens the store, as `openEmend` does
 * @throws EmendError what recording throws
 */
export async function loadCase(
  file: CaseFile, open: (options: OpenOptions) => Promise<Emend>, options: CaseOptions = {},
): Promise<LoadedCase> {
  const tenant = `case-${file.id}-${randomUUID()}`
  const canned = cannedTools(file.tools)
  const policy = options.policy ?? file.policy
  const emend = await open({ tenant, policy, tools: canned.tools, isolated: true })
  const close = async (): Promise<void> => {
    try {
      if (!options.keep) await emend.dropTenant()
    } finally {
      await emend.close()
    }
  }
  try {
    await emend.importItems(file.items.map((item) => owned(item.kind === 'memory' ? { ...item, status: item.status ?? 'active' } : item, file)))
  } catch (error) {
    await close()
    throw error
  }
  const run = new CaseRun(file, emend, canned, policy)
  return { tenant, emend, plan: () => run.plan(), run: () => run.everything(), close }
}

/** The file's user owns what names none. */
function owned(item: RecordItem, file: CaseFile): RecordItem {
  return item.user === undefined && file.user !== undefined ? { ...item, user: file.user } : item
}

/** What came out so far. */
class CaseRun {
  private readonly outcome: CaseOutcome = {
    plan: null, answer: { before: null, after: null, regenerated: false }, memories: [], calls: { model: 0, tool: {}, probe: 0 },
    refused: null, refusal: null,
  }
  private report: RepairReport | null = null
  private repairIds: number[] = []
  private isUndoneByWithdrawal = false

  constructor(
    private readonly file: CaseFile, private readonly emend: Emend, private readonly canned: CannedTools, private readonly policy: PolicyName,
  ) {}

  async plan(): Promise<PlanJson> {
    return this.emend.repairs.plan(await this.addFaults(), this.policy)
  }

  async everything(): Promise<{ report: RepairReport; shortfalls: Shortfall[] }> {
    const shortfalls: Shortfall[] = []
    const isChecked = this.policy === this.file.policy
    await this.happen(async () => {
      await this.addFaults()
      await this.repair()
    })
    const first = this.report
    const memories = await this.memories() // as the repair left them
    if (this.file.expect && isChecked) shortfalls.push(...await this.check(this.file.expect, 'expect'))
    else this.throwRefusal()
    for (const [index, event] of (isChecked ? this.file.then : []).entries()) {
      if (event.do === 'expect') {
        shortfalls.push(...await this.check(event.expect, `then[${index}].expect`))
        continue
      }
      this.throwRefusal()
      await this.happen(() => this.handle(event))
    }
    this.throwRefusal()
    if (!first) throw new EmendError('unexpected', `case ${this.file.id} made no repair`)
    return { report: { ...first, memories }, shortfalls }
  }

  /** Do something; a refusal is an outcome, which the next expectation looks at. */
  private async happen(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (!(error instanceof EmendError)) throw error
      this.outcome.refused = error.code
      this.outcome.refusal = error.message
    }
  }

  /** A refusal that nobody expected ends the case. */
  private throwRefusal(): void {
    const { refused, refusal } = this.outcome
    if (refused) throw new EmendError(refused, refusal ?? refused)
  }

  private async check(expect: Expectation, place: string): Promise<Shortfall[]> {
    this.outcome.memories = await this.memories()
    const shortfalls = checkExpectation(expect, this.outcome, place)
    this.outcome.refused = null
    this.outcome.refusal = null
    return shortfalls
  }

  private async handle(event: Exclude<CaseEvent, { do: 'expect' }>): Promise<void> {
    switch (event.do) {
      case 'record':
        await this.emend.importItems(event.items.map((item) => owned(item, this.file)))
        return
      case 'fault':
        await this.addFault(event.fault)
        return
      case 'withdraw': {
        const fault = (await this.emend.faults.list()).findLast((row) => row.memoryId === event.memory_id)
        if (!fault) throw new EmendError('not_found', `no fault names ${event.memory_id}`)
        await this.emend.faults.withdraw(fault.id)
        if (!this.report) return
        this.take(await this.reports(this.repairIds))
        this.isUndoneByWithdrawal = this.report.state === 'undone'
        return
      }
      case 'repair': return this.repair()
      case 'undo':
        // Withdrawing a fault undoes its repair; an undo that follows means the same one, and not to do it again.
        if (!this.isUndoneByWithdrawal) for (const id of this.repairIds.toReversed()) await this.emend.repairs.undo(id)
        this.isUndoneByWithdrawal = false
        this.take(await this.reports(this.repairIds))
        return
      case 'ask': {
        const answer = await this.emend.ask({ userId: event.user, content: event.content })
        this.outcome.answer = { before: null, after: answer.content, regenerated: true }
      }
    }
  }

  private async addFaults(): Promise<number[]> {
    const ids: number[] = []
    for (const fault of this.file.faults) ids.push(await this.addFault(fault))
    return ids
  }

  private async addFault(fault: CaseFile['faults'][number]): Promise<number> {
    const failedAnswerId = this.file.failed_answer ?? this.file.items.findLast((item) => item.kind === 'step' && item.type === 'final_answer')?.id
    const { id } = await this.emend.faults.add({
      memoryId: fault.memory_id, policy: this.policy,
      ...(failedAnswerId === undefined ? {} : { failedAnswerId }),
      ...(fault.type === undefined ? {} : { type: fault.type }),
      ...(fault.detector === undefined ? {} : { detector: fault.detector }),
      ...(fault.evidence === undefined ? {} : { evidence: fault.evidence }),
    })
    return id
  }

  private async repair(): Promise<void> {
    const before = { ...this.canned.calls }
    const opened = await this.emend.repairs.open()
    if (opened.length > 0) this.repairIds = opened
    for (const id of opened) await this.emend.repairs.run(id)
    this.take(await this.reports(this.repairIds))
    this.outcome.calls.tool = Object.fromEntries(
      this.file.tools.map(({ name }) => [name, (this.canned.calls[name] ?? 0) - (before[name] ?? 0)]))
    const error = this.report?.error
    if (error && this.report?.state === 'failed') throw new EmendError('expectation', `the repair failed: ${error.code}: ${error.detail}`)
  }

  private async reports(ids: number[]): Promise<RepairReport> {
    const reports: RepairReport[] = []
    for (const id of ids) reports.push(await this.emend.repairs.show(id))
    const items = [this.file.items, ...this.file.then.map((event) => (event.do === 'record' ? event.items : []))].flat()
    return mergeReports(reports, items.map((item) => item.id))
  }

  private take(report: RepairReport): void {
    this.report = report
    this.outcome.plan = report.plan
    this.outcome.answer = report.answer
    this.outcome.calls = { ...report.calls, tool: { ...report.calls.tool } }
  }

  /** All memories of the tenant, whatever their status. */
  private async memories(): Promise<RepairReport['memories']> {
    return this.emend.allMemories()
  }
}
