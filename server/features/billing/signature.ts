import { createHmac, timingSafeEqual } from 'node:crypto'
import { MINUTE, type Moment, SECOND } from '#domain/time.ts'

/** A message whose time differs more from the server clock is treated as a replay. */
const TOLERANCE = 5 * MINUTE

const hmac = (secret: string, seconds: string, body: string) => createHmac('sha256', secret).update(`${seconds}.${body}`).digest()

/**
 * Verifies that the message was signed with the secret recently. During secret rotation a provider signs twice; one signature must match.
 */
export function isSigned(secret: string, header: unknown, body: string, now: Moment): boolean {
  if (typeof header !== 'string' || header.length > 1000) return false
  const parts = header.split(',').map((part) => part.trim().split('=', 2))
  const seconds = parts.find(([name]) => name === 't')?.[1] ?? ''
  if (!/^\d{1,12}$/.test(seconds) || Math.abs(now - Number(seconds) * SECOND) > TOLERANCE) return false
  const expected = hmac(secret, seconds, body)
  return parts.some(([name, value = '']) => {
    if (name !== 'v1' || !/^[0-9a-f]{64}$/.test(value)) return false
    return timingSafeEqual(Buffer.from(value, 'hex'), expected)
  })
}
