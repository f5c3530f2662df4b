/** The picture of a report: durable recovery against model calls. */
import { placeLabels, type Dot, type Label } from './place-labels.js'
import type { BenchReport } from './report.js'

const size = { width: 760, height: 460, left: 64, right: 24, top: 24, bottom: 56 }
const inner = { width: size.width - size.left - size.right, height: size.height - size.top - size.bottom }

/** One dot a method: model calls a case, probes counted, to the right; durable recovery upwards. */
export function reportSvg({ methods }: BenchReport): string {
  const dots = methods.map(({ name, metrics }) => ({ name, calls: metrics.modelCalls + metrics.probeCalls, durable: metrics.durableRecovery }))
  const most = niceTop(Math.max(1, ...dots.map(({ calls }) => calls)))
  const x = (calls: number): number => size.left + (calls / most) * inner.width
  const y = (durable: number): number => size.top + (1 - durable) * inner.height
  const grid = [0, 0.25, 0.5, 0.75, 1].flatMap((part) => [
    `<line x1="${size.left}" x2="${size.width - size.right}" y1="${y(part)}" y2="${y(part)}" stroke="#ddd"/>`,
    text(size.left - 8, y(part) + 4, part.toFixed(2), 'end'),
    text(x(part * most), size.height - size.bottom + 18, String(Math.round(part * most * 10) / 10), 'middle'),
  ])
  const placed = dots.toSorted((a, b) => a.calls - b.calls || b.durable - a.durable).map(({ name, calls, durable }) => ({ name, x: x(calls), y: y(durable) }))
  const labels = placeLabels(placed, { left: size.left, right: size.width, top: 0, bottom: size.height - size.bottom })
  const marks = placed.flatMap((dot, nth) => {
    const { name } = dot
    const colour = name.startsWith('facts') ? '#0a7d4f' : name.startsWith('paper') ? '#2457a8' : '#a14a00'
    const label = labels[nth]
    return [
      ...(label ? [...(label.isAway ? [lead(dot, label, colour)] : []), text(round(label.x), round(label.y), name, 'start', colour)] : []),
      `<circle cx="${round(dot.x)}" cy="${round(dot.y)}" r="${name === 'facts' || name === 'paper' ? 6 : 4}" fill="${colour}"/>`,
    ]
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" font-family="sans-serif" font-size="11">`,
    `<title>Durable recovery against model calls</title>`,
    `<rect width="${size.width}" height="${size.height}" fill="#fff"/>`,
    ...grid, ...marks,
    text(size.left + inner.width / 2, size.height - 12, 'model calls per case, probes counted', 'middle'),
    `<text transform="translate(16 ${size.top + inner.height / 2}) rotate(-90)" text-anchor="middle">durable recovery</text>`,
    '</svg>', '',
  ].join('\n')
}

const text = (x: number, y: number, words: string, anchor: string, colour = '#333'): string =>
  `<text x="${x}" y="${y}" text-anchor="${anchor}" fill="${colour}">${words.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</text>`
/** A thin line from a dot to words that do not stand beside it. */
const lead = (dot: Dot, { x, y, width }: Label, colour: string): string =>
  `<line x1="${round(dot.x)}" y1="${round(dot.y)}" x2="${round(dot.x < x ? x - 2 : x + width + 2)}" y2="${round(y - 4)}" stroke="${colour}" stroke-width="0.5"/>`
const round = (value: number): number => Math.round(value * 10) / 10

/** The next of 1, 2, 4, 5 times a power of ten. */
function niceTop(value: number): number {
  const unit = 10 ** Math.floor(Math.log10(value))
  return [1, 2, 4, 5, 10].map((times) => times * unit).find((top) => top >= value) ?? value
}
