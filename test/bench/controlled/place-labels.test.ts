import fc from 'fast-check'
import { expect, test } from 'vitest'
import { placeLabels } from '../../../src/bench/controlled/place-labels.js'

const frame = { left: 0, right: 760, top: 0, bottom: 460 }

test('words stand beside their dot where nothing is in the way', () => {
  expect(placeLabels([{ name: 'abcde', x: 100, y: 200 }], frame)).toEqual([{ x: 109, y: 204, width: 32, isAway: false }])
})

test('words go to the left of a dot at the right edge', () => {
  expect(placeLabels([{ name: 'abcde', x: 750, y: 200 }], frame)).toEqual([{ x: 709, y: 204, width: 32, isAway: false }])
})

test('no words cover a dot or other words, nor leave the picture', () => {
  const dots = fc.array(fc.record({ name: fc.string({ minLength: 1, maxLength: 30 }), x: fc.integer({ min: 10, max: 750 }), y: fc.integer({ min: 10, max: 450 }) }), { maxLength: 15 })
  fc.assert(fc.property(dots, (given) => {
    const labels = placeLabels(given, frame)
    const boxes = labels.map(({ x, y, width }) => ({ left: x, right: x + width, top: y - 9, bottom: y + 2 }))
    boxes.forEach((box, nth) => {
      expect(box.left >= 0 && box.right <= 760 && box.top >= 0 && box.bottom <= 460).toBe(true)
      for (const { x, y } of given) expect(box.left < x && x < box.right && box.top < y && y < box.bottom).toBe(false)
      for (const other of boxes.slice(nth + 1)) {
        expect(box.left < other.right && other.left < box.right && box.top < other.bottom && other.top < box.bottom).toBe(false)
      }
    })
  }))
})
