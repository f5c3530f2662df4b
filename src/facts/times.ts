import type { Matcher } from './scanner.js'

/** A time of day: `t:18:00` for 6 pm, 18:00, 06:00:00 PM, 18 Uhr; seconds only where they are not zero. */
export const time: Matcher = {
  hint: /:\d\d|\d ?(?:[ap]\.?m|uhr)/i,
  pattern: /(?<![\w:])(\d{1,2}):(\d{2})(?::(\d{2}))?(?![\d:])\s?([ap]\.?m\b\.?)?|(?<![\w:.,])(\d{1,2})\s?([ap]\.?m\b\.?|uhr\b)/gi,
  read(match) {
    const half = (match[4] ?? match[6] ?? '').toLowerCase()
    let hour = Number(match[1] ?? match[5])
    if (half.startsWith('p') && hour < 12) hour += 12
    if (half.startsWith('a') && hour === 12) hour = 0
    const minute = match[2] ?? '00'
    if (hour > 24 || Number(minute) > 59) return null
    const second = match[3] && match[3] !== '00' ? `:${match[3]}` : ''
    const key = `t:${String(hour).padStart(2, '0')}:${minute}${second}`
    return { kind: 'time', text: match[0].trim(), key, covers: [key] }
  },
}
