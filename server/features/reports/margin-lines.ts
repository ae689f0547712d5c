import { type SQL, sql } from 'drizzle-orm'
import type { CompanyId } from '#domain/ids.ts'
import { MILLI } from '#domain/units.ts'
import { costsByDay, isCostOn } from '../../db/product-costs.ts'
import { netOf, TAX_OF_DAY, taxesByDay } from '../../db/product-taxes.ts'
import { drinksSold } from './drinks-sold.ts'
import { dayCondition, daysByProduct, type ReportFilter } from './report-filter.ts'

/** Cost of a quantity in thousandths of product `p`, or of its own unit if it is an ingredient, at the price of row `k`; not rounded. */
export const costOf = (quantity: SQL): SQL =>
  sql`(${quantity})::numeric * k.cost / (${MILLI} * case when p.packaging = 'INGREDIENT' then p.volume else 1 end)`

/** Rounds a sum of fractions once. Digits after the ninth are an error of the divisions, which must not decide about a half. */
export const rounded = (sum: SQL): SQL => sql`coalesce(round(round(${sum}, 9)), 0)::float8`

/** The commission of every machine by day: `commissions (machine_id, valid_from, valid_until, share, base, monthly)`. */
export const commissionsByDay = (company: CompanyId): SQL => sql`commissions as (
    select c.machine_id, c.valid_from, lead(c.valid_from) over (partition by c.machine_id order by c.valid_from) as valid_until,
      c.share_basis_points as share, c.base, c.monthly_minor as monthly
    from machine_commissions c where c.company_id = ${company})`

/**
 * Sales with the tax, the cost and the commission of their day: the CTE `lines (machine_id, product_id, known, count, turnover, net, cost,
 * commission)`, for use in a `with` clause, together with `costs` and `commissions`. `known`: every sale of the product in the machine on
 * the day has a cost, which for a drink is the sum of its ingredients; otherwise `cost` is null. The sums are not rounded. Commissions are
 * lines of their own, without anything else. `byMachine`: `machine_id` is needed. Without it most lines are of all machines, so that their
 * number does not grow with the fleet.
 */
export function marginLines(company: CompanyId, filter: ReportFilter, timezone: string, by: { byMachine: boolean }): SQL {
  return sql`${drinksSold(company, filter, timezone, by)}, ${taxesByDay(company)}, ${costsByDay(company)}, ${commissionsByDay(company)},
      cups as (
        select u.product_id, u.valid_from, u.day, sum(${costOf(sql`l.share`)}) as cost, bool_and(k.cost > 0) as known
        from (select distinct s.product_id, s.valid_from, s.day from sold s) u
        join recipe_lines l on l.company_id = ${company} and l.product_id = u.product_id and l.valid_from = u.valid_from and l.share > 0
        join products p on p.company_id = ${company} and p.id = l.ingredient_id
        join costs k on k.product_id = p.id and ${isCostOn(sql`u.day`)}
        group by 1, 2, 3),
      drinks as (
        select s.machine_id, s.product_id, s.day, sum(s.count) as count, sum(s.count * c.cost) as cost, bool_and(c.known) as known
        from sold s join cups c on c.product_id = s.product_id and c.valid_from = s.valid_from and c.day = s.day group by 1, 2, 3),
      days as (${by.byMachine ? eachMachine(company, filter) : allMachines(company, filter)}),
      parts as (
        select d.machine_id, d.product_id, x.tax, y.known, sum(d.count) as count, sum(d.turnover) as turnover,
          sum(case when not y.known then null when p.packaging = 'COFFEE' then u.cost else d.count * k.cost end) as cost
        from days d ${TAX_OF_DAY}
        left join products p on p.company_id = ${company} and p.id = d.product_id
        left join costs k on k.product_id = d.product_id and ${isCostOn(sql`d.day`)}
        left join drinks u on u.machine_id = d.machine_id and u.product_id = d.product_id and u.day = d.day
        cross join lateral (select coalesce(case p.packaging when 'COFFEE' then u.known and u.count = d.count when 'INGREDIENT' then false
          else k.cost > 0 end, false) as known) y
        group by 1, 2, 3, 4),
      shares as (
        select d.machine_id, d.product_id, d.base, x.tax, sum(d.shared) as shared
        from (
          select ${by.byMachine ? sql`d.machine_id` : sql`0`} as machine_id, d.product_id, d.day, c.base, sum(d.turnover_minor * c.share) as shared
          from commissions c
          join daily_sales d on d.machine_id = c.machine_id and d.day >= c.valid_from and (c.valid_until is null or d.day < c.valid_until)
          where c.share > 0 and ${dayCondition(company, filter)} group by 1, 2, 3, 4) d ${TAX_OF_DAY} group by 1, 2, 3, 4),
      lines as (
        select s.machine_id, s.product_id, s.known, s.count, s.turnover, ${netOf(sql`s.turnover`, sql`s.tax`)} as net, s.cost, 0 as commission from parts s
        union all
        select s.machine_id, s.product_id, true, 0, 0, 0, 0,
          case s.base when 'GROSS' then s.shared / 10000.0 when 'NET' then ${netOf(sql`s.shared`, sql`s.tax`)} / 10000 end
        from shares s)`
}

const eachMachine = (company: CompanyId, filter: ReportFilter): SQL =>
  sql`select d.machine_id, d.product_id, d.day, sum(d.count) as count, sum(d.turnover_minor) as turnover
        from daily_sales d where ${dayCondition(company, filter)} group by 1, 2, 3`

/** Only on the day of a recipe change is it a question of the machine whether the cost of each sale is known. */
const allMachines = (company: CompanyId, filter: ReportFilter): SQL =>
  sql`select 0 as machine_id, d.product_id, d.day, sum(d.count) as count, sum(d.turnover_minor) as turnover
        from ${daysByProduct(filter, { byMachine: false })} d
        where ${dayCondition(company, filter)} and not exists (select from turns u where u.product_id = d.product_id and u.day = d.day) group by 1, 2, 3
        union all
        select d.machine_id, d.product_id, d.day, sum(d.count), sum(d.turnover_minor) from (select distinct t.day from turns t) y
        -- Keeps the planner from reading the sales of all days.
        cross join lateral (
          select d.machine_id, d.product_id, d.day, d.count, d.turnover_minor from daily_sales d where d.day = y.day and ${dayCondition(company, filter)} offset 0) d
        join turns u on u.product_id = d.product_id and u.day = d.day group by 1, 2, 3`
