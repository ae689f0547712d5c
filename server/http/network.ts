import { isIPv4 } from 'node:net'

/** The network of one customer: an IPv4 address, or the /64 prefix of an IPv6 address. */
export function networkOf(ip: string): string {
  const four = ip.replace(/^::ffff:/i, '')
  if (isIPv4(four)) return four
  const [head = '', tail] = ip.toLowerCase().replace(/%.*$/, '').split('::')
  const groups = (part: string) => (part === '' ? [] : part.split(':'))
  const missing = tail === undefined ? 0 : 8 - groups(head).length - groups(tail).length
  return [...groups(head), ...Array<string>(Math.max(0, missing)).fill('0'), ...groups(tail ?? '')].slice(0, 4).join(':')
}
