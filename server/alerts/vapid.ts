import { createECDH } from 'node:crypto'
import type { AppContext } from '../http/request-context.ts'

export type VapidKeys = { publicKey: string; privateKey: string }

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
