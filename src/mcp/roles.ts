/** Which roles are shown which tools and resources; admin is shown all. */
import type { KeyRole, Principal } from '../index.js'

/** Agents: they remember, read and record. */
export const agents: readonly KeyRole[] = ['agent', 'admin']
/** Whoever may look at memories; what a detector or auditor looks at is recorded nowhere. */
export const readers: readonly KeyRole[] = ['agent', 'detector', 'auditor', 'admin']
/** Detectors: they report faults. */
export const detectors: readonly KeyRole[] = ['detector', 'admin']
/** Auditors: they are told why. */
export const auditors: readonly KeyRole[] = ['auditor', 'admin']
/** Whoever may see what a repair would do. */
export const planners: readonly KeyRole[] = ['auditor', 'worker', 'admin']
/** Whoever may carry repairs out. */
export const workers: readonly KeyRole[] = ['worker', 'admin']
/** Whoever may take a repair back. */
export const admins: readonly KeyRole[] = ['admin']
/** Whoever may ask where a repair stands: a refusal names it to agents. */
export const followers: readonly KeyRole[] = ['agent', 'detector', 'auditor', 'worker', 'admin']

/** Whether the principal is shown something. */
export function isShownTo(principal: Principal, { roles, forOneUser }: { roles: readonly KeyRole[]; forOneUser: boolean }): boolean {
  return roles.includes(principal.role) && (principal.userId === null || forOneUser)
}
