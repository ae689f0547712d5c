import { randomBytes } from 'node:crypto'
import { DAY, MINUTE } from '#domain/time.ts'

export const ACCESS_LASTS = 15 * MINUTE
/** A device that was silent for longer signs in anew. */
export const REFRESH_IDLE = 14 * DAY
/** After this a person signs in anew, however busy the device. */
export const SESSION_LASTS = 30 * DAY

/** An opaque token: 256 random bits that mean nothing by themselves. */
export const newToken = () => randomBytes(32).toString('base64url')
