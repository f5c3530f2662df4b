/** What travel sessions are about. */
import type { DomainBook } from '../book.js'
import type { World } from '../../types.js'
import { travelSlots } from './slots.js'
import { travelTools } from './tools.js'
import { travelWorld, type Booking, type TravelData } from './world.js'

const bookings = (world: World): Booking[] => (world.data as TravelData).bookings
const booking = (world: World, id: string): Booking | undefined => bookings(world).find((one) => one.booking_id === id)

/** The travel domain. */
export const travelBook: DomainBook = {
  domain: 'travel', makeWorld: travelWorld, tools: travelTools, slots: travelSlots,
  attributes: [
    { noun: 'seat preference', zh: '座位偏好', kind: 'text', values: ['window', 'aisle', 'bulkhead', 'exit row', 'front row'], zhValues: ['靠窗', '过道', '前排', '后排'] },
    { noun: 'meal preference', zh: '餐食偏好', kind: 'text', values: ['vegan', 'kosher', 'halal', 'vegetarian', 'gluten-free'], zhValues: ['素食', '清真', '低盐', '儿童餐'] },
    { noun: 'home airport', zh: '常用机场', kind: 'text', values: ['Gatwick', 'Heathrow', 'Stansted', 'Luton', 'Orly', 'Schiphol'], zhValues: ['浦东', '虹桥', '白云', '双流'] },
    { noun: 'cabin class', zh: '舱位', kind: 'text', values: ['economy', 'business', 'premium economy', 'first'], zhValues: ['经济舱', '商务舱', '头等舱'] },
    { noun: 'hotel budget', kind: 'money' },
    { noun: 'trip allowance', kind: 'money' },
    { noun: 'passport expiry', kind: 'date' },
    { noun: 'return date', zh: '返程日期', kind: 'date' },
  ],
  pointer: {
    noun: 'active booking', ids: (world) => bookings(world).map(({ booking_id }) => booking_id),
    fields: [
      { key: 'gate', valueOf: (world, id) => booking(world, id)?.gate ?? '' },
      { key: 'seat', valueOf: (world, id) => booking(world, id)?.seat ?? '' },
    ],
  },
  items: ['Qantas', 'ANA', 'Lufthansa', 'Finnair', 'Iberia', 'KLM', 'Avianca', 'Icelandair'],
  zhItems: ['国航', '东航', '南航', '海航', '厦航', '川航'],
}
