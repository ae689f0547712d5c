import { sql } from 'drizzle-orm'
import type { ProductCard } from '#contract/products.ts'
import type { CompanyId, MachineId, ProductId } from '#domain/ids.ts'
import { MILLI } from '#domain/units.ts'
import type { Supply } from '#domain/warehouse/order.ts'
import { arrayOf, type Db, rowsOf } from '../../db/client.ts'
import { inNameOrder, productCard, wholeUnits } from '../../db/sql-fragments.ts'
import { type ReadSums, type Sums, sumsByFeed } from '../../sync/cached-sums.ts'

/** A product with its figures, the supplier it is ordered from, and its cost there; 0 if unknown. */
export type SupplyRow = Omit<Supply, 'perDay' | 'shortage'> & {
  product: ProductCard
  supplierId: number | null
  caseSize: number | null
  unitCostMinor: number
}

const UNITS_PER_PIECE = 1e9

/**
 * The forecast sales a day of each product in machines in service, in billionths of its unit, so that they can be kept as whole numbers.
 * Forecasts are published with the stock of their machines.
 */
export const demandByFeed = (): ReadSums => sumsByFeed(ratesIn)

export const perDayOf = (demand: Sums, product: ProductId): number => (demand.get(String(product)) ?? 0) / UNITS_PER_PIECE

async function ratesIn(db: Db, company: CompanyId, machines?: readonly MachineId[]): Promise<Map<MachineId, string>> {
  const rows = await rowsOf<{ machine: MachineId; rates: string }>(
    db,
    sql`select p.machine_id::float8 as machine, string_agg(p.product_id || ' ' || r.rate, ',') as rates
      from stock_points p join machines m on m.company_id = p.company_id and m.id = p.machine_id and m.deactivated_at is null
      join (
        select e.key::bigint as point,
          round(24 * (e.value->>0)::float8 / (e.value->>1)::float8 * (e.value->>2)::float8 / ${MILLI}::int * ${UNITS_PER_PIECE}::float8)::bigint as rate
        from forecasts f cross join lateral jsonb_each(f.places) e
        where f.company_id = ${company} and (e.value->>1)::float8 > 0
          ${machines ? sql`and f.machine_id = any(${arrayOf(machines)}::bigint[])` : sql``}) r on r.point = p.id
      where p.company_id = ${company} and p.kind in ('SLOT', 'CANISTER') and p.removed_at is null and r.rate > 0
        ${machines ? sql`and p.machine_id = any(${arrayOf(machines)}::bigint[])` : sql``}
      group by p.machine_id`,
  )
  return new Map(rows.map(({ machine, rates }) => [machine, rates]))
}

/**
 * Every product that is not prepared by a machine. Its supplier is the chosen
 * one, or that of its latest purchase, or of its latest order; its cost is that of the latest purchase there, or its last one anywhere.
 */
export const findSupplies = (db: Db, company: CompanyId): Promise<SupplyRow[]> =>
  rowsOf<SupplyRow>(
    db,
    sql`with
      ordered as (
        select o.product_id, sum(o.open) as open from (
          select l.product_id, greatest(0, l.cases::bigint * l.pieces_per_case - l.received) as open
          from supplier_orders so join supplier_order_lines l on l.company_id = so.company_id and l.order_id = so.id
          where so.company_id = ${company} and so.state = 'SENT'
          union all
          select l.product_id, l.quantity from purchases p join purchase_lines l on l.company_id = p.company_id and l.purchase_id = p.id
          where p.company_id = ${company} and p.status = 'ON_ORDER') o
        group by o.product_id),
      bought as (
        select l.product_id, p.supplier_id, l.unit_cost_minor, coalesce(p.ordered_at, p.delivered_at, p.created_at) as at, p.id
        from purchases p join purchase_lines l on l.company_id = p.company_id and l.purchase_id = p.id
        join suppliers s on s.company_id = p.company_id and s.id = p.supplier_id
        where p.company_id = ${company} and s.deleted_at is null),
      last_bought as (
        select distinct on (b.product_id) b.product_id, b.supplier_id from bought b order by b.product_id, b.at desc, b.id desc),
      last_ordered as (
        select distinct on (l.product_id) l.product_id, so.supplier_id
        from supplier_orders so join supplier_order_lines l on l.company_id = so.company_id and l.order_id = so.id
        join suppliers s on s.company_id = so.company_id and s.id = so.supplier_id
        where so.company_id = ${company} and s.deleted_at is null order by l.product_id, so.id desc),
      costs as (
        select distinct on (b.product_id, b.supplier_id) b.product_id, b.supplier_id, b.unit_cost_minor
        from bought b where b.unit_cost_minor > 0 order by b.product_id, b.supplier_id, b.at desc, b.id desc)
      select ${productCard} as product, pr.case_size as "caseSize", x.supplier_id::float8 as "supplierId",
        coalesce(c.unit_cost_minor, pr.last_cost_minor)::float8 as "unitCostMinor",
        coalesce(${wholeUnits(sql`w.balance`)}, 0)::float8 as "inWarehouse",
        (coalesce(o.open, 0) * case when pr.packaging = 'INGREDIENT' then pr.volume else 1 end)::float8 as "onOrder"
      from products pr
      left join stock_points w on w.company_id = pr.company_id and w.product_id = pr.id and w.kind = 'WAREHOUSE'
      left join ordered o on o.product_id = pr.id
      left join product_suppliers ps on ps.company_id = pr.company_id and ps.product_id = pr.id
      left join suppliers chosen on chosen.company_id = ps.company_id and chosen.id = ps.supplier_id and chosen.deleted_at is null
      left join last_bought lb on lb.product_id = pr.id
      left join last_ordered lo on lo.product_id = pr.id
      cross join lateral (select coalesce(chosen.id, lb.supplier_id, lo.supplier_id) as supplier_id) x
      left join costs c on c.product_id = pr.id and c.supplier_id = x.supplier_id
      where pr.company_id = ${company} and pr.packaging <> 'COFFEE' and not pr.deleted
      order by ${inNameOrder(sql`pr.name`)}, pr.id`,
  )

/** Orders these products from the supplier from now on. Returns how many of them exist. */
export async function chooseSupplier(db: Db, company: CompanyId, supplier: number, products: readonly number[]): Promise<number> {
  const rows = await rowsOf(
    db,
    sql`insert into product_suppliers (company_id, product_id, supplier_id)
      select ${company}::int, p.id, ${supplier}::bigint from products p
      where p.company_id = ${company} and p.id = any(${`{${products.join(',')}}`}::bigint[])
      on conflict (company_id, product_id) do update set supplier_id = excluded.supplier_id returning product_id`,
  )
  return rows.length
}
