import { sql } from 'drizzle-orm'
import type { ProductUsage } from '#contract/machine-reports.ts'
import { grouped } from '#domain/grouped.ts'
import type { CompanyId } from '#domain/ids.ts'
import { MILLI, type Milli } from '#domain/units.ts'
import { type Db, rowsOf } from '../../db/client.ts'
import { inNameOrder } from '../../db/sql-fragments.ts'
import { takenBySales } from './drinks-sold.ts'
import type { ReportFilter } from './report-filter.ts'

/** Consumption of a product by sales: pieces, or thousandths of an ingredient's unit. */
type Usage = { product: ProductUsage['product'] & { volume: number }; used: Milli; costMinor: number; drinks: Drink[] }
type Drink = { product: { id: number; name: string }; sold: number; used: Milli }

type Row = { id: number; name: string; type: ProductUsage['product']['type']; volumeType: ProductUsage['product']['volumeType'] } & {
  volume: number
  lastCostMinor: number
  drink: { id: number; name: string } | null
  sold: number
  used: Milli
}

/** Consumption of each product and ingredient, highest cost first. */
export async function findUsage(db: Db, company: CompanyId, filter: ReportFilter, timezone: string): Promise<Usage[]> {
  const rows = await rowsOf<Row>(
    db,
    sql`with ${takenBySales(company, filter, timezone)}
      select p.id::float8 as id, p.name, p.packaging as type, p.volume_type as "volumeType", p.volume::float8 as volume,
        p.last_cost_minor::float8 as "lastCostMinor", t.sold::float8 as sold, t.used::float8 as used,
        case when k.id is null then null else jsonb_build_object('id', k.id, 'name', k.name) end as drink
      from taken t join products p on p.company_id = ${company} and p.id = t.id
      left join products k on k.company_id = ${company} and k.id = t.drink
      order by ${inNameOrder(sql`p.name`)}, p.id, t.used desc, ${inNameOrder(sql`k.name`)}, k.id`,
  )
  const byProduct = grouped(rows, ({ id }) => id)
  const usages = [...byProduct.values()].map((of): Usage => {
    const { id, name, type, volumeType, volume, lastCostMinor } = of[0] as Row
    const used = of.reduce((sum, row) => sum + row.used, 0)
    const pack = MILLI * (type === 'INGREDIENT' ? volume : 1)
    return {
      product: { id, name, type, volumeType, volume },
      used,
      // Rounds once at the end, half a cent up.
      costMinor: Math.round((used * lastCostMinor) / pack),
      drinks: of.flatMap(({ drink, sold, used: part }) => (drink ? [{ product: drink, sold, used: part }] : [])),
    }
  })
  return usages.toSorted((a, b) => b.costMinor - a.costMinor || b.used - a.used)
}
