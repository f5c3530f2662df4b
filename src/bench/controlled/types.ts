/** Shapes of the benchmarks: worlds, scripted turns, cases, labels, methods and scores. Types only. */
import type { Emend, FaultType, RecordItem, Stage, Tool } from '../../index.js'

/** Plain JSON. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** The trades that cases come from. */
export const benchDomains = ['shopping', 'travel', 'support'] as const
/** The trade that a case comes from. */
export type BenchDomain = (typeof benchDomains)[number]
/** Where any case comes from, those of the transfer benchmark included. */
export type CaseDomain = BenchDomain | 'navigation' | 'general'

/** How a fault got into the store. */
export const injectedFaults = ['poisoned', 'stale', 'wrong_user', 'summary_drift'] as const satisfies readonly FaultType[]
/** How a fault got into the store. */
export type InjectedFault = (typeof injectedFaults)[number]

/** Which set of texts a case is written in: `default` for building, the validation sets of two other authors for finding what the reader misses, `held-out` for measuring alone, which nobody tunes to. */
export const phraseSetNames = ['default', 'validation-a', 'validation-b', 'held-out'] as const
/** Which set of texts a case is written in. */
export type PhraseSetName = (typeof phraseSetNames)[number]

/** What tools look things up in. The same world and the same calls give the same results. */
export interface World<D extends CaseDomain = BenchDomain> {
  domain: D
  data: Json
}

/** Makes the tools of a domain over a world, which they may change: give them a copy. */
export type WorldTools = (world: World) => Tool[]

/** One value that an answer must or must not have. */
export interface FactTest {
  /** What it is, for people: `price of P0199`. */
  name: string
  /** Spellings; one of them is enough. Compared normalised: case, number, money and date formats do not matter. */
  anyOf: string[]
}

/** What one turn of a script does to the agent's memory. */
export type TurnEffect = 'write' | 'update' | 'consolidate' | 'delete' | 'observe' | 'ask' | 'distract'

/** What the user says in one turn, and what the generator knows about it. */
export interface ScriptedTurn {
  content: string
  effect: TurnEffect
  /** Names of the slots whose values the turn states, changes, merges, forgets or asks for. */
  slots: string[]
}

/** What is true about a case; nothing of it reaches a method. */
export interface Labels {
  /** The regenerated answer has all of them. */
  required: FactTest[]
  /** And in this order, where they are the steps of a procedure. */
  isOrdered?: boolean
  /** And none of these: values that only the faults brought in. */
  forbidden: FactTest[]
  /** Memories active in the failed store that are right, and that a repair must leave active or as right. */
  benign: string[]
  /** Claims of the failed execution that carry a value that came from a fault; by value, not by edges. */
  affectedClaims: string[]
  /** Final answer of the clean run. */
  cleanAnswer: string
}

/** How many faults a case has; those of the controlled benchmark have at most three. */
export type FaultCount = 1 | 2 | 3 | 4

/** A failed execution with diagnosed faults. */
export interface BenchCase<D extends CaseDomain = BenchDomain> {
  /** Like `shopping-007`; unique in a set, and silent about the fault. */
  id: string
  domain: D
  faultType: InjectedFault
  faultCount: FaultCount
  seed: number
  phrases: PhraseSetName
  /** The failed execution in clock order, as exported from the store where the agent ran it; memories state their status. */
  items: RecordItem[]
  /** Tools are made of it again, afresh for each method. */
  world: World<D>
  faults: { memoryId: string }[]
  /** Id of the final answer that is wrong. */
  failedAnswer: string
  /** The last input; asked again on a fresh session it shows whether the failure comes back. */
  lastInput: { userId: string; sessionId: string; content: string }
  labels: Labels
}

/** A case of any benchmark. */
export type AnyCase = BenchCase<CaseDomain>

/** What a method sees of a case. */
export type PublicCase = Omit<AnyCase, 'labels' | 'faultType'>

/** Judges one answer: true when it has all required facts and no forbidden one. Only MemAudit is handed it. */
export type OraclePort = (answer: string) => boolean

/** What a method works on. */
export interface MethodInput {
  /** A fresh isolated tenant with the case imported and its tools; the faults are not inserted yet. */
  emend: Emend
  case: PublicCase
  /** Only for the method that declares `usesOracle`. */
  oraclePort?: OraclePort
}

/** What a method came to. The store in its tenant is the other half of the result. */
export interface MethodResult {
  answer: string
  /** Claims of the failed execution that it no longer lets stand. */
  invalidatedClaims: string[]
  /** Steps of the failed execution that were taken again. */
  replayedSteps: number
  /** Calls of the model, probes not counted. */
  modelCalls: number
  probeCalls: number
  tokensByStage: Partial<Record<Stage | 'judge', number>>
  /** What it did, for who inspects one case. */
  plan?: Json
}

/** A way of repairing: one file each in `methods/`, as default export. */
export interface Method {
  /** As in tables; unique. */
  name: string
  /** It may ask the oracle, which is declared here and shown in the report. */
  usesOracle?: boolean
  run(input: MethodInput): Promise<MethodResult>
}

/** Why a recovered case failed when it was asked again. */
export type RecurrenceReason = 'fault_value_present' | 'fact_missing_from_store' | 'other'

/** What plans do with what a fault has reached. Counts. */
export interface Mechanics {
  /** Derived memories in the affected set, the faulty ones not counted, and how many of them leave the active store. */
  derived: number
  withdrawn: number
  /** Affected claims that state what a fault said, and how many of them stay valid. */
  stated: number
  kept: number
  /** Of the kept ones: those that cite nothing clean themselves but a read, and those that cite an input. */
  keptByRead: number
  keptByInput: number
  /** Affected plans and mutations, those that stay valid, and of these the ones that cite an input. */
  acts: number
  actsKept: number
  actsByInput: number
}

/** One method on one case. */
export interface CaseScore {
  caseId: string
  method: string
  domain: CaseDomain
  faultType: InjectedFault
  faultCount: FaultCount
  /** Benign memories in the failed store. */
  storeSize: number
  /** Steps of the failed execution. */
  steps: number
  isRecovered: boolean
  /** Null where the case was not recovered. */
  hasRecurred: boolean | null
  recurrenceReason: RecurrenceReason | null
  isDurable: boolean
  faultsRemoved: number
  benignKept: number
  /** Invalidated claims that are affected, that are not, and affected ones that were let stand. */
  claims: { hit: number; needless: number; missed: number }
  replayedSteps: number
  modelCalls: number
  probeCalls: number
  tokens: number
  tokensByStage: Partial<Record<Stage | 'judge', number>>
  answer: string
  answerAgain: string | null
  /** The method threw: its code or message. */
  error: string | null
  /** Null where the method has made no plan of ours. */
  mechanics: Mechanics | null
}
