/** A moment, in milliseconds since 1970 UTC. On the wire it is ISO 8601. */
export type Moment = number

export const SECOND = 1_000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

export const toIso = (at: Moment) => new Date(at).toISOString()
export const fromIso = (text: string): Moment => Date.parse(text)
