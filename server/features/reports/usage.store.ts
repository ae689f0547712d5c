import { sql } from 'drizzle-orm'
import type { ProductUsage } from '#contract/machine-reports.ts'
import { isoDay } from '#domain/calendar.ts'
import type { CompanyId } from '#domain/ids.ts'
import { MILLI, type Milli } from '#domain/units.ts'
import { type Db, rowsOf } from '../../database/database.ts'
import { grouped } from './grouped.ts'
import { daysMeant, type Meant, machinesMeant } from './machines-meant.ts'

/** What sales took of a product: pieces, or thousandths of an ingredient's unit. */
export type Usage = { product: ProductUsage['product'] & { volume: number }; used: Milli; costMinor: number; drinks: Drink[] }
type Drink = { product: { id: number; name: string }; sold: number; used: Milli }

type Row = { id: number; name: string; type: ProductUsage['product']['type']; volumeType: ProductUsage['product']['volumeType'] } & {
  volume: number
  lastCostMinor: number
  drink: { id: number; name: string } | null
  sold: number
  used: Milli
}

/**
 * What sales took of each product and ingredient, most cost first. A drink takes by the recipe that was valid when it was sold: of a day
 * on which it was changed sale by sale, of all others by what the day came to.
 */
export async function findUsage(db: Db, company: CompanyId, meant: Meant, timezone: string): Promise<Usage[]> {
  const start = sql`(d.day::timestamp at time zone ${timezone})`
  const rows = await rowsOf<Row>(
    db,
    sql`with recipes as (
        select r.product_id, r.valid_from, lead(r.valid_from) over (partition by r.product_id order by r.valid_from) as valid_until,
          (r.valid_from at time zone ${timezone})::date as day
        from (select distinct product_id, valid_from from recipe_lines where company_id = ${company}) r),
      sold as (
        select d.product_id, r.valid_from, sum(d.count) as count from daily_sales d
        join recipes r on r.product_id = d.product_id and r.valid_from <= ${start} and (r.valid_until is null or r.valid_until > ${start})
        where ${daysMeant(company, meant)} and not exists (select from recipes t where t.product_id = d.product_id and t.day = d.day)
        group by 1, 2
        union all
        select t.product_id, r.valid_from, count(*) from (select distinct d.product_id, d.day from recipes d
            where d.day >= ${isoDay(meant.days.from)}::date and d.day < ${isoDay(meant.days.until)}::date) turn
        join transactions t on t.company_id = ${company} and t.product_id = turn.product_id
          and t.at >= turn.day::timestamp at time zone ${timezone} and t.at < (turn.day + 1)::timestamp at time zone ${timezone}${machinesMeant(company, sql`t.machine_id`, meant)}
        join recipes r on r.product_id = t.product_id and r.valid_from <= t.at and (r.valid_until is null or r.valid_until > t.at)
        group by 1, 2),
      taken as (
        select l.ingredient_id as id, s.product_id as drink, sum(s.count) as sold, sum(s.count * l.share) as used
        from sold s join recipe_lines l on l.company_id = ${company} and l.product_id = s.product_id and l.valid_from = s.valid_from and l.share > 0
        group by 1, 2
        union all
        select d.product_id, null, sum(d.count), sum(d.count) * ${MILLI} from daily_sales d
        join products p on p.company_id = ${company} and p.id = d.product_id and p.packaging not in ('COFFEE', 'INGREDIENT')
        where ${daysMeant(company, meant)} group by d.product_id)
      select p.id::float8 as id, p.name, p.packaging as type, p.volume_type as "volumeType", p.volume::float8 as volume,
        p.last_cost_minor::float8 as "lastCostMinor", t.sold::float8 as sold, t.used::float8 as used,
        case when k.id is null then null else jsonb_build_object('id', k.id, 'name', k.name) end as drink
      from taken t join products p on p.company_id = ${company} and p.id = t.id
      left join products k on k.company_id = ${company} and k.id = t.drink
      order by p.name, p.id, t.used desc, k.name, k.id`,
  )
  const byProduct = grouped(rows, ({ id }) => id)
  const usages = [...byProduct.values()].map((of): Usage => {
    const { id, name, type, volumeType, volume, lastCostMinor } = of[0] as Row
    const used = of.reduce((sum, row) => sum + row.used, 0)
    const packs = used / MILLI / (type === 'INGREDIENT' ? volume : 1)
    return {
      product: { id, name, type, volumeType, volume },
      used,
      costMinor: Math.round(packs * lastCostMinor),
      drinks: of.flatMap(({ drink, sold, used: part }) => (drink ? [{ product: drink, sold, used: part }] : [])),
    }
  })
  return usages.toSorted((a, b) => b.costMinor - a.costMinor || b.used - a.used)
}
