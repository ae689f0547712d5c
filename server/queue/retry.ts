import { type SQL, sql } from 'drizzle-orm'
import { MINUTE, type Moment, toIso } from '#domain/time.ts'

/** Whether the time of a try has come. A time that is farther ahead than any wait was set by a clock that had jumped. */
export const isDue = (time: SQL, now: Moment, maxWait: number): SQL =>
  sql`(${time} <= ${toIso(now)}::timestamptz or ${time} > ${toIso(now + maxWait + MINUTE)}::timestamptz)`

/** 1, 2, 4, 8 minutes and so on. */
export const waitAfter = (tries: number, maxWait: number): number => Math.min(MINUTE * 2 ** (tries - 1), maxWait)
