import { sql } from 'drizzle-orm'
import type { SalesMatrix } from '#contract/machine-reports.ts'
import type { CompanyId } from '#domain/ids.ts'
import { type Db, rowsOf } from '../../db/client.ts'
import { inNameOrder } from '../../db/sql-fragments.ts'
import { dayCondition, type ReportFilter } from './report-filter.ts'

/** Sales of a product in a machine, in minor units. */
type Cell = { machine: number; product: number; sold: number; turnoverMinor: number }
type Matrix = Pick<SalesMatrix, 'machines' | 'products'> & { cells: Cell[] }

/** Sales of each product in each machine; machines and products by turnover, the highest first. */
export async function findMatrix(db: Db, company: CompanyId, filter: ReportFilter): Promise<Matrix> {
  const cells = await rowsOf<Cell>(
    db,
    sql`select d.machine_id::float8 as machine, d.product_id::float8 as product, sum(d.count)::float8 as sold,
        sum(d.turnover_minor)::float8 as "turnoverMinor"
      from daily_sales d where ${dayCondition(company, filter)} group by d.machine_id, d.product_id order by 1, 2`,
  )
  const machines = await rowsOf<SalesMatrix['machines'][number]>(
    db,
    sql`select m.id::float8 as id, m.name, m.type from machines m where m.company_id = ${company} and m.id = any(${idsOf(cells, 'machine')}::bigint[])
      order by ${inNameOrder(sql`m.name`)}, m.id`,
  )
  const products = await rowsOf<{ id: number; name: string }>(
    db,
    sql`select p.id::float8 as id, p.name from products p where p.company_id = ${company} and p.id = any(${idsOf(cells, 'product')}::bigint[])
      order by ${inNameOrder(sql`p.name`)}, p.id`,
  )
  const isKnown = new Set(products.map(({ id }) => id))
  const shownCells = cells.map((cell) => (isKnown.has(cell.product) ? cell : { ...cell, product: 0 }))
  const all = shownCells.some(({ product }) => product === 0) ? [...products, { id: 0, name: null }] : products
  return { machines: largestFirst(machines, shownCells, 'machine'), products: largestFirst(all, shownCells, 'product'), cells: shownCells }
}

/** Number of machines in a matrix. */
export async function countMachines(db: Db, company: CompanyId, filter: ReportFilter): Promise<number> {
  const [{ count } = { count: 0 }] = await rowsOf<{ count: number }>(
    db,
    sql`select count(distinct d.machine_id)::int as count from daily_sales d where ${dayCondition(company, filter)}`,
  )
  return count
}

const idsOf = (cells: readonly Cell[], of: 'machine' | 'product') => `{${[...new Set(cells.map((cell) => cell[of]))].join(',')}}`

function largestFirst<T extends { id: number }>(named: readonly T[], cells: readonly Cell[], of: 'machine' | 'product'): T[] {
  const sums = new Map<number, number>()
  for (const cell of cells) sums.set(cell[of], (sums.get(cell[of]) ?? 0) + cell.turnoverMinor)
  return named.toSorted((a, b) => (sums.get(b.id) ?? 0) - (sums.get(a.id) ?? 0))
}
