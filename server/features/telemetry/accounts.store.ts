import { sql } from 'drizzle-orm'
import type { CompanyId, OperationId } from '#domain/ids.ts'
import { toMinor } from '#domain/money.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { cashBefore, foldCashBox, storeTaken } from '../../cash-box/cash-box.store.ts'
import { type Db, rowsOf } from '../../db/client.ts'
import { millis } from '../../db/sql-fragments.ts'
import type { Device } from '../../http/request-context.ts'
import type { Happened } from './machine-events.ts'
import type { ReportSource } from './message-source.ts'
import type { EventOf } from './read-events.ts'

/** `accepted`: number of new records. `happened`: events for the activity log. */
type Recorded = { accepted: number; happened: Happened[] }
const NOTHING: Recorded = { accepted: 0, happened: [] }

/*
 * Records that are stored for each event. An event id counts once even if a replay has another timestamp, because the device clock may have
 * been corrected differently the second time. The rows of the device and machine are already locked, so no other transaction writes the
 * same event.
 */

/**
 * Stores counts of the cash box. The cash balance is recomputed from all known movements, so sales before and after a count are included in
 * order of time.
 */
export async function recordCashCounts(db: Db, source: ReportSource, counts: readonly EventOf<'CASH_BOX'>[]): Promise<Recorded> {
  if (counts.length === 0) return NOTHING
  const { device, machine, currency } = source
  const rows = counts.map(({ operation, at, amount }) => ({ operation, at: toIso(at), amount: toMinor(amount, currency) }))
  const written = await rowsOf<{ operation: OperationId }>(
    db,
    sql`insert into cash_movements (company_id, machine_id, effective_at, operation_id, line, kind, cause, amount_minor)
      select ${device.companyId}::int, ${machine}::bigint, c.at, c.operation, 0, 'count', 'REPORTED', c.amount
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as c(operation uuid, at timestamptz, amount bigint)
      where not exists (select from cash_movements known where known.company_id = ${device.companyId} and known.operation_id = c.operation)
      returning operation_id as operation`,
  )
  if (written.length === 0) return NOTHING
  await foldCashBox(db, device.companyId, machine)
  const moments = counts.map(({ at }) => at)
  await storeTaken(db, device.companyId, machine, { from: Math.min(...moments), until: Math.max(...moments) })
  const operations = written.map(({ operation }) => operation)
  return { accepted: written.length, happened: await changesOfCash(db, device.companyId, operations, currency) }
}

/** A count is an event if the balance before it differed: cash was collected, or money arrived without a sale. */
async function changesOfCash(db: Db, company: CompanyId, counts: readonly OperationId[], currency: string): Promise<Happened[]> {
  const own = { machine: sql`n.machine_id`, at: sql`n.effective_at`, operation: sql`n.operation_id`, line: sql`n.line` }
  const rows = await rowsOf<{ at: Moment; amount: number; was: number | null }>(
    db,
    sql`select ${millis(sql`n.effective_at`)} as at, n.amount_minor::float8 as amount, ${cashBefore({ company: sql`${company}::int`, ...own })}::float8 as was
      from cash_movements n where n.company_id = ${company} and n.operation_id = any(${`{${counts.join(',')}}`}::uuid[])`,
  )
  return rows.flatMap(({ at, amount, was }) =>
    was === null || was === amount ? [] : [{ activity: 'CASKET_MONEY_CHANGE', at, money: { minor: amount, currency } }],
  )
}

/** Stores alert reports. The latest report of each alert determines its status. */
export async function recordAlerts(db: Db, source: ReportSource, words: readonly EventOf<'ALERT_UP' | 'ALERT_DOWN'>[]): Promise<Recorded> {
  if (words.length === 0) return NOTHING
  const { device, machine, receivedAt } = source
  const company = device.companyId
  const rows = words.map(({ operation, at, type, code, message }) => ({
    operation,
    at: toIso(at),
    code,
    isUp: type === 'ALERT_UP',
    message: message ?? null,
  }))
  const written = await rowsOf<{ id: OperationId }>(
    db,
    sql`with written as (
        insert into alert_reports (company_id, machine_id, code, at, id, is_up, message, received_at)
        select ${company}::int, ${machine}::bigint, w.code, w.at, w.operation, w."isUp", w.message, ${toIso(receivedAt)}::timestamptz
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w(operation uuid, at timestamptz, code text, "isUp" boolean, message text)
        where not exists (select from alert_reports known
          where known.company_id = ${company} and known.machine_id = ${machine} and known.code = w.code and known.id = w.operation)
        returning code, at, id, is_up, message),
      published as (
        insert into alerts as a (company_id, machine_id, code, at, report_id, is_up, message)
        select distinct on (code) ${company}::int, ${machine}::bigint, code, at, id, is_up, message from written order by code, at desc, id desc
        on conflict (company_id, machine_id, code) do update
          set at = excluded.at, report_id = excluded.report_id, is_up = excluded.is_up, message = excluded.message
          where (excluded.at, excluded.report_id) > (a.at, a.report_id))
      select id from written`,
  )
  const isNew = new Set(written.map(({ id }) => id))
  const happened = words
    .filter(({ operation }) => isNew.has(operation))
    .map(({ at, type: activity, code: alertType, message = null }) => ({ activity, at, details: { alertType, message } }))
  return { accepted: written.length, happened }
}

/**
 * Stores lines of the device's own log. Duplicates are searched within one day, because an index over all lines would cost more than a
 * duplicate line.
 */
export async function recordLogs(db: Db, { companyId, deviceId }: Device, lines: readonly EventOf<'LOG'>[]): Promise<number> {
  if (lines.length === 0) return 0
  const rows = lines.map(({ operation, at, level, message }) => ({ operation, at: toIso(at), level, message }))
  const written = await rowsOf(
    db,
    sql`insert into device_logs (company_id, device_id, at, id, level, message)
      select ${companyId}::int, ${deviceId}::bigint, l.at, l.operation, l.level, l.message
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as l(operation uuid, at timestamptz, level text, message text)
      where not exists (select from device_logs known where known.company_id = ${companyId} and known.device_id = ${deviceId}
        and known.at between l.at - interval '1 day' and l.at + interval '1 day' and known.id = l.operation)
      returning id`,
  )
  return written.length
}
