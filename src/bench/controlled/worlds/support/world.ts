/** A help desk: orders, the policies that apply to them, and tickets. */
import type { Random } from '../../random.js'
import type { World } from '../../types.js'
import { closeAmounts, closeDays, twinIds } from '../twins.js'

/** An order. */
export type Order = { order_id: string; status: string; category: string; total: number; carrier: string; expected_on: string }
/** Rules for one category. */
export type Policy = { category: string; refund_window_days: number; restocking_fee_percent: number; warranty_months: number }
/** A ticket; `key` is the idempotency key that opened it. */
export type Ticket = { ticket_id: string; order_id: string; issue: string; status: string; key: string }

/** What support tools look things up in. */
export type SupportData = { orders: Order[]; policies: Policy[]; tickets: Ticket[] }

/** Eight orders and six policies, twins in identifier, amount and day; no ticket yet. */
export function supportWorld(random: Random): World & { data: SupportData } {
  const categories = random.shuffle(['Home', 'Garden', 'Audio', 'Toys', 'Office', 'Sports'])
  const statuses = ['shipped', 'processing', 'delivered', 'delayed', 'returned', 'cancelled']
  const totals = closeAmounts(random, 240, 8)
  const days = closeDays(random, 8)
  const carriers = random.shuffle(['DHL', 'UPS', 'FedEx', 'Hermes', 'PostNord', 'Evri', 'GLS', 'DPD'])
  const orders = twinIds(random, 'ORD', 5, 8).map((order_id, at): Order => ({
    order_id, status: statuses[at % statuses.length] ?? 'shipped', category: categories[at % categories.length] ?? 'Home', total: totals[at] ?? 0,
    carrier: carriers[at] ?? 'DHL', expected_on: days[at] ?? '',
  }))
  const windows = random.shuffle([14, 21, 30, 45, 60, 75])
  const policies = categories.map((category, at): Policy => ({
    category, refund_window_days: windows[at] ?? 30, restocking_fee_percent: random.int(2, 18), warranty_months: random.pick([6, 12, 18, 24]),
  }))
  return { domain: 'support', data: { orders, policies, tickets: [] } }
}
