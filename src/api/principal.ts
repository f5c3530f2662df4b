/** Who calls, and what that allows. */
import { EmendError } from '../errors.js'
import type { KeyRole } from '../vocabulary.js'

/** Who a key stands for. Tenant, role and user of a call come from here, never from what the call says. */
export interface Principal {
  readonly tenant: string
  readonly role: KeyRole
  /** The only user that may be acted for; null = any user of the tenant. */
  readonly userId: string | null
  readonly keyId: number
}

/**
 * Refuse a principal whose role is not among those that may.
 *
 * @throws EmendError `forbidden`
 */
export function needRole(principal: Principal, roles: readonly KeyRole[]): void {
  if (roles.includes(principal.role)) return
  throw new EmendError('forbidden', `a key of role ${principal.role} may not do this; ${roles.join(', ')} may`, { role: principal.role, roles: [...roles] })
}

/**
 * The user that a call acts for: the key's, where it has one, else the one that the call names.
 *
 * @throws EmendError `forbidden` when the call names another user than the key's
 */
export function userOf(principal: Principal, asked?: string): string | undefined {
  if (principal.userId === null) return asked
  if (asked === undefined || asked === principal.userId) return principal.userId
  throw new EmendError('forbidden', 'the key acts for another user than the call names', { user_id: asked })
}
