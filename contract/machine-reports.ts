import * as v from 'valibot'
import { MACHINE_TYPES } from '#domain/machines/machine.ts'
import { PACKAGINGS, VOLUME_TYPES } from '#domain/products/product.ts'
import { endpoint } from './endpoint.ts'
import { QueryId } from './fields.ts'
import { Days } from './reports.ts'

const Table = { exportType: v.optional(v.literal('xlsx')), locale: v.optional(v.pipe(v.string(), v.maxLength(20)), 'en') }
const Asked = v.object({ ...Days, group: v.optional(QueryId), ...Table })
const tableOr = <S extends v.GenericSchema>(rows: S) => v.union([rows, v.object({ downloadUrl: v.string() })])
const ORDERED = '; with exportType=xlsx a signed address of it as a table, good for 10 minutes'

const MachineNamed = v.object({ id: v.number(), name: v.string(), type: v.picklist(MACHINE_TYPES) })
/** Null: the machine did not say of what. */
const ProductNamed = v.nullable(v.object({ id: v.number(), name: v.string() }))

/**
 * `productSaleShares`: each product's part of the pieces, the best first. `numberOfStops` and `numberOfSecondsInOutage` are null where
 * nobody watched the machine in this time.
 */
export const MachinePerformance = v.object({
  machine: MachineNamed,
  productSaleShares: v.array(v.object({ product: ProductNamed, sold: v.number(), share: v.number() })),
  turnover: v.number(),
  numberOfTransactions: v.number(),
  averageTurnoverPerTransaction: v.number(),
  numberOfStops: v.nullable(v.number()),
  numberOfSecondsInOutage: v.nullable(v.number()),
  numberOfCreditsAdded: v.number(),
})
export type MachinePerformance = v.InferOutput<typeof MachinePerformance>

export const performanceReport = endpoint({
  name: 'performanceReport',
  method: 'GET',
  path: '/reports/v2/machines',
  who: 'manager',
  summary: `How each machine did, most turnover first${ORDERED}`,
  query: Asked,
  answer: tableOr(v.array(MachinePerformance)),
})

/** Where a machine sold nothing of a product there is no cell. `product` 0: nobody knows which. */
export const SalesMatrix = v.object({
  machines: v.array(MachineNamed),
  products: v.array(v.object({ id: v.number(), name: v.nullable(v.string()) })),
  cells: v.array(v.object({ machine: v.number(), product: v.number(), sold: v.number(), turnover: v.number() })),
})
export type SalesMatrix = v.InferOutput<typeof SalesMatrix>

export const matrixReport = endpoint({
  name: 'matrixReport',
  method: 'GET',
  path: '/reports/v2/matrix',
  who: 'manager',
  summary: `What each machine sold of each product, both by turnover, the most first${ORDERED}`,
  query: Asked,
  answer: tableOr(SalesMatrix),
  refusals: ['REPORT_TOO_WIDE'],
})

/**
 * What sales took: `used` in pieces, or in the ingredient's own unit by the recipes as they were when it was sold; `packs` is that in packs
 * of the ingredient, null for what is sold by the piece. `cost` is at the product's last cost.
 */
export const ProductUsage = v.object({
  product: v.object({ id: v.number(), name: v.string(), type: v.picklist(PACKAGINGS), volumeType: v.picklist(VOLUME_TYPES) }),
  used: v.number(),
  packs: v.nullable(v.number()),
  cost: v.number(),
  drinks: v.array(v.object({ product: v.object({ id: v.number(), name: v.string() }), sold: v.number(), used: v.number() })),
})
export type ProductUsage = v.InferOutput<typeof ProductUsage>

export const usageReport = endpoint({
  name: 'usageReport',
  method: 'GET',
  path: '/reports/v2/usage',
  who: 'manager',
  summary: `What sales took of each product and ingredient, most cost first${ORDERED}`,
  query: v.object({ ...Days, group: v.optional(QueryId), machine: v.optional(QueryId), ...Table }),
  answer: tableOr(v.array(ProductUsage)),
})

/**
 * `secondsWatched`: how much of the time is known; null where none is. In outage a machine stood still or was not heard; where both at
 * once it counts once.
 */
export const MachineUptime = v.object({
  machine: MachineNamed,
  secondsWatched: v.nullable(v.number()),
  secondsInOutage: v.number(),
  secondsStopped: v.number(),
  secondsNotConnected: v.number(),
  numberOfOutages: v.number(),
})
export type MachineUptime = v.InferOutput<typeof MachineUptime>

export const uptimeReport = endpoint({
  name: 'uptimeReport',
  method: 'GET',
  path: '/reports/v2/uptime',
  who: 'manager',
  summary: `How long each machine was in outage, the longest first${ORDERED}`,
  query: Asked,
  answer: tableOr(v.array(MachineUptime)),
})

/** `to` is null while it lasts. */
export const Outage = v.object({
  state: v.picklist(['STOPPED', 'NOT_CONNECTED']),
  from: v.string(),
  to: v.nullable(v.string()),
  cause: v.nullable(v.string()),
})
export type Outage = v.InferOutput<typeof Outage>

export const machineOutages = endpoint({
  name: 'machineOutages',
  method: 'GET',
  path: '/reports/v2/uptime/:id',
  who: 'manager',
  summary: 'When a machine was in outage, the latest first',
  params: v.object({ id: QueryId }),
  query: v.object(Days),
  answer: v.array(Outage),
  refusals: ['MACHINE_NOT_FOUND'],
})

/**
 * What a visit brought: `filled` is its part of what all places of the machine take, `fromEmpty` how many places had been empty. One that
 * filled little and found no place empty was not `needed`.
 */
export const Visit = v.object({
  at: v.string(),
  serviceman: v.string(),
  places: v.number(),
  fromEmpty: v.number(),
  filled: v.number(),
  needed: v.boolean(),
})
export type Visit = v.InferOutput<typeof Visit>

/** `filled` is that of an average visit; null where nobody came. */
export const MachineDeliveries = v.object({
  machine: MachineNamed,
  visits: v.number(),
  notNeeded: v.number(),
  foundEmpty: v.number(),
  filled: v.nullable(v.number()),
})
export type MachineDeliveries = v.InferOutput<typeof MachineDeliveries>

export const deliveryReport = endpoint({
  name: 'deliveryReport',
  method: 'GET',
  path: '/reports/v2/deliveries',
  who: 'manager',
  summary: `Which visits were not needed and which came too late, the most first${ORDERED}`,
  query: Asked,
  answer: tableOr(v.array(MachineDeliveries)),
})

export const machineVisits = endpoint({
  name: 'machineVisits',
  method: 'GET',
  path: '/reports/v2/deliveries/:id',
  who: 'manager',
  summary: 'What each visit to a machine brought, the latest first',
  params: v.object({ id: QueryId }),
  query: v.object(Days),
  answer: v.array(Visit),
  refusals: ['MACHINE_NOT_FOUND'],
})

/**
 * `cost`: of what was sold, at what each product cost last; `waste`: of what was written off as lost. `margin` is what is left of the
 * turnover. `soldWithoutCost`: pieces of which nobody has said what they cost, so that their margin is their whole price.
 */
export const MachineRevenue = v.object({
  machine: MachineNamed,
  turnover: v.number(),
  netTurnover: v.number(),
  cost: v.number(),
  waste: v.number(),
  margin: v.number(),
  soldWithoutCost: v.number(),
})
export type MachineRevenue = v.InferOutput<typeof MachineRevenue>

export const revenueReport = endpoint({
  name: 'revenueReport',
  method: 'GET',
  path: '/reports/v2/revenue',
  who: 'manager',
  summary: `What was left of each machine’s turnover, the most first: \`turnover\` with tax, \`netTurnover\` without the tax that each product had on the day, \`margin\` = netTurnover − cost − waste${ORDERED}`,
  query: Asked,
  answer: tableOr(v.array(MachineRevenue)),
})

/**
 * What a product brought in a machine; `margin` is of its turnover without tax. `hoursEmpty`, in which none of its slots had it, and
 * `missed`, what it would have sold meanwhile, are null where it has no place of its
 * own there today. `better`: the product that would most likely bring more in a place of it, and how much more in 30 days.
 */
export const ProductRevenue = v.object({
  product: v.object({ id: v.number(), name: v.string() }),
  slots: v.array(v.string()),
  sold: v.number(),
  turnover: v.number(),
  netTurnover: v.number(),
  margin: v.number(),
  marginPerDay: v.number(),
  hoursEmpty: v.nullable(v.number()),
  missed: v.nullable(v.number()),
  better: v.nullable(v.object({ product: v.object({ id: v.number(), name: v.string() }), gain: v.number() })),
})
export type ProductRevenue = v.InferOutput<typeof ProductRevenue>

export const machineRevenue = endpoint({
  name: 'machineRevenue',
  method: 'GET',
  path: '/reports/v2/revenue/:id',
  who: 'manager',
  summary: 'What each product brought in a machine, and which would bring more, the least a day first',
  params: v.object({ id: QueryId }),
  query: v.object(Days),
  answer: v.array(ProductRevenue),
  refusals: ['MACHINE_NOT_FOUND'],
})
