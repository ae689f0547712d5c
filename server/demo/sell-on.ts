import { sql } from 'drizzle-orm'
import type { TelemetryEvent } from '#contract/telemetry.ts'
import type { CompanyId, MachineId, OperationId } from '#domain/ids.ts'
import { toDecimal } from '#domain/money.ts'
import { soldFrom } from '#domain/sales/vend.ts'
import { DAY, type Moment, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../db/client.ts'
import { millis } from '../db/sql-fragments.ts'
import { ingest } from '../features/telemetry/ingest.ts'
import { saleContext } from '../features/telemetry/vends.store.ts'
import type { AppContext, Device } from '../http/request-context.ts'
import { DAYS } from './stories.ts'

const WEEK = 7 * DAY

/** The longest gap that a stopped server catches up on. */
export const MAX_GAP = WEEK

/** A demo device without its own key, in a running machine. */
export type Mute = Device & { machine: MachineId; currency: string }

/** The source of the sales of a span: the same hours of the last week before the demo was written, however long ago that was. */
export function sourceOf({ from, until }: Span, written: Moment): Span & { back: number } {
  const back = Math.max(1, Math.ceil((until - written) / WEEK)) * WEEK
  return { from: from - back, until: until - back, back }
}

type Span = { from: Moment; until: Moment }
type Sale = { id: OperationId; at: Moment; amount: number; type: string; slot: string; card: string | null }

/** The time at which the demo companies were written and their histories end. */
export const writtenAt = (createdAt: Moment): Moment => createdAt + DAYS * DAY
export const createdAtOf = (written: Moment): Moment => written - DAYS * DAY

/**
 * Repeats the sales of the same hours in the last week of the history, at current prices and limited by the stock. Each sale's id is
 * derived from the repeated sale and the week, so that none counts twice.
 */
export async function sellOn(db: Db, ctx: Pick<AppContext, 'now'>, device: Mute, span: Span, written: Moment): Promise<void> {
  const { companyId: company, machine, currency } = device
  const source = sourceOf(span, written)
  const sales = await rowsOf<Sale>(
    db,
    sql`select t.id, ${millis(sql`t.at`)} as at, coalesce(case when t.amount_minor > 0 then s.vend_price_minor end, t.amount_minor)::float8 as amount,
        t.type, t.slot_number as slot, t.card_identifier as card
      from transactions t left join slots s on s.company_id = t.company_id and s.machine_id = t.machine_id and s.slot_number = t.slot_number
        and s.removed_at is null
      where t.company_id = ${company} and t.machine_id = ${machine} and t.received_at is null
        and t.at > ${toIso(source.from)}::timestamptz and t.at <= ${toIso(source.until)}::timestamptz
      order by t.at, t.id`,
  )
  if (sales.length === 0) return
  const { planogram } = await saleContext(db, company, machine)
  const balances = await balancesOf(db, company, machine)
  const soldAt = soldFrom(planogram)
  const events = sales.flatMap(({ id, at, amount, type, slot, card }): TelemetryEvent[] => {
    const when = at + source.back
    const { productId, takes } = soldAt(slot, when)
    if (productId === null || takes.some(({ point, quantity }) => (balances.get(point) ?? 0) < quantity)) return []
    for (const { point, quantity } of takes) balances.set(point, (balances.get(point) ?? 0) - quantity)
    const price = toDecimal(amount, currency)
    return [{ id: `${id}-${source.back / WEEK}`, type: 'VEND', at: toIso(when), selection: slot, price, method: type, card }]
  })
  if (events.length > 0) await ingest(db, ctx, device, { sentAt: null, events })
}

async function balancesOf(db: Db, company: CompanyId, machine: MachineId): Promise<Map<number, number>> {
  const rows = await rowsOf<{ id: number; balance: number }>(
    db,
    sql`select p.id::float8 as id, p.balance::float8 as balance from stock_points p
      where p.company_id = ${company} and p.machine_id = ${machine} and p.removed_at is null`,
  )
  return new Map(rows.map(({ id, balance }) => [id, balance]))
}
