import type { InventoryRecord } from '#contract/sync.ts'
import { rateOf } from '#domain/forecast/demand.ts'
import { type EmptyForecast, emptyForecastOf, type Selling, sellingOfAll } from '#domain/forecast/place.ts'
import type { Rhythm } from '#domain/forecast/rhythm.ts'
import { readRhythm } from '#domain/forecast/rhythm-text.ts'
import { insteadOf } from '#domain/forecast/switching.ts'
import { aDayLater, businessBetween, soldOf } from '#domain/forecast/unmet.ts'
import type { StockPointId } from '#domain/ids.ts'
import { kindOf, type MachineState } from '#domain/machines/machine.ts'
import { MINUTE, type Moment } from '#domain/time.ts'
import { MILLI } from '#domain/units.ts'
import { getSession } from './device.ts'

/**
 * The rate of a slot or canister as received, and its current stock. `weight`: importance of a piece relative to others; `portion`: what a
 * piece takes, in thousandths.
 */
export type PlaceSelling = Selling & { weight: number; portion: number }

/** A stopped machine does not run empty, and the stock of an offline machine is unknown. */
export const isSelling = ({ state }: { state: MachineState }): boolean => ['running', 'warning'].includes(kindOf(state))

/** Rates of each slot of a machine, by its stock `from` a moment on. Pending operations are already included. */
export function sellingsOf({ stocks, outlook }: InventoryRecord, from: Moment): ReadonlyMap<StockPointId, PlaceSelling> {
  const rhythm = outlook ? rhythmIn(outlook.rhythm) : null
  if (!outlook || !rhythm) return new Map()
  const { pieces, hours, portion, weight } = outlook.places
  const more = insteadOf(
    stocks.map(({ balance }, index) => ({
      rate: rateOf({ pieces: pieces[index] ?? 0, hours: hours[index] ?? 0 }),
      isOut: balance < (portion[index] ?? 0),
    })),
    outlook.spread?.switching ?? 0,
  )
  return new Map(
    stocks.flatMap(({ productInstallationId, balance, counted }, index) => {
      const [seen = 0, seenIn = 0, each = 0] = [pieces[index], hours[index], portion[index]]
      if (seenIn <= 0 || each <= 0) return []
      const demand = { pieces: seen, hours: seenIn / more, ...(outlook.spread && { spread: outlook.spread }) }
      // A count on this device after the server's data sets the stock from then on.
      const since = Math.max(from, counted?.at ?? 0)
      return [
        [
          productInstallationId,
          { rhythm, demand, pieces: Math.max(0, Math.floor(balance / each)), from: since, weight: weight[index] ?? 0, portion: each },
        ] as const,
      ]
    }),
  )
}

/** Many machines of one company share a rhythm, as do all slots of one machine. */
const rhythms = new Map<string, Rhythm | null>()
const MAX_RHYTHMS = 2_000

export function rhythmIn(text: string): Rhythm | null {
  const known = rhythms.get(text)
  if (known !== undefined) return known
  if (rhythms.size >= MAX_RHYTHMS) rhythms.clear()
  const rhythm = readRhythm(text)
  rhythms.set(text, rhythm)
  return rhythm
}

type CachedOutlook = { all: readonly (Selling | null)[]; at: Moment; forecast: EmptyForecast | null }
const kept = new WeakMap<Selling, CachedOutlook>()
const CACHE_MS = 5 * MINUTE

/** The forecast for slots of one product, computed once per screen rather than at every keystroke. */
export function emptyForecast(all: readonly (Selling | null)[]): EmptyForecast | null {
  const [first] = all
  if (!first) return null
  const known = kept.get(first)
  const now = Date.now()
  if (known && now - known.at < CACHE_MS && known.all.length === all.length && known.all.every((one, index) => one === all[index]))
    return known.forecast
  const selling = sellingOfAll(all)
  const forecast = selling && emptyForecastOf(selling, now, getSession().account.timezone)
  kept.set(first, { all, at: now, forecast })
  return forecast
}

/** The stock of a slot or canister expected in 24 hours without a visit; null if its rate is unknown. */
export function levelInADay({ selling, currentQuantity }: { selling: PlaceSelling | null; currentQuantity: number }): number | null {
  if (!selling) return null
  const { timezone } = getSession().account
  const hours = businessBetween(selling.from, aDayLater(Date.now(), timezone), timezone, selling.rhythm)
  return Math.max(0, currentQuantity - (soldOf(selling.demand, selling.pieces, hours) * selling.portion) / MILLI)
}
