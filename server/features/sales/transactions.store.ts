import { type SQL, sql } from 'drizzle-orm'
import type { Transaction } from '#contract/transactions.ts'
import { isoDay } from '#domain/calendar.ts'
import type { CompanyId } from '#domain/ids.ts'
import { OWN_VENDOR } from '#domain/machines/device.ts'
import { toDecimal } from '#domain/money.ts'
import { cutByDays, type DaySpan, fewestSales, type Span } from '#domain/sales/periods.ts'
import { isTransactionType, SHOWN_TYPES, type ShownType, TRANSACTION_TYPES } from '#domain/sales/transaction.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../../db/client.ts'
import type { Ways } from '../../db/company-settings.ts'
import { fewestDays } from '../../db/sql-fragments.ts'

/** Filter of a company's sales. */
export type Sales = Span & {
  machine?: number | undefined
  product?: number | undefined
  group?: number | undefined
  method?: string | undefined
  /** Only sales that the server had received by then. */
  asOf?: Moment | undefined
}

/** Time zone and currency of a company. */
type Row = Omit<Transaction, 'created' | 'amount' | 'type' | 'product' | 'machine'> & {
  at: number
  amountMinor: number
  type: string
  productId: number | null
  productName: string | null
  productType: NonNullable<Transaction['product']>['type'] | null
  machineId: number
  machineName: string
  machineType: Transaction['machine']['type']
}

/** Sales by their own time, newest first; the order is stable for equal timestamps. */
export async function findSales(
  db: Db,
  company: CompanyId,
  sales: Sales,
  { limit, offset = 0, after }: { limit: number; offset?: number; after?: Pick<Transaction, 'created' | 'id'> | undefined },
  { currency }: Pick<Ways, 'currency'>,
): Promise<Transaction[]> {
  const further = after ? sql` and (t.at, t.id) < (${after.created}::timestamptz, ${after.id}::uuid)` : sql``
  const asOf = sales.asOf === undefined ? sql`` : sql` and (t.received_at is null or t.received_at <= ${toIso(sales.asOf)}::timestamptz)`
  const rows = await rowsOf<Row>(
    db,
    sql`select t.id, (extract(epoch from t.at) * 1000)::float8 as at, t.amount_minor::float8 as "amountMinor", t.type, t.slot_number as "slotNumber",
        case when t.type = 'RFID' then right(t.card_identifier, 4) end as "employeeCardIdentifier",
        d.imei as "deviceIdentifier", case when d.id is not null then coalesce(d.vendor, ${OWN_VENDOR}) end as "deviceProvider",
        p.id::float8 as "productId", p.name as "productName", p.packaging as "productType",
        m.id::float8 as "machineId", m.name as "machineName", m.type as "machineType"
      from (select t.* from transactions t where ${soldIn(company, sales, sales)}${asOf}${further} order by t.at desc, t.id desc limit ${limit} offset ${offset}) t
      join machines m on m.company_id = ${company} and m.id = t.machine_id
      left join products p on p.company_id = ${company} and p.id = t.product_id
      left join devices d on d.company_id = ${company} and d.id = t.device_id
      order by t.at desc, t.id desc`,
  )
  return rows.map(({ at, amountMinor, type, productId, productName, productType, machineId, machineName, machineType, ...row }) => ({
    ...row,
    created: toIso(Math.round(at)),
    amount: toDecimal(amountMinor, currency),
    type: shownType(type),
    product: productId === null ? null : { id: productId, name: productName ?? '', type: productType ?? 'PIECE' },
    machine: { id: machineId, name: machineName, type: machineType },
  }))
}

export type SalesSum = { type: ShownType; count: number; turnoverMinor: number }

/** The table with daily totals for these sales. */
const daysOf = ({ machine, product, group }: Sales): SQL =>
  fewestDays({ byMachine: machine !== undefined || group !== undefined, byProduct: product !== undefined })

type Clock = Pick<Ways, 'timezone'> & { now?: Moment }

/** What adds up to these sales: whole days from daily totals, partial days from single sales. Null if there is no day. */
function partsOf(company: CompanyId, sales: Sales, { timezone, now = Number.POSITIVE_INFINITY }: Clock, single = singleSales): SQL | null {
  const { days, edges } = cutByDays(sales, timezone)
  const parts = [
    ...(days ? [totalsOf(company, days, sales)] : []),
    ...edges.flatMap((edge) => {
      const { lessThan, spans } = fewestSales(edge, timezone, now)
      const ofSpans = spans.map((span) => single(company, span, sales, lessThan ? -1 : 1))
      return lessThan ? [totalsOf(company, lessThan, sales), ...ofSpans] : ofSpans
    }),
  ]
  return parts.length === 0 ? null : sql.join(parts, sql` union all `)
}

/** The number of sales. */
export async function countSales(db: Db, company: CompanyId, sales: Sales, clock: Clock): Promise<number> {
  const parts = partsOf(company, sales, clock, countedSales)
  if (!parts) return 0
  const [row] = await rowsOf<{ count: number }>(db, sql`select coalesce(sum(sold.count), 0)::float8 as count from (${parts}) sold`)
  return row?.count ?? 0
}

/** Totals of sales by payment type. */
export async function sumSales(db: Db, company: CompanyId, sales: Sales, clock: Clock): Promise<SalesSum[]> {
  const parts = partsOf(company, sales, clock)
  if (!parts) return []
  const rows = await rowsOf<{ type: string; count: number; turnoverMinor: number }>(
    db,
    sql`select sold.type, sum(sold.count)::float8 as count, sum(sold.turnover)::float8 as "turnoverMinor" from (${parts}) sold group by sold.type having sum(sold.count) <> 0`,
  )
  const byType = new Map<ShownType, SalesSum>()
  for (const { type, count, turnoverMinor } of rows) {
    const shown = shownType(type)
    const sum = byType.get(shown) ?? { type: shown, count: 0, turnoverMinor: 0 }
    byType.set(shown, { type: shown, count: sum.count + count, turnoverMinor: sum.turnoverMinor + turnoverMinor })
  }
  return SHOWN_TYPES.flatMap((type) => byType.get(type) ?? [])
}

const totalsOf = (company: CompanyId, { from, until }: DaySpan, sales: Sales): SQL =>
  sql`select d.type, sum(d.count) as count, sum(d.turnover_minor) as turnover from ${daysOf(sales)} d
    where d.company_id = ${company} and d.day >= ${isoDay(from)}::date and d.day < ${isoDay(until)}::date${narrowing('d', company, sales)}
    group by d.type`

const singleSales = (company: CompanyId, span: Span, sales: Sales, sign: 1 | -1): SQL =>
  sql`select t.type, ${sign}::int * count(*) as count, ${sign}::int * sum(t.amount_minor) as turnover
    from transactions t where ${soldIn(company, span, sales)} group by t.type`

/** Without type and amount, only an index is read. */
const countedSales = (company: CompanyId, span: Span, sales: Sales, sign: 1 | -1): SQL =>
  sql`select '' as type, ${sign}::int * count(*) as count, 0 as turnover from transactions t where ${soldIn(company, span, sales)}`

const shownType = (type: string): ShownType => (isTransactionType(type) ? type : 'UNKNOWN')

const soldIn = (company: CompanyId, { from, until }: Span, sales: Sales): SQL =>
  sql`t.company_id = ${company} and t.at >= ${toIso(from)}::timestamptz and t.at < ${toIso(until)}::timestamptz${narrowing('t', company, sales)}`

/** The filter of sales, on a table of single sales or of daily totals. */
function narrowing(table: 't' | 'd', company: CompanyId, { machine, product, group, method }: Sales): SQL {
  const of = sql.raw(table)
  return sql.join(
    [
      ...(machine ? [sql` and ${of}.machine_id = ${machine}::bigint`] : []),
      ...(product ? [sql` and ${of}.product_id = ${product}::bigint`] : []),
      ...(group
        ? [
            sql` and ${of}.machine_id in (select g.machine_id from grouped_machines g where g.company_id = ${company} and g.group_id = ${group}::bigint)`,
          ]
        : []),
      ...(method
        ? [
            method === 'UNKNOWN'
              ? sql` and ${of}.type <> all(${`{${TRANSACTION_TYPES.join(',')}}`}::text[])`
              : sql` and ${of}.type = ${method}`,
          ]
        : []),
    ],
    sql``,
  )
}
