import { sql } from 'drizzle-orm'
import { DAY, MINUTE, type Moment, SECOND, toIso } from '#domain/time.ts'
import type { AppContext } from '../../http/request-context.ts'
import type { Outcome } from '../../jobs/jobs.store.ts'
import type { Job } from '../../jobs/run-jobs.ts'
import { type Db, rowsOf } from '../client.ts'
import { TablesBusy } from './brief-locks.ts'
import { createMonths } from './months.ts'
import { nextStep } from './partition-table.ts'
import { isPartitioned, PARTITIONED, type PartitionedTable } from './partitioned-tables.ts'

/** Servers of the version before cannot add sales to a partitioned table: they have a day to be replaced. */
const NOTICE = DAY

const PARTITION_LOCK = 7_460_117

/** Other jobs wait for this one, and a stop of the server too. */
const AT_A_TIME = 5 * SECOND

/** Partitions the tables of a PostgreSQL server by month, in slices. */
export async function partitionTables({ database, now }: Pick<AppContext, 'database' | 'now'>, forMs = AT_A_TIME): Promise<Outcome> {
  if (database.kind === 'embedded') return 'well'
  const { owner } = database
  // A step may take longer than the job's interval, after which another server would begin it too.
  const alone = owner.transaction(async (tx) => {
    // Without parameters, because their portal would keep a snapshot, for which the creation of an index waits.
    const [lock] = await rowsOf<{ isOurs: boolean }>(tx, sql.raw(`select pg_try_advisory_xact_lock(${PARTITION_LOCK}) as "isOurs"`))
    return lock?.isOurs ? work(owner, now(), performance.now() + forMs) : 'well'
  })
  return alone.catch((error: unknown) => {
    if (error instanceof TablesBusy) return 'well'
    throw error
  })
}

async function work(owner: Db, now: Moment, until: number): Promise<Outcome> {
  let outcome: Outcome = 'well'
  for (const table of PARTITIONED) {
    if (!(await isPartitioned(owner, table.name))) {
      const { at, isFar } = await progressOf(owner, table.name, now)
      if (at + NOTICE > now && (await holdsCompanies(owner))) {
        if (isFar) outcome = 'trouble'
        continue
      }
      for (;;) {
        const step = await nextStep(owner, table, now)
        if (step === 'far') {
          outcome = 'trouble'
          await postpone(owner, table.name, now)
        }
        if (step !== 'more') break
        if (performance.now() > until) return outcome
      }
    }
    await continueMonths(owner, table, now)
  }
  return outcome
}

/** Creates the partitions of the coming months of a table that has some. */
async function continueMonths(owner: Db, table: PartitionedTable, now: Moment): Promise<void> {
  if (!(await isPartitioned(owner, table.name))) return
  const created = await createMonths(owner, table, now)
  // Autovacuum gathers statistics of partitions and not of their table.
  if (created.length > 0) await owner.execute(sql`analyze ${sql.identifier(table.name)}`)
}

/** `at`: when a server of a version with partitions was first here, or when times were found that are too late (`isFar`). */
async function progressOf(owner: Db, name: string, now: Moment): Promise<{ at: Moment; isFar: boolean }> {
  await owner.execute(sql`create schema if not exists partitions`)
  await owner.execute(sql`create table if not exists partitions.progress
    (name text primary key, noticed_at timestamp with time zone not null, is_far boolean not null default false, next_page bigint not null default 0)`)
  await owner.execute(sql`insert into partitions.progress (name, noticed_at) values (${name}, ${toIso(now)}) on conflict do nothing`)
  const [row] = await rowsOf<{ at: Moment; isFar: boolean }>(
    owner,
    sql`select round(extract(epoch from noticed_at) * 1000)::float8 as at, is_far as "isFar" from partitions.progress where name = ${name}`,
  )
  return row ?? { at: now, isFar: false }
}

/** Looks for times that are too late again in a day, because it reads the whole table. */
const postpone = (owner: Db, name: string, now: Moment) =>
  owner.execute(sql`update partitions.progress set noticed_at = ${toIso(now)}, is_far = true where name = ${name}`)

const holdsCompanies = async (owner: Db): Promise<boolean> => (await rowsOf(owner, sql`select from companies limit 1`)).length > 0

/** Tables that are partitioned stay so if the setting is removed. */
async function partitionBySetting(ctx: AppContext): Promise<Outcome> {
  if (ctx.settings.partitionTables) return partitionTables(ctx)
  if (ctx.database.kind === 'embedded') return 'well'
  for (const table of PARTITIONED) await continueMonths(ctx.database.owner, table, ctx.now())
  return 'well'
}

export const partitionTablesJob: Job = { name: 'partition-tables', everyMs: MINUTE, run: partitionBySetting }
