import { type SQL, sql } from 'drizzle-orm'
import { isoDay } from '#domain/calendar.ts'
import type { CompanyId } from '#domain/ids.ts'
import { MILLI } from '#domain/units.ts'
import { startOfDay } from '../../db/sql-fragments.ts'
import { dayCondition, daysByProduct, machineCondition, type ReportFilter } from './report-filter.ts'

/**
 * Sales of drinks by recipe: the CTE `sold (machine_id, product_id, valid_from, day, count)`, for use in a `with` clause. A drink uses the
 * recipe that was valid when it was sold: sale by sale on days with a recipe change, by daily totals on all others. Days are compared as
 * dates, because computing the start of a day in a time zone is slow for hundreds of thousands of rows. Unless `byMachine`, the totals are
 * those of all machines, with `machine_id` 0. `turns (product_id, day)`: the days with a recipe change.
 */
export function drinksSold(company: CompanyId, filter: ReportFilter, timezone: string, by: { byMachine: boolean }): SQL {
  const machine = by.byMachine ? sql`d.machine_id` : sql`0`
  return sql`recipes as (
        select r.product_id, r.valid_from, r.day, lead(r.valid_from) over later as valid_until, lead(r.day) over later as day_until
        from (select distinct product_id, valid_from, (valid_from at time zone ${timezone})::date as day from recipe_lines where company_id = ${company}) r
        window later as (partition by r.product_id order by r.valid_from)),
      turns as (select distinct product_id, day, ${startOfDay(sql`day`, timezone)} as from_at, ${startOfDay(sql`day + 1`, timezone)} as until_at from recipes
        where day >= ${isoDay(filter.days.from)}::date and day < ${isoDay(filter.days.until)}::date),
      sold as (
        select ${machine} as machine_id, d.product_id, r.valid_from, d.day, sum(d.count) as count from ${daysByProduct(filter, by)} d
        join recipes r on r.product_id = d.product_id and r.day < d.day and (r.day_until is null or r.day_until > d.day)
        where ${dayCondition(company, filter)} group by 1, 2, 3, 4
        union all
        select t.machine_id, t.product_id, r.valid_from, t.day, count(*) from turns
        cross join lateral (
          select t.machine_id, t.product_id, t.at, turns.day from transactions t
          where t.company_id = ${company} and t.product_id = turns.product_id and t.at >= turns.from_at and t.at < turns.until_at${machineCondition(company, sql`t.machine_id`, filter)}
          -- Keeps the planner from looking up sales by the beginning of a recipe alone: it would read all sales since then.
          offset 0) t
        join recipes r on r.product_id = t.product_id and r.valid_from <= t.at and (r.valid_until is null or r.valid_until > t.at)
        group by 1, 2, 3, 4)`
}

/** Consumption of each product and ingredient by sales: the CTE `taken (id, drink, sold, used)`. */
export const takenBySales = (
  company: CompanyId,
  filter: ReportFilter,
  timezone: string,
): SQL => sql`${drinksSold(company, filter, timezone, { byMachine: false })},
      taken as (
        select l.ingredient_id as id, s.product_id as drink, sum(s.count) as sold, sum(s.count * l.share) as used
        from sold s join recipe_lines l on l.company_id = ${company} and l.product_id = s.product_id and l.valid_from = s.valid_from and l.share > 0
        group by 1, 2
        union all
        select d.product_id, null, sum(d.count), sum(d.count) * ${MILLI} from ${daysByProduct(filter, { byMachine: false })} d
        join products p on p.company_id = ${company} and p.id = d.product_id and p.packaging not in ('COFFEE', 'INGREDIENT')
        where ${dayCondition(company, filter)} group by 1)`
