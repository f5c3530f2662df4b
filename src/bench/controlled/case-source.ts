/** Where the cases of a benchmark come from. */
import type { Tool } from '../../index.js'
import type { Filled } from './cases/fill-places.js'
import type { OpenStore } from './cases/play.js'
import type { Judged } from './score.js'
import type { AnyCase, CaseDomain, World } from './types.js'

/** How cases are made, given their tools again, and judged. */
export interface CaseSource {
  /** In a few words, for the report. */
  name: string
  /**
   * Make the cases of a seed; the same seed gives the same ones.
   *
   * @param limit the first so many; all when left out
   * @param concurrency cases that are worked on at once
   * @param onProgress told after every place
   */
  make(open: OpenStore, how: { seed: number; limit: number | undefined; concurrency: number; onProgress(done: number, total: number): void }): Promise<Filled<AnyCase, string>>
  /** Fresh tools over the world of a case. */
  toolsOf(world: World<CaseDomain>): Tool[]
  judge(one: AnyCase, answer: string): Judged
}
