import type { Machine } from '#contract/machines.ts'
import type { Product } from '#contract/products.ts'
import { type InventoryRecord, type StockRecord, unpackInventory } from '#contract/sync.ts'
import { addDays, dayOf, isoDay, startOfDay } from '#domain/calendar.ts'
import { businessBetween, soldOf } from '#domain/forecast/unmet.ts'
import type { StockPointId } from '#domain/ids.ts'
import { shortageOf } from '#domain/stock/shortage.ts'
import type { Moment } from '#domain/time.ts'
import { MILLI, toWhole } from '#domain/units.ts'
import { getSession } from './device.ts'
import { isSelling, type PlaceSelling, sellingsOf } from './outlook.ts'
import { atOneMoment, pendingOperations, shownStock } from './own-work.ts'

/** The day until whose end it is asked what will be missing, as `2026-11-24`; null: what is missing now. */
export type Until = string | null

/** What a place lacks by then. What is expected need not be whole, and is made so where it is added up. */
export type LackingPlace = StockRecord & { missing: number }
/** `isForetold`: it is known how the machine sells, so that what it lacks by then is more than what it lacks now. */
export type LackingMachine = { machine: Pick<Machine, 'id' | 'name' | 'state'>; places: LackingPlace[]; isForetold: boolean }

/** The days that may be asked for: this one, and a week more. */
const DAYS_AHEAD = 7
export function daysAhead(): string[] {
  const today = dayOf(Date.now(), getSession().account.timezone)
  return Array.from({ length: DAYS_AHEAD + 1 }, (_, days) => isoDay(addDays(today, days)))
}

/** A day that was asked for in an address; one that has passed, or is too far away, asks for now. */
export const untilOf = (said: string | undefined): Until => (said !== undefined && daysAhead().includes(said) ? said : null)

/** What every machine lacks by then, from what this device holds and with this person's own work: it needs no network. */
export async function readLacking(until: Until): Promise<{ machines: LackingMachine[]; products: Product[] }> {
  const { db, account } = getSession()
  const [machines, records, products, own, synced] = await atOneMoment(db, ['machines', 'inventory', 'products'], () =>
    Promise.all([db.machines.toArray(), db.inventory.toArray(), db.products.toArray(), pendingOperations(db), db.meta.get('syncedAt')]),
  )
  const now = Date.now() + own.offset
  const from = synced?.key === 'syncedAt' && synced.value !== null ? Math.min(synced.value, now) : now
  const span = until === null ? null : { from, until: endOf(until, account.timezone), timeZone: account.timezone }
  const worked = new Set(own.entries.map(({ machineId }) => machineId))
  const stocks = new Map(records.map((record) => [record.machineId, record]))
  return {
    products,
    machines: machines.flatMap((machine) => {
      const record = stocks.get(machine.id)
      if (!record) return []
      const rows = unpackInventory(record)
      return lackingOf(machine, worked.has(machine.id) ? shownStock(rows, own) : rows, span)
    }),
  }
}

function endOf(day: string, timeZone: string): Moment {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  return startOfDay(addDays({ year, month, day: date }, 1), timeZone)
}

type Span = { from: Moment; until: Moment; timeZone: string }

/** `span`: since when what lies there is known, and until when it is asked. */
export function lackingOf(machine: LackingMachine['machine'], record: InventoryRecord, span: Span | null): LackingMachine {
  const selling = span && isSelling(machine) ? sellingsOf(record, span.from) : new Map<StockPointId, PlaceSelling>()
  const hours = new Map<Moment, number>()
  const soldIn = ({ productInstallationId }: StockRecord) => {
    const place = selling.get(productInstallationId)
    if (!place || !span) return 0
    // Places of a machine have one rhythm, and nearly all one moment.
    const business = hours.get(place.from) ?? businessBetween(place.from, span.until, span.timeZone, place.rhythm)
    hours.set(place.from, business)
    return soldOf(place.demand, place.pieces, business) * place.portion
  }
  const places = record.stocks.map((stock) => ({
    ...stock,
    missing: shortageOf(toWhole(stock.balance) - soldIn(stock) / MILLI, stock.maxQuantity),
  }))
  return { machine, places, isForetold: selling.size > 0 }
}
