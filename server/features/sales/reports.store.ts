import { type SQL, sql } from 'drizzle-orm'
import type { ProductSale } from '#contract/reports.ts'
import { isoDay } from '#domain/calendar.ts'
import type { CompanyId } from '#domain/ids.ts'
import type { Packaging } from '#domain/products/product.ts'
import type { Days, Measure } from '#domain/sales/sales-report.ts'
import { type Db, rowsOf } from '../../db/client.ts'
import { netOf, TAX_OF_DAY, taxesByDay } from '../../db/product-taxes.ts'
import { fewestDays } from '../../db/sql-fragments.ts'

/** Filter of a company's daily sales; omitted fields do not restrict it. */
type SalesDays = Days & {
  machines?: readonly number[] | undefined
  group?: number | undefined
  products?: readonly number[] | undefined
  /** Only payments of these types. */
  types?: readonly string[] | undefined
}

/** Totals of one product, in minor units: `gross` as paid, `net` without the tax that the product had on each day. */
type SoldProduct = { product: ProductSale['product']; sold: number; grossMinor: number; netMinor: number }

/** Sales of each product, highest turnover first. A filter by packaging excludes sales of unknown products. */
export async function findProductSales(
  db: Db,
  company: CompanyId,
  { packagings, ...days }: SalesDays & { packagings?: readonly Packaging[] | undefined },
): Promise<SoldProduct[]> {
  const only = packagings ? sql`where p.packaging = any(${list(packagings)}::text[])` : sql``
  const rows = await rowsOf<{
    id: number
    name: string | null
    type: Packaging | null
    sold: number
    grossMinor: number
    netMinor: number
  }>(
    db,
    sql`with ${taxesByDay(company)}
      select sums.product_id::float8 as id, p.name, p.packaging as type, sums.count::float8 as sold, sums.turnover::float8 as "grossMinor",
        round(sums.net)::float8 as "netMinor"
      from (select taxed.product_id, sum(taxed.count) as count, sum(taxed.turnover) as turnover, sum(${netOf(sql`taxed.turnover`, sql`taxed.tax`)}) as net
        from (select d.product_id, x.tax, sum(d.count) as count, sum(d.turnover_minor) as turnover
          from ${fewestDays({ byMachine: isOfMachines(days), byProduct: true })} d ${TAX_OF_DAY}
          where ${saleCondition(company, days)} group by d.product_id, x.tax) taxed group by taxed.product_id) sums
      left join products p on p.company_id = ${company} and p.id = sums.product_id ${only}
      order by sums.turnover desc, sums.count desc, p.name, sums.product_id`,
  )
  return rows.map(({ id, name, type, ...sums }) => ({ product: name === null ? null : { id, name, type: type ?? 'PIECE' }, ...sums }))
}

/** The total of each day by date (2026-03-14): pieces, or minor units. Days without a sale are missing. */
export async function findDays(db: Db, company: CompanyId, measure: Measure, days: SalesDays): Promise<Map<string, number>> {
  const figure = measure === 'REVENUE' ? sql`sum(d.turnover_minor)` : sql`sum(d.count)`
  const rows = await rowsOf<{ day: string; value: number }>(
    db,
    sql`select d.day::text as day, ${figure}::float8 as value from ${fewestDays({ byMachine: isOfMachines(days), byProduct: days.products !== undefined })} d where ${saleCondition(company, days)} group by d.day`,
  )
  return new Map(rows.map(({ day, value }) => [day, value]))
}

const isOfMachines = ({ machines, group }: SalesDays): boolean => machines !== undefined || group !== undefined

function saleCondition(company: CompanyId, { from, until, machines, group, products, types }: SalesDays): SQL {
  const conditions = [
    sql`d.company_id = ${company} and d.day >= ${isoDay(from)}::date and d.day < ${isoDay(until)}::date`,
    ...(machines ? [sql`d.machine_id = any(${list(machines)}::bigint[])`] : []),
    ...(products ? [sql`d.product_id = any(${list(products)}::bigint[])`] : []),
    ...(group
      ? [
          sql`d.machine_id in (select g.machine_id from grouped_machines g where g.company_id = ${company} and g.group_id = ${group}::bigint)`,
        ]
      : []),
    ...(types ? [sql`d.type = any(${list(types)}::text[])`] : []),
  ]
  return sql.join(conditions, sql` and `)
}

/** A PostgreSQL array literal; its members are numbers or fixed words. */
const list = (members: readonly (string | number)[]) => `{${members.join(',')}}`
