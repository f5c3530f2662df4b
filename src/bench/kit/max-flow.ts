/** Maximum flow by Dinic's algorithm: shortest augmenting paths in level graphs. */

interface Arc {
  to: number
  /** What still fits. */
  room: number
  /** Index of the reverse arc at `to`. */
  back: number
}

/** A network with integer or real capacities. */
export class FlowNetwork {
  private readonly arcs: Arc[][]

  /** @param size number of nodes, named 0 to size - 1 */
  constructor(size: number) {
    this.arcs = Array.from({ length: size }, () => [])
  }

  /** Add an arc; Infinity is a capacity. */
  connect(from: number, to: number, capacity: number): void {
    const out = this.arcs[from]
    const into = this.arcs[to]
    if (!out || !into) throw new RangeError(`there is no node ${out ? to : from}`)
    out.push({ to, room: capacity, back: into.length + (from === to ? 1 : 0) })
    into.push({ to: from, room: 0, back: out.length - 1 })
  }

  /** Send as much as fits. Afterwards `reachable` gives the source's side of a minimum cut. @returns what was sent */
  maximise(source: number, sink: number): number {
    let sent = 0
    for (;;) {
      const level = this.levels(source)
      if ((level[sink] ?? -1) < 0) return sent
      const next = this.arcs.map(() => 0)
      for (let pushed = this.push(source, sink, Infinity, level, next); pushed > 0; pushed = this.push(source, sink, Infinity, level, next)) sent += pushed
    }
  }

  /** Nodes that can still be reached from one node. */
  reachable(from: number): Set<number> {
    return new Set(this.levels(from).flatMap((level, node) => (level >= 0 ? [node] : [])))
  }

  private levels(source: number): number[] {
    const level = this.arcs.map(() => -1)
    level[source] = 0
    const open = [source]
    for (const at of open) {
      for (const { to, room } of this.arcs[at] ?? []) {
        if (room <= 0 || (level[to] ?? 0) >= 0) continue
        level[to] = (level[at] ?? 0) + 1
        open.push(to)
      }
    }
    return level
  }

  private push(at: number, sink: number, most: number, level: readonly number[], next: number[]): number {
    if (at === sink) return most
    const out = this.arcs[at] ?? []
    for (; (next[at] ?? 0) < out.length; next[at] = (next[at] ?? 0) + 1) {
      const arc = out[next[at] ?? 0]
      if (!arc || arc.room <= 0 || level[arc.to] !== (level[at] ?? 0) + 1) continue
      const pushed = this.push(arc.to, sink, Math.min(most, arc.room), level, next)
      if (pushed <= 0) continue
      arc.room -= pushed
      const back = this.arcs[arc.to]?.[arc.back]
      if (back) back.room += pushed
      return pushed
    }
    return 0
  }
}
