import { createHash, randomBytes, randomInt } from 'node:crypto'
import type { OperationId } from '#domain/ids.ts'

/** Keys and codes are of chance alone, so that a plain hash keeps them. */
export const hashApiKey = (key: string) => createHash('sha256').update(key).digest('base64url')

export const newKey = () => randomBytes(32).toString('base64url')

/** Without what is read for something else: 0 and O, 1 and I and L. */
const LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/** A code that a person can read out and type in: 79 bits. */
export const newClaimCode = () =>
  Array.from({ length: 4 }, () => Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join('')).join('-')

/** However it was typed. */
export const hashClaimCode = (code: string) => hashApiKey(code.toUpperCase().replaceAll(/[^0-9A-Z]/g, ''))

/** The operation id of an event: the same device says the same id of one thing alone (a UUID of version 8, RFC 9562). */
export function operationOf(imei: string, id: string): OperationId {
  const hex = createHash('sha256').update(`${imei}/${id}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
