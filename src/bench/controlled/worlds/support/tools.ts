/** Tools of a support agent. One opens tickets: the same idempotency key never opens a second one. */
import type { Tool } from '../../../../index.js'
import type { World } from '../../types.js'
import { lookupTool, textParameters } from '../lookup-tool.js'
import type { SupportData, Ticket } from './world.js'

/** Make the tools over a world; tickets that they open are put into it. */
export function supportTools(world: World): Tool[] {
  const { orders, policies, tickets } = world.data as SupportData
  const shown = ({ ticket_id, order_id, issue, status }: Ticket) => ({ ticket_id, order_id, issue, status })
  return [
    lookupTool('get_order', 'Status, category, carrier and total of an order.', { order_id: 'like ORD01234' },
      (id) => orders.find(({ order_id }) => order_id === id)),
    lookupTool('get_policy', 'Refund window, restocking fee and warranty of a category.', { category: 'its name' },
      (name) => policies.find(({ category }) => category === name)),
    lookupTool('get_ticket', 'Order, issue and status of a ticket.', { ticket_id: 'like T0123' }, (id) => {
      const found = tickets.find(({ ticket_id }) => ticket_id === id)
      return found && shown(found)
    }),
    {
      name: 'create_ticket', description: 'Open a ticket about an order.', effect: 'idempotent', parameters: textParameters({ order_id: 'like ORD01234', issue: 'in a few words' }),
      async run(args, { idempotencyKey }) {
        const { order_id, issue } = args as { order_id: string; issue: string }
        if (!orders.some((one) => one.order_id === order_id)) throw new Error(`there is no ${order_id}`)
        const known = tickets.find(({ key }) => key === idempotencyKey)
        if (known) return shown(known)
        const ticket = { ticket_id: `T${String(Number(order_id.slice(3)) % 10_000).padStart(4, '0')}${tickets.length}`, order_id, issue, status: 'open', key: idempotencyKey }
        tickets.push(ticket)
        return shown(ticket)
      },
    },
  ]
}
