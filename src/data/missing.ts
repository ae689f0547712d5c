import type { Machine } from '#contract/machines.ts'
import type { Product } from '#contract/products.ts'
import { type InventoryRecord, type StockRecord, unpackInventory } from '#contract/sync.ts'
import { addDays, dayOf, isoDay, startOfDay } from '#domain/calendar.ts'
import { businessBetween, soldOf } from '#domain/forecast/unmet.ts'
import type { MachineId, StockPointId } from '#domain/ids.ts'
import { shortageOf } from '#domain/stock/shortage.ts'
import type { Moment } from '#domain/time.ts'
import { MILLI, toWhole } from '#domain/units.ts'
import { getSession } from './device.ts'
import { isSelling, type PlaceSelling, sellingsOf } from './outlook.ts'
import { atOneMoment, pendingOperations, shownStock } from './own-work.ts'

/** The day up to whose end shortages are computed, as `2026-11-24`; null: now. */
export type Until = string | null

/** The shortage of a slot or canister by then. Expected amounts may be fractions, which are rounded when they are summed. */
type LackingPlace = StockRecord & { missing: number }
/** `isForetold`: the machine's rates are known, so the shortage by then includes expected sales. */
export type LackingMachine = { machine: Pick<Machine, 'id' | 'name' | 'state'>; places: LackingPlace[]; isForetold: boolean }

/** The selectable days: today and seven more. */
const DAYS_AHEAD = 7
export function daysAhead(): string[] {
  const today = dayOf(Date.now(), getSession().account.timezone)
  return Array.from({ length: DAYS_AHEAD + 1 }, (_, days) => isoDay(addDays(today, days)))
}

/** The day in a URL; past days and days too far ahead mean now. */
export const untilOf = (day: string | undefined): Until => (day !== undefined && daysAhead().includes(day) ? day : null)

/**
 * The shortages of every machine by then, computed without a network from local data and pending operations; or of some machines, each by a
 * moment of its own.
 */
export async function readLacking(
  until: Until | ReadonlyMap<MachineId, Moment>,
): Promise<{ machines: LackingMachine[]; products: Product[] }> {
  const { db, account } = getSession()
  const [machines, records, products, own, synced] = await atOneMoment(db, ['machines', 'inventory', 'products'], () =>
    Promise.all([db.machines.toArray(), db.inventory.toArray(), db.products.toArray(), pendingOperations(db), db.meta.get('syncedAt')]),
  )
  const now = Date.now() + own.offset
  const from = synced?.key === 'syncedAt' && synced.value !== null ? Math.min(synced.value, now) : now
  const timeZone = account.timezone
  const end = typeof until === 'string' ? endOf(until, timeZone) : null
  const spanOf = (moment: Moment | null | undefined): Span | null => (moment == null ? null : { from, until: moment, timeZone })
  const worked = new Set(own.entries.map(({ machineId }) => machineId))
  const stocks = new Map(records.map((record) => [record.machineId, record]))
  return {
    products,
    machines: machines.flatMap((machine) => {
      const record = stocks.get(machine.id)
      if (!record || (until instanceof Map && !until.has(machine.id))) return []
      const rows = unpackInventory(record)
      return lackingOf(
        machine,
        worked.has(machine.id) ? shownStock(rows, own) : rows,
        spanOf(until instanceof Map ? until.get(machine.id) : end),
      )
    }),
  }
}

function endOf(day: string, timeZone: string): Moment {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  return startOfDay(addDays({ year, month, day: date }, 1), timeZone)
}

type Span = { from: Moment; until: Moment; timeZone: string }

/** `span`: from when the stock is known until the requested time. */
export function lackingOf(machine: LackingMachine['machine'], record: InventoryRecord, span: Span | null): LackingMachine {
  const selling = span && isSelling(machine) ? sellingsOf(record, span.from) : new Map<StockPointId, PlaceSelling>()
  const hours = new Map<Moment, number>()
  const soldIn = ({ productInstallationId }: StockRecord) => {
    const place = selling.get(productInstallationId)
    if (!place || !span) return 0
    // The slots of a machine share one rhythm, and nearly always one start.
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
