import { createHash, randomBytes, randomInt } from 'node:crypto'
import type { OperationId } from '#domain/ids.ts'
import { hashToken } from '../../http/authenticate.ts'

export const newKey = () => randomBytes(32).toString('base64url')

/** Without characters that are easily confused: 0 and O; 1, I and L. */
const KEY_ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/** A claim code that is easy to read out and type: 79 bits of entropy. */
export const newClaimCode = () =>
  Array.from({ length: 4 }, () => Array.from({ length: 4 }, () => KEY_ALPHABET[randomInt(KEY_ALPHABET.length)]).join('')).join('-')

/** Normalizes case and separators. */
export const hashClaimCode = (code: string) => hashToken(code.toUpperCase().replaceAll(/[^0-9A-Z]/g, ''))

/** The operation id of an event: a device uses an id for one event only (a UUID of version 8, RFC 9562). */
export function operationOf(imei: string, id: string): OperationId {
  const hex = createHash('sha256').update(`${imei}/${id}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
