/** Tools of a travel assistant. None of them changes anything. */
import type { Tool } from '../../../../index.js'
import type { World } from '../../types.js'
import { lookupTool } from '../lookup-tool.js'
import type { TravelData } from './world.js'

/** Make the tools over a world. */
export function travelTools(world: World): Tool[] {
  const { flights, bookings, hotels } = world.data as TravelData
  return [
    lookupTool('search_flights', 'Flights to a city with airline, day and price.', { to: 'name of the city' }, (city) => {
      const found = flights.filter(({ to }) => to.toLowerCase() === city.toLowerCase())
      return found.length > 0 ? { flights: found.map(({ flight_id, airline, date, price }) => ({ flight_id, airline, date, price })) } : undefined
    }),
    lookupTool('get_booking', 'Flight, seat, gate and departure of a booking.', { booking_id: 'like BK1234' },
      (id) => bookings.find(({ booking_id }) => booking_id === id)),
    lookupTool('get_hotel', 'City, nightly price and check-in time of a hotel.', { hotel_id: 'like H123' },
      (id) => hotels.find(({ hotel_id }) => hotel_id === id)),
  ]
}
