import { type SQL, sql } from 'drizzle-orm'
import { isoDay } from '#domain/calendar.ts'
import type { CompanyId } from '#domain/ids.ts'
import { MILLI } from '#domain/units.ts'
import { daysMeant, type Meant, machinesMeant } from './machines-meant.ts'

/**
 * What sales took of each product and ingredient, by machine: `taken (machine_id, id, drink, sold, used)`, to stand behind a `with`. A drink
 * takes by the recipe that was valid when it was sold: of a day on which it was changed sale by sale, of all others by what the day came to.
 */
export function takenBySales(company: CompanyId, meant: Meant, timezone: string): SQL {
  const start = sql`(d.day::timestamp at time zone ${timezone})`
  return sql`recipes as (
        select r.product_id, r.valid_from, lead(r.valid_from) over (partition by r.product_id order by r.valid_from) as valid_until,
          (r.valid_from at time zone ${timezone})::date as day
        from (select distinct product_id, valid_from from recipe_lines where company_id = ${company}) r),
      sold as (
        select d.machine_id, d.product_id, r.valid_from, sum(d.count) as count from daily_sales d
        join recipes r on r.product_id = d.product_id and r.valid_from <= ${start} and (r.valid_until is null or r.valid_until > ${start})
        where ${daysMeant(company, meant)} and not exists (select from recipes t where t.product_id = d.product_id and t.day = d.day)
        group by 1, 2, 3
        union all
        select t.machine_id, t.product_id, r.valid_from, count(*) from (select distinct d.product_id, d.day from recipes d
            where d.day >= ${isoDay(meant.days.from)}::date and d.day < ${isoDay(meant.days.until)}::date) turn
        join transactions t on t.company_id = ${company} and t.product_id = turn.product_id
          and t.at >= turn.day::timestamp at time zone ${timezone} and t.at < (turn.day + 1)::timestamp at time zone ${timezone}${machinesMeant(company, sql`t.machine_id`, meant)}
        join recipes r on r.product_id = t.product_id and r.valid_from <= t.at and (r.valid_until is null or r.valid_until > t.at)
        group by 1, 2, 3),
      taken as (
        select s.machine_id, l.ingredient_id as id, s.product_id as drink, sum(s.count) as sold, sum(s.count * l.share) as used
        from sold s join recipe_lines l on l.company_id = ${company} and l.product_id = s.product_id and l.valid_from = s.valid_from and l.share > 0
        group by 1, 2, 3
        union all
        select d.machine_id, d.product_id, null, sum(d.count), sum(d.count) * ${MILLI} from daily_sales d
        join products p on p.company_id = ${company} and p.id = d.product_id and p.packaging not in ('COFFEE', 'INGREDIENT')
        where ${daysMeant(company, meant)} group by 1, 2)`
}
