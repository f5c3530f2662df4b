/**
 * What the planner reads and what it makes. Pure data: the planner sees neither database, clock, random nor model, so
 * that the same rows give the byte-same plan.
 */
import type { Disposition, EdgeLabel, Fact, MemorySource, MemoryStatus, NodeKind, PolicyName, Rule } from '../vocabulary.js'

/** A node that planning looks at: a member of A0, or a neighbour that it stands on. Numbers are clock ticks (node ids). */
export interface PlanNode {
  id: number
  externalId: string
  kind: NodeKind
  content: string
  session: number | null
  turn: number | null
  userId: string | null
  facts: Fact[] | null
  isAffected: boolean
  /** Steps only: what it lists as used, in order. */
  used: number[]
  /** Steps only. */
  generated: number[]
  consumed: number[]
  justifications: number[][] | null
  /** Steps only: `inferred` when the evidence was taken from the turn, not named. */
  usedBasis: 'declared' | 'observed' | 'inferred'
  toolName: string | null
  callId: string | null
  query: { text: string; k: number; scope: unknown } | null
  /** Steps only: already invalid before this repair. */
  isInvalidBefore: boolean
  /**
   * Steps only: an earlier repair that stands has replayed it. What came of that is in its place now, so it is never replayed
   * itself; what an earlier repair only made invalid, or found nothing for, still may be.
   */
  isSettled: boolean
  /**
   * Steps only: a repair made it because a fault needs a correct replacement (R4), or found nothing to put in its place. If it falls,
   * another one is made.
   */
  isOwed: boolean
  /** The clock of the oldest step whose place it has taken, its own where no repair made it. It orders replays and turns. */
  place: number
  /** A repair wrote it that was undone, or that another one has taken over. */
  isUndone: boolean
  /** Memories only: an earlier repair has deleted or quarantined it. */
  isOut: boolean
  /** Memories only: an earlier repair has deleted it because the step that was to retire it had failed to. */
  isStale: boolean
  /** Memories only. */
  status: MemoryStatus | null
  source: MemorySource | null
  derivedFrom: number[]
  supersedes: number[]
  producedBy: number | null
  /** Memories only: true when a read of the repaired store would see it now (active, not withheld by another repair). */
  isWithheld: boolean
  /** It was erased with its user: empty, and no evidence. */
  isErased: boolean
}

/** An edge between two nodes that planning looks at. */
export interface PlanEdge {
  source: number
  target: number
  label: EdgeLabel
  basis: 'declared' | 'observed' | 'inferred'
  isLate: boolean
  /** Nobody recorded it: the target says what only the source says (arm facts). Left out = recorded. */
  isUnrecorded?: true
}

/** Where the walk from one fault starts. */
export interface FaultSeed {
  faultId: number
  /** The faulty memory. */
  memoryId: number
  detector: string
  /** The failed retirement, else the producing step, else the memory itself. */
  seedId: number
  kind: 'failed_retirement' | 'producer' | 'memory'
}

/** What a reexecuted read of A0 returns over the store as the plan leaves it; absent = not reexecuted (no query recorded). */
export interface ReadResult {
  readId: number
  results: number[]
  /** False where an embedding is missing, so that it cannot be known what the read would return: in doubt it has changed. */
  isExact?: boolean
}

/** The verdict on one affected node, with its proof. */
export interface Verdict {
  id: number
  isSupported: boolean
  proof: Proof
}

/** Why a node stands, or why it falls. */
export type Proof =
  /** Diagnosed; `contestedBy` is clean evidence that says the same, for a person to look at. */
  | { kind: 'faulty'; contestedBy?: number[] }
  /** It records what an irreversible action did in the world: true, although done for a bad reason. */
  | { kind: 'consequence'; of: number[] }
  /** Every premise is clean, or one justification is; `roots` end the paths. */
  | { kind: 'premises'; clean: number[]; justification?: number }
  /** Clean premises hold every fact it exports. */
  | { kind: 'covered'; clean: number[]; facts: { fact: string; by: number }[] }
  /** Facts that no clean premise holds. */
  | { kind: 'uncovered'; clean: number[]; dirty: number[]; missing: string[]; unrecorded?: number[] }
  /** Nothing that it stands on is clean. `unrecorded`, here and above: those that it did not name, and says the values of. */
  | { kind: 'no_clean_premise'; dirty: number[]; unrecorded?: number[] }
  /** It recorded justifications, and each of them leans on something that is not clean. */
  | { kind: 'no_clean_justification'; dirty: number[] }
  /** The support check was switched off (ablation): nothing affected stands. */
  | { kind: 'unchecked' }
  /** The verdict of its plan or action. */
  | { kind: 'inherited'; from: number }
  /** A read, re-executed: the same results as before, or not; or nobody can say, because an embedding is missing. */
  | { kind: 'reexecuted'; isUnchanged: boolean; left: number[]; came: number[]; isInexact?: true }
  /** Arm paper: a backward path to a trusted root. */
  | { kind: 'path'; path: number[] }

/** Everything the planner reads. Arrays are sorted by clock. */
export interface PlanInput {
  policy: Policy
  seeds: FaultSeed[]
  nodes: PlanNode[]
  edges: PlanEdge[]
  verdicts: Verdict[]
  /** The answer to repair, null when none is affected. */
  failedAnswer: number | null
  /** Arm facts: other answers that somebody waits for; each is made again where it is invalid. None when left out. */
  alsoFailed?: readonly number[]
  /** arm paper, R2: contents of active memories outside A0, for the test of fault-specific facts. Empty in arm facts. */
  cleanActiveTexts: string[]
  /** Tools whose effect is irreversible: what records their results stays, marked as a consequence. None when left out. */
  irreversibleTools?: readonly string[]
  /** External ids of what proofs name and `nodes` lacks, like a memory that a read finds now. */
  names?: ReadonlyMap<number, string>
  graphVersion: number
}

/** Arm and ablations; what a user may set per repair. */
export interface Policy {
  name: PolicyName
  /** false = every checkable node of A0 is unsupported. */
  supportCheck: boolean
  /** false = replay everything affected, quarantine every derived candidate. */
  planner: boolean
  /** false = replay every replayable step of the trace. */
  selectiveReplay: boolean
}

/** One row of a plan. */
export interface PlanRow {
  id: number
  kind: NodeKind
  disposition: Disposition
  rule: Rule
  reason: string
  isAffected: boolean
  isSupported: boolean
  isInvalid: boolean
  isStaleAnswer: boolean
  /** From 1; null unless replayed. */
  replayPosition: number | null
  proof: Proof | null
  /** An earlier repair, which this one has taken over, had decided the same: nobody who reads the store sees a change. Left out = no. */
  isDecidedBefore?: boolean
}

/** A plan: rows sorted by clock, and a hash over their canonical JSON with external ids. */
export interface Plan {
  policy: Policy
  failedAnswer: number | null
  /** Other answers that somebody waits for; left out where there are none. */
  alsoFailed?: readonly number[]
  rows: PlanRow[]
  hash: string
}
