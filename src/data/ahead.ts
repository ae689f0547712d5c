import { queryOptions } from '@tanstack/react-query'
import type { Machine } from '#contract/machines.ts'
import type { Product } from '#contract/products.ts'
import { type PackedInventory, type PackedSlots, packInventory, unpackInventory } from '#contract/sync.ts'
import { NO_SALES } from '#domain/alerts/watch.ts'
import { chanceOfSelling } from '#domain/forecast/empty.ts'
import { aDayLater, businessBetween, unmet } from '#domain/forecast/unmet.ts'
import type { MachineId, StockPointId } from '#domain/ids.ts'
import { kindOf } from '#domain/machines/machine.ts'
import { seesMoney } from '#domain/team/permissions.ts'
import type { Moment } from '#domain/time.ts'
import { getSession } from './device.ts'
import { live } from './local-query.ts'
import { rhythmIn } from './outlook.ts'
import { atOneMoment, pendingOperations, shownStock } from './own-work.ts'

/**
 * The outlook of a machine for the next 24 hours without a visit. `loss`: unmet demand, in money if the user may see it, otherwise in
 * ordinary pieces; null if unknown. `all`: the same for an empty machine.
 */
export type Ahead = { places: number; loss: number | null; all: number; runsEmpty: number }

export const ahead = () =>
  queryOptions({
    queryKey: ['ahead'],
    structuralSharing: false,
    queryFn: live(async (): Promise<ReadonlyMap<MachineId, Ahead>> => {
      const { db, account } = getSession()
      const [machines, records, own, synced, slots, products] = await atOneMoment(db, ['machines', 'inventory', 'slots', 'products'], () =>
        Promise.all([
          db.machines.toArray(),
          db.inventory.toArray(),
          pendingOperations(db),
          db.meta.get('syncedAt'),
          seesMoney(account) ? db.slots.toArray() : null,
          seesMoney(account) ? db.products.toArray() : null,
        ]),
      )
      const worked = new Set(own.entries.map(({ machineId }) => machineId))
      const now = Date.now() + own.offset
      const span = {
        from: synced?.key === 'syncedAt' && synced.value !== null ? Math.min(synced.value, now) : now,
        until: aDayLater(now, account.timezone),
        timeZone: account.timezone,
      }
      const states = new Map(machines.map((machine) => [machine.id, machine]))
      const prices = slots && products ? pricesIn(slots, products) : null
      return new Map(
        records.flatMap((record) => {
          const machine = states.get(record.machineId)
          const shown = worked.has(record.machineId) ? packInventory(shownStock(unpackInventory(record), own)) : record
          return machine ? [[machine.id, aheadOf(machine, shown, span, prices)] as const] : []
        }),
      )
    }),
  })

type AheadSpan = { from: Moment; until: Moment; timeZone: string }
type PriceOf = (machine: MachineId, point: StockPointId, product: number) => number

/** Works on columns, because converting them to rows would take longer than the computation for all machines of a company. */
export function aheadOf(
  machine: Pick<Machine, 'id' | 'type' | 'state' | 'alerts'>,
  record: PackedInventory,
  span: AheadSpan,
  price: PriceOf | null,
): Ahead {
  const { stocks, outlook } = record
  const places = stocks.productInstallationId.length
  const rhythm = outlook ? rhythmIn(outlook.rhythm) : null
  if (!outlook || !rhythm) return { places, loss: null, all: 0, runsEmpty: 0 }
  const hours = businessBetween(span.from, span.until, span.timeZone, rhythm)
  // A stopped machine that should sell loses all demand.
  const isStill = kindOf(machine.state) === 'stopped' || machine.alerts?.some(({ code }) => code === NO_SALES)
  const losses: number[] = []
  const alls: number[] = []
  let runsEmpty = 0
  stocks.productInstallationId.forEach((point, index) => {
    const { pieces, hours: seenIn, portion, weight } = outlook.places
    const demand = { pieces: pieces[index] ?? 0, hours: seenIn[index] ?? 0, ...(outlook.spread && { spread: outlook.spread }) }
    const each = portion[index] ?? 0
    if (demand.hours <= 0 || each <= 0) return
    const worth = price ? price(machine.id, point, stocks.productId[index] ?? 0) : (weight[index] ?? 0) / ORDINARY
    const demanded = (demand.pieces / demand.hours) * hours
    const there = isStill ? 0 : Math.max(0, Math.floor((stocks.balance[index] ?? 0) / each))
    alls.push(demanded * worth)
    // There is plenty of stock, so the small loss need not be computed.
    if (there > 4 * demanded + PLENTY) return
    losses.push(unmet(demand, there, hours) * worth)
    if (there > 0 && chanceOfSelling(demand, there, hours) >= 0.5) runsEmpty++
  })
  // A drink is lost once, whichever of its ingredients is missing.
  const together =
    machine.type === 'COFFEE' ? (all: number[]) => Math.max(0, ...all) : (all: number[]) => all.reduce((sum, one) => sum + one, 0)
  return { places, loss: together(losses), all: together(alls), runsEmpty: kindOf(machine.state) === 'offline' ? 0 : runsEmpty }
}

const ORDINARY = 10
const PLENTY = 10

/** Price per piece: the price of the slot, or for an ingredient the average price of drinks with it. */
function pricesIn(slots: readonly PackedSlots[], products: readonly Product[]): PriceOf {
  const drinks = new Map(
    products.flatMap(({ id, ingredients }) => (ingredients.length > 0 ? [[id, ingredients.map((one) => one.id)]] : [])),
  )
  const ofPoint = new Map<StockPointId, number>()
  const ofIngredient = new Map<string, { sum: number; count: number }>()
  for (const { machineId, slots: own } of slots)
    own.productInstallationId.forEach((point, index) => {
      const [price, product] = [own.vendPrice[index] ?? null, own.productId[index] ?? null]
      if (price === null || point === null || product === null) return
      ofPoint.set(point, price)
      for (const ingredient of drinks.get(product) ?? []) {
        const { sum, count } = ofIngredient.get(`${machineId} ${ingredient}`) ?? { sum: 0, count: 0 }
        ofIngredient.set(`${machineId} ${ingredient}`, { sum: sum + price, count: count + 1 })
      }
    })
  return (machine, point, product) => {
    const known = ofPoint.get(point)
    if (known !== undefined) return known
    const drink = ofIngredient.get(`${machine} ${product}`)
    return drink ? drink.sum / drink.count : 0
  }
}
