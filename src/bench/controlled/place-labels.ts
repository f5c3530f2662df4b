/** A dot of a picture and the words beside it. */
export interface Dot {
  name: string
  x: number
  y: number
}

/** Where words stand: their left end and their baseline. `isAway`: a line should lead to the dot. */
export interface Label {
  x: number
  y: number
  width: number
  isAway: boolean
}

interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

const letter = 6.4
const line = 12
const gap = 9

/**
 * Places for the words of dots, so that none covers other words or a dot: beside its own where that is free, else the nearest free line above
 * or below, right before left.
 *
 * @param frame words stay inside it; where there is no free place they stand beside their dot all the same
 * @returns one label a dot, in the order of the dots
 */
export function placeLabels(dots: readonly Dot[], frame: { left: number; right: number; top: number; bottom: number }): Label[] {
  const taken: Box[] = dots.map(({ x, y }) => ({ left: x - 6, right: x + 6, top: y - 6, bottom: y + 6 }))
  return dots.map(({ name, x, y }) => {
    const width = name.length * letter
    const places = Array.from({ length: 2 * Math.ceil((frame.bottom - frame.top) / line) }, (_, n) => Math.ceil(n / 2) * (n % 2 === 0 ? -1 : 1) * line)
      .flatMap((down) => [x + gap, x - gap - width].map((left): Label => ({ x: left, y: y + 4 + down, width, isAway: down !== 0 })))
    const isFree = (label: Label): boolean => {
      const box = boxOf(label)
      return box.left >= frame.left && box.right <= frame.right && box.top >= frame.top && box.bottom <= frame.bottom && !taken.some((other) => overlap(box, other))
    }
    const label = places.find(isFree) ?? { x: x + gap, y: y + 4, width, isAway: false }
    taken.push(boxOf(label))
    return label
  })
}

const boxOf = ({ x, y, width }: Label): Box => ({ left: x, right: x + width, top: y - 9, bottom: y + 2 })
const overlap = (a: Box, b: Box): boolean => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
