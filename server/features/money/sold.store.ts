import { type SQL, sql } from 'drizzle-orm'
import { isoDay } from '#domain/calendar.ts'
import type { CompanyId } from '#domain/ids.ts'
import type { Days } from '#domain/sales/sales-report.ts'
import { type Db, rowsOf } from '../../db/client.ts'
import { TAX_OF_DAY, type TaxSpan, taxesByDay, taxOfSpan, taxSpans } from '../../db/product-taxes.ts'

/** Sales of a month at one rate: of a product (0 if unknown) by means of payment, or of a machine. `rate`: hundredths of a percent. */
export type Sold = {
  part: 'PRODUCT' | 'MACHINE'
  ofMonth: string
  key: number
  type: string
  rate: number
  count: number
  grossMinor: number
}

const inDays = (company: CompanyId, { from, until }: Days): SQL =>
  sql`d.company_id = ${company} and d.day >= ${isoDay(from)}::date and d.day < ${isoDay(until)}::date`

/** More parts make a statement that takes longer to plan than to run. */
const MAX_SPANS = 200

/** The sales of days: CTEs that end with `sold (part, of_month, key, type, rate, count, gross)`, after `taxes`. */
const soldNow = (company: CompanyId, days: Days, spans: readonly TaxSpan[]): SQL =>
  spans.length > MAX_SPANS ? sql`sold as (${soldByDay(company, days)})` : soldBySpan(company, spans)

/** Looks up the tax of each row. */
const soldByDay = (company: CompanyId, days: Days): SQL => sql`
  select 'PRODUCT' as part, to_char(d.day, 'YYYY-MM') as of_month, d.product_id as key, d.type, coalesce(x.tax, 0) as rate,
      sum(d.count) as count, sum(d.turnover_minor) as gross
    from product_days d ${TAX_OF_DAY} where ${inDays(company, days)} group by 1, 2, 3, 4, 5
  union all
  select 'MACHINE', to_char(d.day, 'YYYY-MM'), d.machine_id, '', coalesce(x.tax, 0), sum(d.count), sum(d.turnover_minor)
    from daily_sales d ${TAX_OF_DAY} where ${inDays(company, days)} group by 1, 2, 3, 4, 5`

/**
 * Months and taxes are those of a span, because computing them for each row of a large fleet takes seconds. If all products of a span have
 * one rate, machines are summed over their own totals, which have fewer rows. Of the two parts for machines only one reads anything.
 */
function soldBySpan(company: CompanyId, spans: readonly TaxSpan[]): SQL {
  const parts = spans.map((span, index) => {
    const products = sql.identifier(`products_${index}`)
    const rates = sql`(select count(distinct p.rate) from ${products} p)`
    const inSpan = sql`d.company_id = ${company} and d.day >= ${span.from}::date and d.day < ${span.until}::date`
    const sums = sql`sum(d.count) as count, sum(d.turnover_minor) as gross`
    const month = sql`${span.from.slice(0, 7)}::text as of_month`
    const step = sql`${products} as materialized (select d.product_id, d.type, coalesce(x.tax, 0) as rate, ${sums}
        from product_days d ${taxOfSpan(span)} where ${inSpan} group by 1, 2, 3)`
    const rows = sql`select 'PRODUCT' as part, ${month}, p.product_id as key, p.type, p.rate, p.count, p.gross from ${products} p
      union all select 'MACHINE', ${month}, d.machine_id, '', (select max(p.rate) from ${products} p), ${sums}
        from machine_days d where ${inSpan} and ${rates} = 1 group by d.machine_id
      union all select 'MACHINE', ${month}, d.machine_id, '', coalesce(x.tax, 0), ${sums}
        from daily_sales d ${taxOfSpan(span)} where ${inSpan} and ${rates} > 1 group by d.machine_id, coalesce(x.tax, 0)`
    return { step, rows }
  })
  const steps = parts.map(({ step }) => step)
  const rows = parts.map((part) => part.rows)
  return sql`${sql.join(steps, sql`, `)}, sold as (${sql.join(rows, sql` union all `)})`
}

const COLUMNS = sql`s.part, s.of_month as "ofMonth", s.key::float8 as key, s.type, s.rate::float8 as rate, s.count::float8 as count,
  s.gross::float8 as "grossMinor"`

/** The sales of days, by month, at the rates of each day. */
export async function findSold(db: Db, company: CompanyId, days: Days): Promise<Sold[]> {
  const spans = await taxSpans(db, company, days)
  if (spans.length === 0) return []
  const sums = sql`select s.part, s.of_month, s.key, s.type, s.rate, sum(s.count) as count, sum(s.gross) as gross from sold s group by 1, 2, 3, 4, 5`
  return rowsOf<Sold>(db, sql`with ${taxesByDay(company)}, ${soldNow(company, days, spans)} select ${COLUMNS} from (${sums}) s`)
}

/** The stored figures of a closing. */
export const findClosed = (db: Db, company: CompanyId, closing: number): Promise<Sold[]> =>
  rowsOf<Sold>(
    db,
    sql`select s.part, s.of_month as "ofMonth", s.key::float8 as key, s.type, s.rate::float8 as rate, s.count::float8 as count,
        s.gross_minor::float8 as "grossMinor"
      from closed_sales s where s.company_id = ${company} and s.closing_id = ${closing}::bigint`,
  )

/**
 * What is in the sales of closed months now and in no closing: sales that arrived later, and corrections. `days`: the closed months, without
 * a gap.
 */
export async function findLate(db: Db, company: CompanyId, days: Days): Promise<Sold[]> {
  // Most months have none, and the products of a month are fewer rows than its machines.
  const byProduct = await rowsOf<{ month: string }>(
    db,
    sql`with ${taxesByDay(company)}, now as (
        select to_char(d.day, 'YYYY-MM') as of_month, d.product_id as key, d.type, coalesce(x.tax, 0) as rate, d.count, d.turnover_minor as gross
        from product_days d ${TAX_OF_DAY} where ${inDays(company, days)}
        union all
        select s.of_month, s.key, s.type, s.rate, -s.count, -s.gross_minor from closed_sales s ${VALID_CLOSING(company)}
          where s.company_id = ${company} and s.part = 'PRODUCT'),
      changed as (select of_month from now group by of_month, key, type, rate having sum(count) <> 0 or sum(gross) <> 0)
      select distinct of_month as month from changed order by 1`,
  )
  if (byProduct.length === 0) return []
  const months = sql`${JSON.stringify(byProduct.map(({ month }) => month))}::jsonb`
  return rowsOf<Sold>(
    db,
    sql`with ${taxesByDay(company)}, ${soldNow(company, days, await taxSpans(db, company, days))}, sums as (
        select * from sold n where ${months} ? n.of_month
        union all
        select s.part, s.of_month, s.key, s.type, s.rate, -s.count, -s.gross_minor from closed_sales s ${VALID_CLOSING(company)}
          where s.company_id = ${company} and ${months} ? s.of_month),
      s as (select part, of_month, key, type, rate, sum(count) as count, sum(gross) as gross from sums group by 1, 2, 3, 4, 5)
      select ${COLUMNS} from s where s.count <> 0 or s.gross <> 0`,
  )
}

/** Only rows of closings that were not reopened. */
const VALID_CLOSING = (company: CompanyId): SQL =>
  sql`join month_closings c on c.company_id = ${company} and c.id = s.closing_id and c.reopened_at is null`

/** The names of machines and products. */
export async function namesOf(db: Db, company: CompanyId): Promise<Record<Sold['part'], ReadonlyMap<number, string>>> {
  const rows = await rowsOf<{ part: Sold['part']; id: number; name: string }>(
    db,
    sql`select 'MACHINE' as part, m.id::float8 as id, m.name from machines m where m.company_id = ${company}
      union all select 'PRODUCT', p.id::float8, p.name from products p where p.company_id = ${company}`,
  )
  const named = (part: Sold['part']) => new Map(rows.filter((row) => row.part === part).map(({ id, name }) => [id, name]))
  return { MACHINE: named('MACHINE'), PRODUCT: named('PRODUCT') }
}
