/** A memory that a detector takes for faulty. */
export interface Finding {
  /** The memory. */
  memoryId: number
  /** Why, for people. */
  evidence: string
  /** From 0 to 1. */
  confidence: number
}
