import { createECDH } from 'node:crypto'
import type { AppContext } from '../http/request-context.ts'

/** Hosts of the browsers' push services. Subscriptions come from outside, so the server sends requests to no other host. */
const HOSTS =
  /^(fcm\.googleapis\.com|jmt17\.google\.com|(?:[\w-]+\.)*push\.services\.mozilla\.com|(?:[\w-]+\.)*notify\.windows\.com|(?:[\w-]+\.)*push\.apple\.com)$/

/** Whether an endpoint belongs to a browser's push service or to an origin from the settings. */
export function isPushService(endpoint: string, named: readonly string[]): boolean {
  if (!URL.canParse(endpoint)) return false
  const { protocol, hostname, port, username, password } = new URL(endpoint)
  if (username || password) return false
  return (protocol === 'https:' && port === '' && HOSTS.test(hostname)) || isNamed(endpoint, named)
}

/** Whether the settings contain this origin. It may be in a private network. */
export const isNamed = (endpoint: string, named: readonly string[]): boolean =>
  named.some((one) => new URL(one).origin === new URL(endpoint).origin)

type VapidKeys = { publicKey: string; privateKey: string }

/**
 * The VAPID keys of this installation (RFC 8292). They are derived from the master key, so that all servers use the same ones and
 * subscriptions stay valid.
 */
export function vapidKeys({ keyFor }: Pick<AppContext, 'keyFor'>): VapidKeys {
  const pair = createECDH('prime256v1')
  const key = keyFor('vapid')
  pair.setPrivateKey(key)
  return { publicKey: pair.getPublicKey('base64url', 'uncompressed'), privateKey: key.toString('base64url') }
}
