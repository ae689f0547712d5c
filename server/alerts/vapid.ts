import { createECDH } from 'node:crypto'
import type { AppContext } from '../http/request-context.ts'

export type VapidKeys = { publicKey: string; privateKey: string }

/**
 * By what push services know this installation (RFC 8292): derived from its master key like every other, so that all its servers
 * have the same and a browser that has subscribed stays so.
 */
export function vapidKeys({ keyFor }: Pick<AppContext, 'keyFor'>): VapidKeys {
  const pair = createECDH('prime256v1')
  const key = keyFor('vapid')
  pair.setPrivateKey(key)
  return { publicKey: pair.getPublicKey('base64url', 'uncompressed'), privateKey: key.toString('base64url') }
}
