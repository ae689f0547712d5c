import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { CompanyId } from '#domain/ids.ts'
import { DAY, MINUTE, type Moment, SECOND, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../db/client.ts'
import { millis } from '../db/sql-fragments.ts'
import { publishOutcomes } from '../features/telemetry/command-outcomes.ts'
import { ENDED, type Ended } from '../features/telemetry/commands.store.ts'
import type { Job } from '../jobs/run-jobs.ts'
import { insertStates } from '../machine-state/outages.store.ts'
import { publish } from '../sync/feed.ts'
import { createdAtOf, MAX_GAP, type Mute, sellOn, sourceOf, writtenAt } from './sell-on.ts'

/**
 * Simulates the demo's devices, which have no hardware: those that were not offline send heartbeats and sales and execute commands. A
 * device that has claimed a key is left to its owner.
 */
export const demoTelemetryJob: Job = {
  name: 'demo',
  everyMs: MINUTE - 10 * SECOND,
  run: async (ctx) => {
    const { database, settings } = ctx
    const companies = await database.asSystem((db) =>
      rowsOf<Demo>(
        db,
        sql`select id, currency, ${millis(sql`created_at`)} as "createdAt" from companies
          where demo = 1 or (demo = 2 and created_at > ${toIso(createdAtOf(ctx.now() - MAX_SAMPLE_AGE))}::timestamptz) order by id`,
      ),
    )
    for (const company of companies) {
      const at = ctx.now()
      const selling = await database.withTenant(company.id, async (db) => {
        const due = settings.demoSales ? await sellingMachines(db, company, at) : []
        await sendAll(db, company.id, at)
        return due
      })
      for (const { from, ...device } of selling)
        await database.withTenant(company.id, (db) => sellOn(db, ctx, device, { from, until: at }, writtenAt(company.createdAt)))
    }
    return 'well'
  },
}

/** Sample companies stop selling after this time, so that forgotten ones cost nothing. */
const MAX_SAMPLE_AGE = 30 * DAY

type Demo = { id: CompanyId; currency: string; createdAt: Moment }

/** Running machines with sales to simulate since their last message, each with a device without a key. */
async function sellingMachines(db: Db, { id: companyId, currency, createdAt }: Demo, at: Moment): Promise<(Mute & { from: Moment })[]> {
  const { back } = sourceOf({ from: at, until: at }, writtenAt(createdAt))
  const from = sql`greatest(s.heard_at, ${toIso(at - MAX_GAP)}::timestamptz)`
  const rows = await rowsOf<Omit<Mute, 'companyId' | 'currency'> & { from: Moment }>(
    db,
    sql`select distinct on (s.machine_id) s.machine_id::float8 as machine, d.id::float8 as "deviceId", d.imei, d.type, ${millis(from)} as "from"
      from machine_status s
        join machines m on m.company_id = s.company_id and m.id = s.machine_id and m.state = 'RUNNING'
        join devices d on d.company_id = s.company_id and d.machine_id = s.machine_id and d.key_hash is null
      where s.company_id = ${companyId} and s.heard_at is not null and exists (
        select from transactions t where t.company_id = s.company_id and t.machine_id = s.machine_id and t.received_at is null
          and t.at > ${from} - ${back / SECOND} * interval '1 second' and t.at <= ${toIso(at - back)}::timestamptz)
      order by s.machine_id, d.id`,
  )
  return rows.map((row) => ({ ...row, companyId, currency }))
}

async function sendAll(db: Db, company: CompanyId, at: number): Promise<void> {
  const when = toIso(at)
  const isMute = sql`key_hash is null`
  const hasMute = sql`exists (select from devices d where d.company_id = s.company_id and d.machine_id = s.machine_id and d.${isMute})`
  await db.execute(sql`
    update machine_status s set heard_at = ${when} from machines m
    where s.company_id = ${company} and m.company_id = s.company_id and m.id = s.machine_id and m.state not in ('NONE', 'NOT_CONNECTED') and ${hasMute}`)
  await db.execute(sql`
    update devices d set heard_at = ${when} from machines m
    where d.company_id = ${company} and d.${isMute} and m.company_id = d.company_id and m.id = d.machine_id
      and m.state not in ('NONE', 'NOT_CONNECTED') and d.heard_at is not null`)
  const done = await rowsOf<Ended>(
    db,
    sql`update device_commands c set taken_at = ${when}, ended_at = ${when}, outcome = 'done' where c.company_id = ${company} and c.ended_at is null
      and c.device_id in (select id from devices where company_id = ${company} and ${isMute}) returning ${ENDED}`,
  )
  const restarted = await rowsOf<{ id: number }>(
    db,
    sql`with started as (
        update machine_status s set reported_state = 'RUNNING', reported_at = ${when}, reported_cause = null, restart_asked_at = null
        where company_id = ${company} and restart_asked_at is not null and ${hasMute} returning machine_id)
      update machines m set state = 'RUNNING' from started where m.company_id = ${company} and m.id = started.machine_id returning m.id::float8 as id`,
  )
  for (const { id } of restarted) await insertStates(db, company, id, [{ at, id: randomUUID(), state: 'RUNNING', cause: null }])
  await publish(
    db,
    company,
    restarted.map(({ id }) => ({ kind: 'machine' as const, id })),
    at,
  )
  await publishOutcomes(db, company, done, at)
}
