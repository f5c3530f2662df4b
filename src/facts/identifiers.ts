import { stem } from './stem.js'
import type { Matcher } from './scanner.js'

const measure = /^\d+(?:st|nd|rd|th|k|m|g|kg|km|cm|mm|gb|mb|kb|tb|hz|ghz|mhz|x|h|d|w|px|ml|l|mg)$/i

/** Things of one kind share a shape: ORD00169 and ORD00170 are orders; codes without a word in front are `code`. */
function shapeOf(id: string): string {
  const prefix = /^([a-z]{1,})[-_]?\d+$/.exec(id)?.[1]
  if (prefix) return prefix
  const long = /^([a-z]+(?:_[a-z]+)*)[-_]\d+$/.exec(id)?.[1]
  return long && !/^[a-z]+_[a-z]+$/.test(long) ? long : long ? `${long.split('_').length}-part` : 'code'
}

/** ORD00169, P0199, HAT136, 4WQ150, certificate_4856383, m-12, #1234, UUIDs. Case does not matter. */
export const identifier: Matcher = {
  hint: /[A-Za-z_#-]\d|\d[A-Za-z_-]/,
  pattern: new RegExp(
    String.raw`(?<![\p{Script=Latin}\d_.])(?:#\d+|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}` +
      String.raw`|(?=[\w-]{0,80}\d)(?=[\w-]{0,80}[A-Za-z])[A-Za-z0-9]\w*(?:-\w{0,80}\d\w{0,80})*)(?![\p{L}\d](?<![\u4e00-\u9fff]))`,
    'gu',
  ),
  read(match) {
    const text = match[0]
    if (measure.test(text) || !/[a-z#]/i.test(text)) return null
    const id = text.replace(/^#/, '').toLowerCase()
    const key = `i:${id}`
    // "certificate 4856383" in prose is certificate_4856383 in JSON.
    const [, prefix = '', digits] = /^(?:([a-z_]+)[_-])?(\d{4,})$/.exec(id) ?? /^()(\d+)$/.exec(id) ?? []
    const parts = prefix
      .split('_')
      .filter(Boolean)
      .map((word) => `w:${stem(word)}`)
    const covers = digits === undefined ? [key] : [key, `n:${Number(digits)}`, `i:${digits}`, ...parts]
    return { kind: 'identifier', text, key, covers, shape: shapeOf(id) }
  },
}

/** An e-mail address or a web address. */
export const address: Matcher = {
  pattern: /[\w.+-]+@[\w-]+(?:\.[\w-]+)+|\bhttps?:\/\/[^\s"'<>)\]]+[^\s"'<>)\].,;:!?]/g,
  read(match) {
    const key = `e:${match[0].toLowerCase()}`
    return { kind: 'email', text: match[0], key, covers: [key] }
  },
}
