/** How many cases there are of what: the margins are the paper's (its table 1), the cells between them are ours. */
import { benchDomains, injectedFaults, type BenchDomain, type InjectedFault } from '../types.js'

/** Cases by domain and type; margins 48, 49, 53 and 42, 34, 34, 40. */
const cells: Readonly<Record<BenchDomain, Readonly<Record<InjectedFault, number>>>> = {
  shopping: { poisoned: 14, stale: 11, wrong_user: 11, summary_drift: 12 },
  travel: { poisoned: 14, stale: 11, wrong_user: 11, summary_drift: 13 },
  support: { poisoned: 14, stale: 12, wrong_user: 12, summary_drift: 15 },
}

/** Of these, cases with two and with three faults by domain: 17 and 5 in all, dealt out over the types in turn. */
const several: Readonly<Record<BenchDomain, readonly [two: number, three: number]>> = { shopping: [5, 2], travel: [6, 1], support: [6, 2] }

/** One case that is wanted. */
export interface Place {
  /** Like `shopping-007`; methods see it, so it says nothing of the fault. */
  id: string
  domain: BenchDomain
  type: InjectedFault
  count: 1 | 2 | 3
}

/** All 150 places, domains and types mixed, so that the first few are a fair sample. */
export function places(): Place[] {
  const byCell = benchDomains.flatMap((domain) => {
    const [two, three] = several[domain]
    const counts: (1 | 2 | 3)[] = [...Array.from({ length: three }, () => 3 as const), ...Array.from({ length: two }, () => 2 as const)]
    const left: Record<InjectedFault, (1 | 2 | 3)[]> = { poisoned: [], stale: [], wrong_user: [], summary_drift: [] }
    counts.forEach((count, at) => left[injectedFaults[at % injectedFaults.length] ?? 'poisoned'].push(count))
    // Those with several faults are not the first of their cell.
    return injectedFaults.map((type) => Array.from({ length: cells[domain][type] }, (_, at) => ({ domain, type, count: left[type][at - 2] ?? 1 as const })))
  })
  const longest = Math.max(...byCell.map(({ length }) => length))
  const numbers: Record<BenchDomain, number> = { shopping: 0, travel: 0, support: 0 }
  return Array.from({ length: longest }, (_, at) => byCell.flatMap((cell) => cell.slice(at, at + 1))).flat()
    .map((place) => ({ ...place, id: `${place.domain}-${String(++numbers[place.domain]).padStart(3, '0')}` }))
}
