/** What goes where: data on stdout, words on stderr; JSON where it was asked for. */
import Progress from 'cli-progress'
import Table from 'cli-table3'

/** How a command speaks. */
export interface Output {
  /** True when --json was given. */
  readonly isJson: boolean
  /** Print the result: as JSON with --json, else as text made on demand. */
  data(value: unknown, text: () => string): void
  /** Say something about what is going on. */
  say(words: string): void
  /** Start counting something long: a bar on a terminal, a line every tenth elsewhere. */
  count(what: string, total: number): Counter
}

/** Progress of long work. */
export interface Counter {
  step(): void
  end(): void
}

/** Where the words and data go; tests hand in their own. */
export interface Streams {
  stdout: { write(text: string): unknown }
  stderr: { write(text: string): unknown; isTTY?: boolean }
}

/** Make the output of one command. */
export function makeOutput(isJson: boolean, streams: Streams = process): Output {
  const say = (words: string): void => { streams.stderr.write(`${words}\n`) }
  return {
    isJson,
    data(value, text) {
      streams.stdout.write(isJson ? `${JSON.stringify(value, null, 2)}\n` : endWithNewline(text()))
    },
    say,
    count: (what, total) => (streams.stderr.isTTY ? bar(what, total) : lines(what, total, say)),
  }
}

const endWithNewline = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`)

function bar(what: string, total: number): Counter {
  const shown = new Progress.SingleBar({ format: `${what} {bar} {value}/{total}`, clearOnComplete: true }, Progress.Presets.shades_classic)
  shown.start(total, 0)
  return { step: () => shown.increment(), end: () => shown.stop() }
}

function lines(what: string, total: number, say: (words: string) => void): Counter {
  const every = Math.max(1, Math.ceil(total / 10))
  let done = 0
  return {
    step() {
      done += 1
      if (done % every === 0 || done === total) say(`${what} ${done}/${total}`)
    },
    end() {},
  }
}

/**
 * A table without colours, cells wrapped.
 *
 * @param head titles
 * @param rows cells in the order of the titles
 * @param widths characters of a column; left out = as wide as its content
 */
export function table(head: string[], rows: (string | number | boolean | null | undefined)[][], widths: (number | null)[] = []): string {
  if (rows.length === 0) return '(none)'
  const made = new Table({
    head, wordWrap: true, style: { head: [], border: [], compact: true },
    ...(widths.length > 0 ? { colWidths: widths } : {}),
  })
  made.push(...rows.map((row) => row.map((cell) => String(cell ?? ''))))
  return made.toString()
}
