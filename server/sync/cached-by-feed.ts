import { sql } from 'drizzle-orm'
import type { CompanyId, MachineId } from '#domain/ids.ts'
import { HOUR, type Moment } from '#domain/time.ts'
import { type Db, rowsOf } from '../db/client.ts'

/** Facts about the machines of a company; `size` is the number of machines in them. */
type CacheSource<Facts extends { readonly size: number }> = {
  read(db: Db, company: CompanyId): Promise<Facts>
  /** Reads these machines, and returns what replaces them in the facts. */
  reread(db: Db, company: CompanyId, machines: readonly MachineId[]): Promise<(facts: Facts) => void>
}

export type ReadCached<Facts> = (db: Db, company: CompanyId, now: Moment) => Promise<Facts>

type Cached<Facts> = { seq: number; origin: string; at: Moment; facts: Facts }

/** Everything is read again after this time. */
const FRESH = HOUR
/** Of all companies together; more only if a single company has more. */
const MAX_MACHINES = 50_000
const MAX_COMPANIES = 1_000

/**
 * Facts about machines, kept per process. They are read once per company and hour. In between only those machines are read that the feed
 * lists as changed since, because every change of stock, slots or service is published there in its own transaction. A database that was
 * started again or replaced may have lost commits, and a sample company that is filled again has other machines: then the feed proves nothing
 * about what is kept, and everything is read. Only for transactions
 * that read one snapshot: others could keep what is never committed.
 */
export function cachedByFeed<Facts extends { readonly size: number }>({ read, reread }: CacheSource<Facts>): ReadCached<Facts> {
  const known = new Map<CompanyId, Cached<Facts>>()
  return async (db, company, now) => {
    const kept = known.get(company)
    const since = kept?.seq ?? null
    const { seq, origin, changed } = await changesSince(db, company, since)
    if (!kept || since === null || origin !== kept.origin || seq < since || now < kept.at || now >= kept.at + FRESH) {
      const facts = await read(db, company)
      known.delete(company)
      known.set(company, { seq, origin, at: now, facts })
      dropOldest(known)
      return facts
    }
    const replace = changed.length > 0 ? await reread(db, company, changed) : null
    // Another request may have stored a later state in the meantime.
    if (seq > kept.seq) {
      kept.seq = seq
      replace?.(kept.facts)
    }
    return kept.facts
  }
}

function dropOldest(known: Map<CompanyId, Cached<{ readonly size: number }>>): void {
  let machines = [...known.values()].reduce((sum, { facts }) => sum + facts.size, 0)
  for (const [company, { facts }] of known) {
    if (known.size === 1 || (machines <= MAX_MACHINES && known.size <= MAX_COMPANIES)) return
    known.delete(company)
    machines -= facts.size
  }
}

type Changes = { seq: number; origin: string; changed: MachineId[] }

/**
 * The position of the feed, and the machines that it lists as changed after another position, with their stock or slots. The origin is the
 * creation of the company, the start of the database server, and the timeline of its log, which a standby has only once it is promoted.
 */
async function changesSince(db: Db, company: CompanyId, seq: number | null): Promise<Changes> {
  const [row] = await rowsOf<Changes>(
    db,
    sql`select c.feed_seq::float8 as seq, coalesce((
        select json_agg(distinct f.entity_id) from feed f
        where f.company_id = ${company} and f.seq > ${seq}::bigint and f.kind in ('machine', 'slots', 'inventory')), '[]') as changed,
        concat_ws(' ', c.created_at, pg_postmaster_start_time(),
          case when not pg_is_in_recovery() then substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) end) as origin
      from companies c where c.id = ${company}`,
  )
  return row ?? { seq: 0, origin: '', changed: [] }
}
