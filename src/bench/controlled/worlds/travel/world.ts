/** Trips: flights, hotels and bookings. */
import type { Random } from '../../random.js'
import type { World } from '../../types.js'
import { closeAmounts, closeDays, closeTimes, twinIds } from '../twins.js'

/** A flight. */
export type Flight = { flight_id: string; airline: string; from: string; to: string; date: string; departs: string; price: number }
/** A booking of a flight. */
export type Booking = { booking_id: string; flight_id: string; airline: string; seat: string; status: string; departs: string; gate: string }
/** A hotel. */
export type Hotel = { hotel_id: string; name: string; city: string; price_per_night: number; check_in: string }

/** What travel tools look things up in. */
export type TravelData = { flights: Flight[]; bookings: Booking[]; hotels: Hotel[] }

const airlines = ['Qantas', 'ANA', 'Lufthansa', 'Finnair', 'Iberia', 'KLM', 'Swiss', 'Avianca']
const cities = ['Oslo', 'Lima', 'Kyoto', 'Turin', 'Quito', 'Perth', 'Bergen', 'Leeds']
const houses = ['Meridian', 'Bellevue', 'Astoria', 'Continental', 'Riverside', 'Excelsior', 'Palace', 'Regent']

/** Six flights and bookings, and six hotels, twins in identifier, day and price. */
export function travelWorld(random: Random): World & { data: TravelData } {
  const days = closeDays(random, 6)
  const fares = closeAmounts(random, 280, 6)
  const times = closeTimes(random, 12)
  const [from = 'Oslo', ...to] = random.shuffle(cities)
  const carriers = random.shuffle(airlines)
  const flights = twinIds(random, 'F', 4, 6).map((flight_id, at): Flight => ({
    flight_id, airline: carriers[at] ?? 'KLM', from, to: to[at % 2] ?? 'Lima', date: days[at] ?? '', departs: times[at] ?? '', price: fares[at] ?? 0,
  }))
  const gates = random.shuffle(['A', 'B', 'C', 'D']).flatMap((letter) => [`${letter}${random.int(1, 19)}`, `${letter}${random.int(20, 49)}`])
  const bookings = twinIds(random, 'BK', 4, 6).map((booking_id, at): Booking => ({
    booking_id, flight_id: flights[at]?.flight_id ?? '', airline: carriers[at] ?? '', seat: `${random.int(5 + at * 5, 9 + at * 5)}${random.pick(['A', 'C', 'D', 'F'])}`,
    status: random.pick(['confirmed', 'waitlisted', 'ticketed']), departs: times[at] ?? '', gate: gates[at] ?? '',
  }))
  const rates = closeAmounts(random, 130, 6)
  const hotels = twinIds(random, 'H', 3, 6).map((hotel_id, at): Hotel => ({
    hotel_id, name: random.shuffle(houses)[0] ?? '', city: to[at % 3] ?? '', price_per_night: rates[at] ?? 0, check_in: times[6 + at] ?? '',
  }))
  return { domain: 'travel', data: { flights, bookings, hotels } }
}
