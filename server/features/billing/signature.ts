import { createHmac, timingSafeEqual } from 'node:crypto'
import { MINUTE, type Moment, SECOND } from '#domain/time.ts'

/** Further from our clock, and a message is an old one that somebody sends again. */
const TOLERANCE = 5 * MINUTE

const hmac = (secret: string, seconds: string, body: string) => createHmac('sha256', secret).update(`${seconds}.${body}`).digest()

export function sign(secret: string, body: string, now: Moment): string {
  const seconds = String(Math.floor(now / SECOND))
  return `t=${seconds},v1=${hmac(secret, seconds, body).toString('hex')}`
}

/** Whether whoever knows the secret wrote this just now. A provider that changes its secret signs twice for a while: one must fit. */
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
