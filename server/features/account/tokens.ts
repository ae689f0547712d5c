import { randomBytes } from 'node:crypto'
import { DAY, MINUTE } from '#domain/time.ts'

export const ACCESS_LASTS = 15 * MINUTE
/** A device that was idle for longer must sign in again. */
export const REFRESH_IDLE = 14 * DAY
/** After this time the user must sign in again, regardless of activity. */
export const SESSION_LASTS = 30 * DAY

/** An opaque token of 256 random bits. */
export const newToken = () => randomBytes(32).toString('base64url')
