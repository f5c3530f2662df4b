/** Which addresses of the internet a stranger may have us ask. */
import { BlockList, isIPv4, isIPv6 } from 'node:net'

/** Ranges of IPv4 that are not the public internet (RFC 6890 and its successors). */
const notPublic4: readonly [network: string, prefix: number][] = [
  ['0.0.0.0', 8], ['10.0.0.0', 8], ['100.64.0.0', 10], ['127.0.0.0', 8], ['169.254.0.0', 16], ['172.16.0.0', 12], ['192.0.0.0', 24], ['192.0.2.0', 24],
  ['192.88.99.0', 24], ['192.168.0.0', 16], ['198.18.0.0', 15], ['198.51.100.0', 24], ['203.0.113.0', 24], ['224.0.0.0', 4], ['240.0.0.0', 4],
]
/** Within 2000::/3, the only global unicast of IPv6: protocol assignments and Teredo, documentation, 6to4. */
const notPublic6: readonly [network: string, prefix: number][] = [
  ['2001::', 23], ['2001:db8::', 32], ['2002::', 16], ['3fff::', 20],
]

const refused4 = new BlockList()
for (const [network, prefix] of notPublic4) refused4.addSubnet(network, prefix, 'ipv4')
const refused6 = new BlockList()
for (const [network, prefix] of notPublic6) refused6.addSubnet(network, prefix, 'ipv6')
const global6 = new BlockList()
global6.addSubnet('2000::', 3, 'ipv6')

/**
 * Whether an address belongs to the public internet: not to this machine, a private network, a link, a group, or a way to tunnel to those.
 *
 * @param address IPv4 or IPv6, without brackets; anything else is not public
 * @example
 * isPublicAddress('169.254.169.254') // false: where clouds keep their credentials
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !refused4.check(address, 'ipv4')
  return isIPv6(address) && !address.includes('%') && global6.check(address, 'ipv6') && !refused6.check(address, 'ipv6')
}
