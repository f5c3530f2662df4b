/** The tenants that a server has open: each is opened when its first key comes, and again after a while. */
import type { EmendTenant, Store, Tool } from '../index.js'

/** How long an open tenant is kept, in milliseconds: one that was dropped and made again is another one. */
const keptMs = 600_000
/** Tenants kept open at once; the one that was opened first goes first. */
const maxOpen = 1_000

/** Finds the open tenant of a name. @throws EmendError `unknown_tenant` */
export type OpenTenants = (name: string) => Promise<EmendTenant>

/** Make the finder. */
export function openTenants(store: Store, tools: Tool[]): OpenTenants {
  const open = new Map<string, { tenant: Promise<EmendTenant>; until: number }>()
  return (name) => {
    const found = open.get(name)
    if (found && found.until > Date.now()) return found.tenant
    const opened = { tenant: store.tenant(name, { tools, mustExist: true }), until: Date.now() + keptMs }
    open.delete(name)
    open.set(name, opened)
    if (open.size > maxOpen) open.delete(open.keys().next().value ?? '')
    opened.tenant.catch(() => { if (open.get(name) === opened) open.delete(name) })
    return opened.tenant
  }
}
