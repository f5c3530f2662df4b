/** Addresses that a tenant names: what may be asked, and how. */
import { isIP } from 'node:net'
import { EmendError } from '../errors.js'
import { isPublicAddress } from './is-public-address.js'

/** The name of a host as it is resolved: without the brackets of IPv6 and the dot of the root. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$|\.$/g, '').toLowerCase()
}

/**
 * Whether the owner of this program allows a host by name: it may be private, and asked without TLS.
 *
 * @param hosts `name`, or `name:port` for one port only
 */
export function isAllowedHost(url: URL, hosts: readonly string[]): boolean {
  const host = hostOf(url)
  const port = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port
  return hosts.some((allowed) => allowed.toLowerCase() === host || allowed.toLowerCase() === `${host}:${port}`)
}

/**
 * Check what can be seen of an address without resolving it: https, no password in it, no host of this machine or of a private network.
 * Hosts that the owner allows may be any, by http too.
 *
 * @throws EmendError `address_refused`, which never quotes more than the host
 */
export function checkAddress(address: string, hosts: readonly string[]): URL {
  const url = URL.canParse(address) ? new URL(address) : null
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) throw new EmendError('address_refused', 'this is no address of https')
  const where = { host: url.host }
  if (url.username !== '' || url.password !== '') throw new EmendError('address_refused', `the address at ${url.host} holds a password: name a secret instead`, where)
  if (isAllowedHost(url, hosts)) return url
  if (url.protocol !== 'https:') throw new EmendError('address_refused', `${url.host} would be asked without TLS`, where)
  const host = hostOf(url)
  if (host === 'localhost' || host.endsWith('.localhost') || (isIP(host) !== 0 && !isPublicAddress(host))) {
    throw new EmendError('address_refused', `${url.host} is not a public address`, where)
  }
  return url
}
