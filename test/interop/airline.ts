/** The airline that the recorded runs acted on: its read-only tools over the JSON world beside the runs. */
import { readFileSync } from 'node:fs'
import type { Tool } from '../../src/index.js'

const folder = new URL('../../../shared/data/tau-airline/', import.meta.url)

/** Content of a file of the folder; null where it is absent. */
export function readShared(name: string): string | null {
  try {
    return readFileSync(new URL(name, folder), 'utf8')
  } catch {
    console.warn(`SKIPPED: ${new URL(name, folder).pathname} is absent`)
    return null
  }
}

interface Flight {
  flight_number: string
  origin: string
  destination: string
  scheduled_departure_time_est: string
  scheduled_arrival_time_est: string
  dates: Record<string, { status: string }>
}

/** JSON as Python's json.dumps writes it, which is how the runs' results were written. */
export function dumps(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(dumps).join(', ')}]`
  if (typeof value === 'object' && value !== null) {
    return `{${Object.entries(value).map(([key, inner]) => `${JSON.stringify(key)}: ${dumps(inner)}`).join(', ')}}`
  }
  return JSON.stringify(value)
}

const text = (args: unknown, key: string): string => {
  const value = (args as Record<string, unknown> | null)?.[key]
  return typeof value === 'string' ? value : ''
}

const strings = (...names: string[]) => ({
  type: 'object', properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])), required: names, additionalProperties: false,
})

/** Names of the tools that change the world; no test may run them. */
export const changingTools = [
  'book_reservation', 'cancel_reservation', 'send_certificate', 'transfer_to_human_agents', 'update_reservation_baggages',
  'update_reservation_flights', 'update_reservation_passengers',
]

/** The tools, and the calls of changing ones, which must stay empty. */
export function airline(): { tools: Tool[]; changed: string[] } {
  const users = JSON.parse(readShared('users.json') ?? '{}') as Record<string, unknown>
  const reservations = JSON.parse(readShared('reservations.json') ?? '{}') as Record<string, unknown>
  const flights = Object.values(JSON.parse(readShared('flights.json') ?? '{}') as Record<string, Flight>)
  const changed: string[] = []

  const on = (flight: Flight, date: string): Record<string, unknown> | null => {
    const day = flight.dates[date]
    if (day?.status !== 'available') return null
    const { dates: _dates, ...fixed } = flight
    return { ...fixed, ...day }
  }
  const direct = (origin: string, destination: string, date: string) =>
    flights.filter((flight) => flight.origin === origin && flight.destination === destination).flatMap((flight) => on(flight, date) ?? [])
  const oneStop = (origin: string, destination: string, date: string) =>
    flights.filter((first) => first.origin === origin).flatMap((first) =>
      flights.filter((second) => second.destination === destination && second.origin === first.destination).flatMap((second) => {
        const day = first.scheduled_arrival_time_est.includes('+1') ? `2024-05-${Number(date.slice(-2)) + 1}` : date
        const [a, b] = [on(first, date), on(second, day)]
        if (!a || !b || first.scheduled_arrival_time_est > second.scheduled_departure_time_est) return []
        // As recorded: the second leg's seats and prices are those of the first day.
        return [[{ ...a, date }, { ...b, ...second.dates[date], date: day }]]
      }))

  const pure = (name: string, parameters: Record<string, unknown>, run: (args: unknown) => string): Tool =>
    ({ name, effect: 'pure', parameters, run: async (args) => run(args) })
  return {
    changed,
    tools: [
      pure('get_user_details', strings('user_id'), (args) => {
        const user = users[text(args, 'user_id')]
        return user === undefined ? 'Error: user not found' : dumps(user)
      }),
      pure('get_reservation_details', strings('reservation_id'), (args) => {
        const reservation = reservations[text(args, 'reservation_id')]
        return reservation === undefined ? 'Error: user not found' : dumps(reservation)
      }),
      pure('search_direct_flight', strings('origin', 'destination', 'date'), (args) =>
        dumps(direct(text(args, 'origin'), text(args, 'destination'), text(args, 'date')))),
      pure('search_onestop_flight', strings('origin', 'destination', 'date'), (args) =>
        dumps(oneStop(text(args, 'origin'), text(args, 'destination'), text(args, 'date')))),
      pure('list_all_airports', strings(), () => dumps(Object.fromEntries([...new Set(flights.map(({ origin }) => origin))].map((code) => [code, code])))),
      pure('calculate', strings('expression'), (args) => calculate(text(args, 'expression'))),
      pure('think', strings('thought'), () => ''),
      ...changingTools.map((name): Tool => ({
        name, effect: 'irreversible', parameters: { type: 'object' },
        async run() {
          changed.push(name)
          return 'this must never run'
        },
      })),
    ],
  }
}

/** Sums and products of numbers, as `calculate` of the airline takes them. */
function calculate(expression: string): string {
  const tokens = expression.match(/\d+(?:\.\d+)?|[-+*/()]/g) ?? []
  if (tokens.join('') !== expression.replaceAll(/\s/g, '')) return 'Error: invalid characters in expression'
  let at = 0
  const factor = (): number => {
    const token = tokens[at++]
    if (token === '(') {
      const inner = sum()
      at += 1
      return inner
    }
    return token === '-' ? -factor() : Number(token)
  }
  const product = (): number => {
    let value = factor()
    while (tokens[at] === '*' || tokens[at] === '/') value = tokens[at++] === '*' ? value * factor() : value / factor()
    return value
  }
  const sum = (): number => {
    let value = product()
    while (tokens[at] === '+' || tokens[at] === '-') value = tokens[at++] === '+' ? value + product() : value - product()
    return value
  }
  const value = Math.round(sum() * 100) / 100
  return Number.isInteger(value) ? value.toFixed(1) : String(value)
}
