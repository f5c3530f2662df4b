/** Which things belong together, when all that is known are pairs (union-find over ids). */
export class DisjointSets {
  readonly #parent = new Map<number, number>()

  /** The representative of the set that `id` is in: its smallest member. */
  find(id: number): number {
    let root = id
    for (let up = this.#parent.get(root); up !== undefined && up !== root; up = this.#parent.get(root)) root = up
    for (let at = id; at !== root;) {
      const up = this.#parent.get(at) ?? root
      this.#parent.set(at, root)
      at = up
    }
    return root
  }

  /** From now on `a` and `b` are in one set. */
  join(a: number, b: number): void {
    const [first, second] = [this.find(a), this.find(b)]
    if (first !== second) this.#parent.set(Math.max(first, second), Math.min(first, second))
  }
}
