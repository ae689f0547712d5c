import { type SQL, sql } from 'drizzle-orm'
import { addMonths, type Day, isoDay } from '#domain/calendar.ts'
import type { CompanyId, ProductId } from '#domain/ids.ts'
import type { Days } from '#domain/sales/sales-report.ts'
import { type Db, rowsOf } from './client.ts'

export const UNKNOWN_PRODUCT = 0

/**
 * The tax of every product by day: `taxes (product_id, valid_from, valid_until, tax)`, for a `with`. A product whose tax never changed has
 * one row. Product 0 is the unknown one, with the default tax of the company.
 */
export const taxesByDay = (company: CompanyId): SQL => sql`taxes as (
    select t.product_id, t.valid_from, lead(t.valid_from) over (partition by t.product_id order by t.valid_from) as valid_until, t.tax_basis_points as tax
    from product_taxes t where t.company_id = ${company}
    union all
    select p.id, '-infinity'::date, null, p.tax_basis_points from products p where p.company_id = ${company}
      and not exists (select from product_taxes t where t.company_id = ${company} and t.product_id = p.id)
    union all
    select 0, t.valid_from, lead(t.valid_from) over (order by t.valid_from), t.tax_basis_points from company_taxes t where t.company_id = ${company})`

/** Joins a row `d` of daily sales to the tax `x` of its product on that day. An unknown product without a default tax has none. */
export const TAX_OF_DAY = sql`left join taxes x on x.product_id = d.product_id and d.day >= x.valid_from and (x.valid_until is null or d.day < x.valid_until)`

/** Days of one month without a change of any tax, as dates. */
export type TaxSpan = { from: string; until: string }

/** Divides days into months, and these at each change of a tax. */
export async function taxSpans(db: Db, company: CompanyId, days: Days): Promise<TaxSpan[]> {
  const [from, until] = [isoDay(days.from), isoDay(days.until)]
  const changes = await rowsOf<{ day: string }>(
    db,
    sql`select t.valid_from::text as day from product_taxes t where t.company_id = ${company} and t.valid_from > ${from}::date and t.valid_from < ${until}::date
      union select t.valid_from::text from company_taxes t where t.company_id = ${company} and t.valid_from > ${from}::date and t.valid_from < ${until}::date`,
  )
  const cuts = new Set([from, ...changes.map(({ day }) => day)])
  for (let month: Day = addMonths({ ...days.from, day: 1 }, 1); isoDay(month) < until; month = addMonths(month, 1)) cuts.add(isoDay(month))
  const begins = [...cuts].filter((day) => day < until).toSorted()
  return begins.map((begin, index) => ({ from: begin, until: begins[index + 1] ?? until }))
}

/**
 * Joins rows `d` of daily sales within a span to the tax `x` of their product. One row for each product, which the planner knows by the
 * grouping: otherwise it hashes the sales instead of the taxes.
 */
export const taxOfSpan = ({ from }: TaxSpan): SQL => sql`left join (select t.product_id, max(t.tax) as tax from taxes t
  where t.valid_from <= ${from}::date and (t.valid_until is null or t.valid_until > ${from}::date) group by t.product_id) x on x.product_id = d.product_id`

/** An amount in minor units without tax (in hundredths of a percent), not rounded. */
export const netOf = (gross: SQL, tax: SQL): SQL => sql`(${gross}) * 10000.0 / (10000 + coalesce(${tax}, 0))`

/** The tax of a company's product on a day, in hundredths of a percent, for single sales; product 0 is the unknown one. */
export async function taxOnDay(db: Db, company: CompanyId): Promise<(product: ProductId, day: string) => number> {
  const rows = await rowsOf<{ product: ProductId; from: string | null; tax: number }>(
    db,
    sql`with ${taxesByDay(company)} select x.product_id::float8 as product, nullif(x.valid_from::text, '-infinity') as "from", x.tax::float8 as tax
      from taxes x order by x.valid_from desc`,
  )
  const byProduct = new Map<ProductId, typeof rows>()
  for (const row of rows) byProduct.set(row.product, [...(byProduct.get(row.product) ?? []), row])
  return (product, day) => byProduct.get(product)?.find(({ from }) => from === null || from <= day)?.tax ?? 0
}
