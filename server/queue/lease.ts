import { randomUUID } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import { MINUTE, type Moment, toIso } from '#domain/time.ts'
import type { Database } from '../db/client.ts'
import { PROCESS, PROCESS_LOCKS } from '../db/listen.ts'

/** A process without a report for this long has failed, and another one takes over. */
const LEASE = MINUTE

const hasLock = (number: SQL) => sql`exists (select from pg_locks l where l.locktype = 'advisory' and l.granted
  and l.classid = ${PROCESS_LOCKS}::int::oid and l.objid = (${number})::bigint::oid
  and l.database = (select d.oid from pg_database d where d.datname = current_database()))`

/**
 * The holder of one lease: the number of this process and a unique part, so that a lease that another process has taken over is not
 * renewed. On PostgreSQL a process without its lock has no number, and its lease has to expire.
 */
export function newHolder({ kind }: Pick<Database, 'kind'>): SQL {
  const own = randomUUID()
  const numbered = sql`${`${PROCESS}/${own}`}::text`
  return kind === 'embedded' ? numbered : sql`case when ${hasLock(sql`${String(PROCESS)}::text`)} then ${numbered} else ${own}::text end`
}

/** Holders of this process that have stopped. After a minute their leases have expired anyway. */
const stopped = new Set<string>()

/** Frees the lease of a holder that has stopped and could not store that, because the database was away. */
export function freeLease(holder: string): void {
  stopped.add(holder)
  setTimeout(() => stopped.delete(holder), LEASE).unref()
}

/**
 * Whether a lease is free: its holder has not reported for a minute or has stopped, or its process has ended. The embedded database has one process; on
 * PostgreSQL each process holds a lock while it listens.
 */
export function isFree({ kind }: Pick<Database, 'kind'>, now: Moment, { holder, beat }: { holder: SQL; beat: SQL }): SQL {
  const at = (moment: Moment) => sql`${toIso(moment)}::timestamptz`
  const number = sql`substring(${holder} from '^([0-9]+)/')`
  const isOther = sql`${number} <> ${String(PROCESS)}`
  const hasEnded = kind === 'embedded' ? isOther : sql`${isOther} and not ${hasLock(number)}`
  const hasStopped = sql`${holder} = any(${`{${[...stopped].join(',')}}`}::text[])`
  return sql`(${beat} is null or ${beat} not between ${at(now - LEASE)} and ${at(now + LEASE)} or coalesce(${hasEnded} or ${hasStopped}, false))`
}

/** Whether the time of a try has come. A time that is farther ahead than any wait was set by a clock that had jumped. */
export const isDue = (time: SQL, now: Moment, maxWait: number): SQL =>
  sql`(${time} <= ${toIso(now)}::timestamptz or ${time} > ${toIso(now + maxWait + MINUTE)}::timestamptz)`

/** 1, 2, 4, 8 minutes and so on. */
export const retryDelay = (tries: number, maxWait: number): number => Math.min(MINUTE * 2 ** (tries - 1), maxWait)
