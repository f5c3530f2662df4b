/** The heaviest set of nodes that holds, with each node, everything that the node requires. */
import { FlowNetwork } from './max-flow.js'

/**
 * Maximum-weight closure by one minimum cut: what is worth something hangs on the source, what costs something on the sink.
 *
 * @param weights what a node is worth; negative = what it costs
 * @param requires pairs: the first needs the second
 * @returns the closure; of several as heavy, the smallest
 */
export function heaviestClosure(weights: ReadonlyMap<string, number>, requires: readonly (readonly [string, string])[]): Set<string> {
  const names = [...weights.keys()]
  const index = new Map(names.map((name, at) => [name, at]))
  const [source, sink] = [names.length, names.length + 1]
  const network = new FlowNetwork(names.length + 2)
  for (const [name, weight] of weights) {
    const at = index.get(name) ?? 0
    if (weight > 0) network.connect(source, at, weight)
    else if (weight < 0) network.connect(at, sink, -weight)
  }
  for (const [one, other] of requires) network.connect(index.get(one) ?? -1, index.get(other) ?? -1, Infinity)
  network.maximise(source, sink)
  return new Set([...network.reachable(source)].flatMap((at) => names[at] ?? []))
}
