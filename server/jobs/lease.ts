import { randomUUID } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import { MINUTE, type Moment, toIso } from '#domain/time.ts'
import type { Database } from '../db/client.ts'
import { PROCESS, PROCESS_LOCKS } from '../db/listen.ts'

/** A process that has not reported for so long has died, and another one takes over. */
const LEASE = MINUTE

const hasLock = (number: SQL) => sql`exists (select from pg_locks l where l.locktype = 'advisory' and l.granted
  and l.classid = ${PROCESS_LOCKS}::int::oid and l.objid = (${number})::bigint::oid
  and l.database = (select d.oid from pg_database d where d.datname = current_database()))`

/**
 * A name for the holder of one lease: the number of this process and a part of its own, so that a lease that another process took
 * meanwhile is not kept. On PostgreSQL a process that holds no lock gives no number, and is waited for.
 */
export function newHolder({ kind }: Pick<Database, 'kind'>): SQL {
  const own = randomUUID()
  const numbered = sql`${`${PROCESS}/${own}`}::text`
  return kind === 'embedded' ? numbered : sql`case when ${hasLock(sql`${String(PROCESS)}::text`)} then ${numbered} else ${own}::text end`
}

/**
 * Whether nobody works on what is leased so: its holder has not reported for a minute, or its process has ended. Of the embedded database
 * there is one process; on PostgreSQL each holds a lock as long as it listens.
 */
export function isFree({ kind }: Pick<Database, 'kind'>, now: Moment, { holder, beat }: { holder: SQL; beat: SQL }): SQL {
  const at = (moment: Moment) => sql`${toIso(moment)}::timestamptz`
  const number = sql`substring(${holder} from '^([0-9]+)/')`
  const isOther = sql`${number} <> ${String(PROCESS)}`
  const hasEnded = kind === 'embedded' ? isOther : sql`${isOther} and not ${hasLock(number)}`
  return sql`(${beat} is null or ${beat} not between ${at(now - LEASE)} and ${at(now + LEASE)} or coalesce(${hasEnded}, false))`
}
