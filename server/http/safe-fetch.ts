import { Resolver } from 'node:dns/promises'
import { request as plainly } from 'node:http'
import { request as sealed } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/**
 * Protects requests to user-supplied addresses against SSRF: they never reach this machine, its network or a cloud's metadata service,
 * regardless of how the address is written or what its name resolves to. Addresses from the settings use `fetch`, because the operator may
 * reach internal hosts.
 */
type SafeFetch = {
  /** Private networks that may be reached nevertheless, also without TLS and on any port. */
  own: BlockList
  addressesOf(name: string, signal: AbortSignal): Promise<string[]>
}

type FailureReason = 'ADDRESS' | 'NAME' | 'TIMEOUT' | 'TLS' | 'CONNECTION'

/** There was no response; `reason` is the cause. */
export class NoAnswer extends Error {
  readonly reason: FailureReason
  constructor(reason: FailureReason) {
    super(`no answer: ${reason}`)
    this.reason = reason
  }
}

/** Ports for TLS. */
const PORTS: ReadonlySet<string> = new Set(['', '443', '8443'])

const HIDDEN = new BlockList()
for (const network of [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24', '192.0.2.0/24'],
  ...['192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/3', '168.63.129.16/32'],
])
  add(HIDDEN, network, 'ipv4')
// Excluded from the allocated range (2000::/3): Teredo and related ranges, documentation, and 6to4, which can embed any IPv4 address.
for (const network of ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']) add(HIDDEN, network, 'ipv6')
const ALLOCATED = new BlockList()
add(ALLOCATED, '2000::/3', 'ipv6')

function add(list: BlockList, network: string, family: 'ipv4' | 'ipv6') {
  const [address = '', bits] = network.split('/')
  list.addSubnet(address, Number(bits), family)
}

function networksOf(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) add(list, network, network.includes(':') ? 'ipv6' : 'ipv4')
  return list
}

const familyOf = (address: string) => (isIP(address) === 6 ? ('ipv6' as const) : ('ipv4' as const))
const isOwn = (own: BlockList, address: string) => own.check(address, familyOf(address))

/** Whether an address is public. IPv6 that embeds another address is not. */
export const isPublic = (address: string): boolean => {
  const family = familyOf(address)
  return isIP(address) !== 0 && !HIDDEN.check(address, family) && (family === 'ipv4' || ALLOCATED.check(address, family))
}

/** Queries name servers directly, because `dns.lookup` occupies the few threads that password hashing and files need too. */
async function resolveName(name: string, signal: AbortSignal): Promise<string[]> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  signal.addEventListener('abort', () => resolver.cancel(), { once: true })
  const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  return found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
}

export const createSafeFetch = (own: readonly string[], addressesOf = resolveName): SafeFetch => ({ own: networksOf(own), addressesOf })

/** What can be checked before the name is resolved; true if a request is worth trying. */
export function mayBeReached({ own }: Pick<SafeFetch, 'own'>, address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, username, password, port, hostname, hash } = new URL(address)
  if ((protocol !== 'https:' && protocol !== 'http:') || username || password || hash) return false
  const host = bare(hostname)
  if (isIP(host) && isOwn(own, host)) return true
  // Only a configured private network is reached without TLS. The address of a name is checked when it is resolved.
  if (protocol === 'http:' || !PORTS.has(port)) return own.rules.length > 0 && !isIP(host)
  return isIP(host) ? isPublic(host) : true
}

const bare = (hostname: string) => hostname.replace(/^\[|\]$/g, '')

type FetchRequest = { method: string; headers: Record<string, string>; body: string | Uint8Array | null; patienceMs: number }

/**
 * Sends a request and returns the status of the response; the body is not read. The name is resolved once, all its addresses are checked,
 * and the connection uses exactly those, so a name that resolves differently the next time (DNS rebinding) has no effect. Redirects are not
 * followed.
 */
export async function statusFrom(way: SafeFetch, address: string, { method, headers, body, patienceMs }: FetchRequest): Promise<number> {
  if (!mayBeReached(way, address)) throw new NoAnswer('ADDRESS')
  const url = new URL(address)
  const signal = AbortSignal.timeout(patienceMs)
  const found = await addressesOf(way, bare(url.hostname), signal)
  const isAllOwn = found.every((one) => isOwn(way.own, one))
  if (!isAllOwn && (url.protocol === 'http:' || !PORTS.has(url.port) || !found.every((one) => isOwn(way.own, one) || isPublic(one))))
    throw new NoAnswer('ADDRESS')
  const all = found.map((one) => ({ address: one, family: isIP(one) }))
  // Calls back asynchronously like any lookup: if a connection failed at once, as with IPv6 on a host without it, its error would have no
  // listener yet and end the process.
  const lookup = ((_name, options, done) =>
    setImmediate(() => (options.all ? done(null, all) : done(null, all[0]?.address ?? '', all[0]?.family)))) as LookupFunction
  return new Promise((resolve, reject) => {
    const ask = url.protocol === 'http:' ? plainly : sealed
    const outgoing = ask(url, { method, headers, lookup, signal, agent: false, maxHeaderSize: 16_384 }, (answer) => {
      resolve(answer.statusCode ?? 0)
      answer.on('error', () => {})
      outgoing.destroy()
    })
    outgoing.on('error', (error) => reject(new NoAnswer(signal.aborted ? 'TIMEOUT' : reasonOf(error))))
    outgoing.end(body)
  })
}

async function addressesOf(way: SafeFetch, host: string, signal: AbortSignal): Promise<string[]> {
  if (isIP(host)) return [host]
  const found = await way.addressesOf(host, signal).catch(() => [])
  if (found.length === 0) throw new NoAnswer(signal.aborted ? 'TIMEOUT' : 'NAME')
  return found
}

const reasonOf = (error: Error & { code?: string }): FailureReason =>
  /CERT|TLS|SSL|EPROTO|SELF_SIGNED|UNABLE_TO/.test(error.code ?? '') ? 'TLS' : 'CONNECTION'
