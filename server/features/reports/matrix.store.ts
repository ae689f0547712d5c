import { sql } from 'drizzle-orm'
import type { SalesMatrix } from '#contract/machine-reports.ts'
import type { CompanyId } from '#domain/ids.ts'
import { toDecimal } from '#domain/money.ts'
import { type Db, rowsOf } from '../../db/client.ts'
import { inNameOrder } from '../../db/sql-fragments.ts'
import { mapInTurns } from '../../yielding.ts'
import { dayCondition, type ReportFilter } from './report-filter.ts'

type Cell = Omit<SalesMatrix['cells'][number], 'turnover'> & { turnoverMinor: number }

/** Sales of each product in each machine; machines and products by turnover, the highest first. Unknown products are one, with the id 0. */
export async function findMatrix(db: Db, company: CompanyId, filter: ReportFilter, currency: string): Promise<SalesMatrix> {
  const rows = await rowsOf<Cell>(
    db,
    sql`select c.machine_id::float8 as machine, coalesce(p.id, 0)::float8 as product, c.sold::float8 as sold, c.turnover::float8 as "turnoverMinor"
      from (select d.machine_id, d.product_id, sum(d.count) as sold, sum(d.turnover_minor) as turnover from daily_sales d
        where ${dayCondition(company, filter)} group by 1, 2) c
      left join products p on p.company_id = ${company} and p.id = c.product_id order by c.machine_id, c.product_id`,
  )
  const turnovers = { machine: new Map<number, number>(), product: new Map<number, number>() }
  const cells = await mapInTurns(rows, ({ machine, product, sold, turnoverMinor }) => {
    turnovers.machine.set(machine, (turnovers.machine.get(machine) ?? 0) + turnoverMinor)
    turnovers.product.set(product, (turnovers.product.get(product) ?? 0) + turnoverMinor)
    return { machine, product, sold, turnover: toDecimal(turnoverMinor, currency) }
  })
  const machines = await rowsOf<SalesMatrix['machines'][number]>(
    db,
    sql`select m.id::float8 as id, m.name, m.type from machines m
      where m.company_id = ${company} and m.id = any(${idsIn(turnovers.machine)}::bigint[]) order by ${inNameOrder(sql`m.name`)}, m.id`,
  )
  const known = await rowsOf<SalesMatrix['products'][number]>(
    db,
    sql`select p.id::float8 as id, p.name from products p
      where p.company_id = ${company} and p.id = any(${idsIn(turnovers.product)}::bigint[]) order by ${inNameOrder(sql`p.name`)}, p.id`,
  )
  const products = turnovers.product.has(0) ? [...known, { id: 0, name: null }] : known
  return { machines: largestFirst(machines, turnovers.machine), products: largestFirst(products, turnovers.product), cells }
}

/** Number of machines in a matrix. */
export async function countMachines(db: Db, company: CompanyId, filter: ReportFilter): Promise<number> {
  const [{ count } = { count: 0 }] = await rowsOf<{ count: number }>(
    db,
    sql`select count(distinct d.machine_id)::int as count from daily_sales d where ${dayCondition(company, filter)}`,
  )
  return count
}

const idsIn = (turnovers: ReadonlyMap<number, number>) => `{${[...turnovers.keys()].join(',')}}`

const largestFirst = <T extends { id: number }>(named: readonly T[], turnovers: ReadonlyMap<number, number>): T[] =>
  named.toSorted((a, b) => (turnovers.get(b.id) ?? 0) - (turnovers.get(a.id) ?? 0))
