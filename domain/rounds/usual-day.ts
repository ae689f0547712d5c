import type { Demand } from '../forecast/demand.ts'
import { soldOf } from '../forecast/unmet.ts'
import type { DayPerson, Rates } from './day.ts'
import { HOUR_IN_PRICES, KILOMETRE_IN_PRICES, USUAL_MINUTES, USUAL_PLANNING } from './planning.ts'
import type { VisitStock } from './visit-value.ts'

const { worksFrom, worksUntil, pauseFrom, pauseMinutes } = USUAL_PLANNING

/** The day of a person, in minutes since midnight. */
const USUAL_DAY = {
  works: { from: worksFrom, to: worksUntil },
  pause: { from: pauseFrom, minutes: pauseMinutes },
} satisfies Partial<DayPerson>

/** The margin of a product without a known purchase price, as a share of its price. */
export const USUAL_MARGIN = 0.5

/** By what a round is planned whose company has set nothing else, or whose server does not tell. Costs are in typical sale prices. */
export const USUAL_REST = {
  ...USUAL_DAY,
  hourInPrices: HOUR_IN_PRICES,
  kilometreInPrices: KILOMETRE_IN_PRICES,
  minutes: USUAL_MINUTES,
  start: null,
}

export const ratesFor = (
  typicalPrice: number,
  { hourInPrices, kilometreInPrices }: { hourInPrices: number; kilometreInPrices: number } = USUAL_REST,
): Rates => ({ perMinute: (hourInPrices * typicalPrice) / 60, perKilometre: kilometreInPrices * typicalPrice })

/** A stock as it is expected after some business hours. `there` and `most`: pieces now, and at most. `margin`: before `pieceCost`, which is that of putting in. */
export function expectedStock(
  { demand, there, most, margin }: { demand: Demand; there: number; most: number; margin: number },
  passed: number,
  pieceCost: number,
): VisitStock {
  const pieces = there - soldOf(demand, there, passed)
  return { demand, pieces, filled: Math.max(pieces, most), margin: Math.max(0, margin - pieceCost) }
}

/** Filling a canister takes as long as this many pieces. */
const PER_CANISTER = 10

/** What is put in, in pieces, by what each place lacks. A canister is filled at once, whatever number of drinks it holds. */
export function piecesToPutIn(missing: readonly number[], isDrinks: boolean): number {
  const pieces = isDrinks ? PER_CANISTER * missing.filter((drinks) => drinks >= 1).length : missing.reduce((sum, one) => sum + one, 0)
  return Math.round(pieces)
}
