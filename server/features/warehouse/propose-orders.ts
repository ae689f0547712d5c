import type { Proposal, ProposedLine } from '#contract/supplier-orders.ts'
import { toDecimal } from '#domain/money.ts'
import { casesFor, expectedOn, neededOf, piecesPerCase, USUAL_LEAD_DAYS } from '#domain/warehouse/order.ts'
import type { RequestContext } from '../../http/request-context.ts'
import type { ReadSums } from '../../sync/cached-sums.ts'
import { findSupplies, perDayOf, type SupplyRow } from './proposals.store.ts'
import { timeZoneOf } from './purchases.store.ts'
import { suppliersById } from './suppliers.store.ts'

/** What to order from each supplier by name, and last the products without a supplier that are needed. */
export async function proposeOrders(coverDays: number, { db, principal, ctx }: RequestContext, readDemand: ReadSums): Promise<Proposal[]> {
  const suppliers = await suppliersById(db, principal)
  const supplies = await findSupplies(db, principal.companyId)
  const demand = await readDemand(db, principal.companyId, ctx.now())
  const stock = await ctx.machineStock(db, principal.companyId, ctx.now())
  const zone = await timeZoneOf(db, principal.companyId)
  const lineOf = (row: SupplyRow): ProposedLine => {
    const { product, supplierId, caseSize, unitCostMinor, ...rest } = row
    const supply = { perDay: perDayOf(demand, product.id), shortage: stock.get(product.id)?.shortage ?? 0, ...rest }
    const leadDays = (supplierId === null ? null : suppliers.get(supplierId)?.leadDays) ?? USUAL_LEAD_DAYS
    const perCase = piecesPerCase({ packaging: product.packaging, caseSize })
    return {
      productId: product.id,
      product,
      piecesPerCase: perCase,
      unitCost: toDecimal(unitCostMinor, principal.currency),
      ...supply,
      // Rates have three digits.
      perDay: Number(supply.perDay.toPrecision(6)),
      cases: casesFor(neededOf(supply, leadDays + coverDays), product, perCase),
    }
  }
  const linesOf = (supplier: number | null) => supplies.filter(({ supplierId }) => supplierId === supplier).map(lineOf)
  const deliveredOn = (leadDays: number | null) => expectedOn(ctx.now(), leadDays, zone)
  const proposals = [...suppliers.values()].map((supplier): Proposal => {
    return { supplier, expectedOn: deliveredOn(supplier.leadDays), lines: linesOf(supplier.identifier) }
  })
  const withoutSupplier = linesOf(null).filter(({ cases }) => cases > 0)
  return [
    ...proposals.filter(({ lines }) => lines.length > 0),
    ...(withoutSupplier.length > 0 ? [{ supplier: null, expectedOn: deliveredOn(null), lines: withoutSupplier }] : []),
  ]
}
