import * as v from 'valibot'
import { MACHINE_TYPES } from '#domain/machines/machine.ts'
import { PACKAGINGS, VOLUME_TYPES } from '#domain/products/product.ts'
import { endpoint } from './endpoint.ts'
import { DateTime, Integer, QueryId } from './fields.ts'
import { Days } from './reports.ts'
import { Amount, Hours, Money, Packs, Share } from './units.ts'

const Table = { exportType: v.optional(v.literal('xlsx')), locale: v.optional(v.pipe(v.string(), v.maxLength(20)), 'en') }
const ReportQuery = v.object({ ...Days, group: v.optional(QueryId), ...Table })
const tableOr = <S extends v.GenericSchema>(rows: S) => v.union([rows, v.object({ downloadUrl: v.string() })])
const ORDERED = '; with exportType=xlsx, return a signed URL of an XLSX file, valid for 10 minutes'

const MachineNamed = v.object({ id: Integer, name: v.string(), type: v.picklist(MACHINE_TYPES) })
/** Null: the machine did not report the product. */
const ProductNamed = v.nullable(v.object({ id: Integer, name: v.string() }))

/**
 * `productSaleShares`: each product's share of the pieces, best first. `numberOfStops` and `numberOfSecondsInOutage` are null if the
 * machine was not monitored in this time.
 */
export const MachinePerformance = v.object({
  machine: MachineNamed,
  productSaleShares: v.array(v.object({ product: ProductNamed, sold: Integer, share: Share })),
  turnover: Money,
  numberOfTransactions: Integer,
  averageTurnoverPerTransaction: Money,
  numberOfStops: v.nullable(Integer),
  numberOfSecondsInOutage: v.nullable(Integer),
  numberOfCreditsAdded: Integer,
})
export type MachinePerformance = v.InferOutput<typeof MachinePerformance>

export const performanceReport = endpoint({
  name: 'performanceReport',
  method: 'GET',
  path: '/reports/v2/machines',
  who: 'manager',
  mayLag: true,
  summary: `List the performance of each machine, highest turnover first${ORDERED}`,
  query: ReportQuery,
  answer: tableOr(v.array(MachinePerformance)),
})

/** Cells without sales are absent. `product` 0: unknown product. */
export const SalesMatrix = v.object({
  machines: v.array(MachineNamed),
  products: v.array(v.object({ id: Integer, name: v.nullable(v.string()) })),
  cells: v.array(v.object({ machine: Integer, product: Integer, sold: Integer, turnover: Money })),
})
export type SalesMatrix = v.InferOutput<typeof SalesMatrix>

export const matrixReport = endpoint({
  name: 'matrixReport',
  method: 'GET',
  path: '/reports/v2/matrix',
  who: 'manager',
  mayLag: true,
  summary: `Retrieve the sales of each product by machine, both by turnover, highest first${ORDERED}`,
  query: ReportQuery,
  answer: tableOr(SalesMatrix),
  refusals: ['REPORT_TOO_WIDE'],
})

/**
 * Consumption by sales: `used` in pieces, or in the ingredient's own unit by the recipes of the time; `packs` is the same in packs of the
 * ingredient, null for products sold by the piece. `cost` is at the product's last cost.
 */
export const ProductUsage = v.object({
  product: v.object({ id: Integer, name: v.string(), type: v.picklist(PACKAGINGS), volumeType: v.picklist(VOLUME_TYPES) }),
  used: Amount,
  packs: v.nullable(Packs),
  cost: Money,
  drinks: v.array(v.object({ product: v.object({ id: Integer, name: v.string() }), sold: Integer, used: Amount })),
})
export type ProductUsage = v.InferOutput<typeof ProductUsage>

export const usageReport = endpoint({
  name: 'usageReport',
  method: 'GET',
  path: '/reports/v2/usage',
  who: 'manager',
  mayLag: true,
  summary: `List the consumption of each product and ingredient by sales, highest cost first${ORDERED}`,
  query: v.object({ ...Days, group: v.optional(QueryId), machine: v.optional(QueryId), ...Table }),
  answer: tableOr(v.array(ProductUsage)),
})

/** `secondsWatched`: monitored time; null if there is none. A machine in outage was stopped or offline; time with both counts once. */
export const MachineUptime = v.object({
  machine: MachineNamed,
  secondsWatched: v.nullable(Integer),
  secondsInOutage: Integer,
  secondsStopped: Integer,
  secondsNotConnected: Integer,
  numberOfOutages: Integer,
})
export type MachineUptime = v.InferOutput<typeof MachineUptime>

export const uptimeReport = endpoint({
  name: 'uptimeReport',
  method: 'GET',
  path: '/reports/v2/uptime',
  who: 'manager',
  mayLag: true,
  summary: `List the outage time of each machine, longest first${ORDERED}`,
  query: ReportQuery,
  answer: tableOr(v.array(MachineUptime)),
})

/** `to` is null while the outage lasts. */
export const Outage = v.object({
  state: v.picklist(['STOPPED', 'NOT_CONNECTED']),
  from: DateTime,
  to: v.nullable(DateTime),
  cause: v.nullable(v.string()),
})
export type Outage = v.InferOutput<typeof Outage>

export const machineOutages = endpoint({
  name: 'machineOutages',
  method: 'GET',
  path: '/reports/v2/uptime/:id',
  who: 'manager',
  summary: 'List the outages of a machine, latest first',
  params: v.object({ id: QueryId }),
  query: v.object(Days),
  answer: v.array(Outage),
  refusals: ['MACHINE_NOT_FOUND'],
})

/**
 * Result of a visit: `filled` is the share of the machine's capacity that was filled, `fromEmpty` the number of slots that were empty. A
 * visit that filled little and found no empty slot was not `needed`.
 */
export const Visit = v.object({
  at: DateTime,
  serviceman: v.string(),
  places: Integer,
  fromEmpty: Integer,
  filled: Share,
  needed: v.boolean(),
})
export type Visit = v.InferOutput<typeof Visit>

/** `filled` is the average per visit; null without visits. */
export const MachineDeliveries = v.object({
  machine: MachineNamed,
  visits: Integer,
  notNeeded: Integer,
  foundEmpty: Integer,
  filled: v.nullable(Share),
})
export type MachineDeliveries = v.InferOutput<typeof MachineDeliveries>

export const deliveryReport = endpoint({
  name: 'deliveryReport',
  method: 'GET',
  path: '/reports/v2/deliveries',
  who: 'manager',
  mayLag: true,
  summary: `List unneeded and late visits per machine, most first${ORDERED}`,
  query: ReportQuery,
  answer: tableOr(v.array(MachineDeliveries)),
})

export const machineVisits = endpoint({
  name: 'machineVisits',
  method: 'GET',
  path: '/reports/v2/deliveries/:id',
  who: 'manager',
  summary: 'List what each visit to a machine filled, latest first',
  params: v.object({ id: QueryId }),
  query: v.object(Days),
  answer: v.array(Visit),
  refusals: ['MACHINE_NOT_FOUND'],
})

/**
 * `cost`: of what was sold, at each product's cost on the day; `waste`: of what was written off as lost. `netWithoutCost`: the part of the
 * net turnover of the `soldWithoutCost` pieces, whose cost is unknown. `margin` is null if all pieces are.
 */
const marginSums = {
  turnover: Money,
  netTurnover: Money,
  netWithoutCost: Money,
  cost: Money,
  waste: Money,
  commission: Money,
  margin: v.nullable(Money),
  soldWithoutCost: Integer,
}

/** `commission`: of the machine's site, monthly amounts by days. `visits`: as in the report of deliveries; without one `marginPerVisit` is null. */
export const MachineRevenue = v.object({
  machine: MachineNamed,
  ...marginSums,
  visits: Integer,
  marginPerVisit: v.nullable(Money),
})
export type MachineRevenue = v.InferOutput<typeof MachineRevenue>

const MARGIN = '`margin` = netTurnover − netWithoutCost − cost − waste − commission'

export const revenueReport = endpoint({
  name: 'revenueReport',
  method: 'GET',
  path: '/reports/v2/revenue',
  who: 'manager',
  mayLag: true,
  summary: `List the margin of each machine, highest first: \`turnover\` with tax, \`netTurnover\` without the tax that each product had on the day, ${MARGIN}${ORDERED}`,
  query: ReportQuery,
  answer: tableOr(v.array(MachineRevenue)),
})

/** Margin of a product. An ingredient has waste but no sales. `commission`: only shares of the product's turnover. */
export const ProductMargin = v.object({ product: ProductNamed, sold: Integer, ...marginSums })
export type ProductMargin = v.InferOutput<typeof ProductMargin>

/** `monthlyCommission`: monthly amounts of all sites, which belong to no product. */
export const ProductMargins = v.object({ products: v.array(ProductMargin), monthlyCommission: Money })
export type ProductMargins = v.InferOutput<typeof ProductMargins>

export const productMargins = endpoint({
  name: 'productMargins',
  method: 'GET',
  path: '/reports/v2/product-margins',
  who: 'manager',
  mayLag: true,
  summary: `List the margin of each product, highest first: ${MARGIN}${ORDERED}`,
  query: v.object({ ...Days, group: v.optional(QueryId), machine: v.optional(QueryId), ...Table }),
  answer: tableOr(ProductMargins),
})

/**
 * Revenue of a product in a machine; `margin` is of its turnover without tax, before waste and commission, and null if no sale has a known
 * cost. `hoursEmpty`, when none of its slots had stock, and `missed`,
 * the sales lost in that time, are null if it has no slot there today. `better`: the product that would most likely earn more in its slot,
 * and how much more in 30 days.
 */
export const ProductRevenue = v.object({
  product: v.object({ id: Integer, name: v.string() }),
  slots: v.array(v.string()),
  sold: Integer,
  turnover: Money,
  netTurnover: Money,
  margin: v.nullable(Money),
  marginPerDay: v.nullable(Money),
  hoursEmpty: v.nullable(Hours),
  missed: v.nullable(Money),
  better: v.nullable(v.object({ product: v.object({ id: Integer, name: v.string() }), gain: Money })),
})
export type ProductRevenue = v.InferOutput<typeof ProductRevenue>

export const machineRevenue = endpoint({
  name: 'machineRevenue',
  method: 'GET',
  path: '/reports/v2/revenue/:id',
  who: 'manager',
  summary: 'List the revenue of each product in a machine and better alternatives, lowest revenue per day first',
  params: v.object({ id: QueryId }),
  query: v.object(Days),
  answer: v.array(ProductRevenue),
  refusals: ['MACHINE_NOT_FOUND'],
})
