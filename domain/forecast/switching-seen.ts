import type { MachineDays } from './days.ts'
import { type Demand, rateOf } from './demand.ts'
import { timesAsFast } from './switching.ts'

/** Shares of customers who take something else. Negative ones are of canisters, without which other drinks are not made either. */
const SWITCHINGS = [-4, -2, -1, -0.5, 0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]
/** The days compared are next to each other, or the restock is on the day between them. */
const GAPS = [1, 2]
/** After a restock at most this much of what was sold out before is still sold out. */
const LEFT = 0.5
/** Log-likelihood by which a share has to be better than none: beyond chance. */
const BEYOND_CHANCE = 2

/**
 * What the slots sold that had stock on both days. `out`: the share of the demand that was sold out from the begin of the day. `during`: the
 * share that sold out on this day.
 */
type Side = { sold: number; expected: number; out: number; during: number }
type Contrast = { before: Side; after: Side }

/**
 * The share of customers who take something else, from how much faster the rest of a machine sold just before a restock than just after it.
 * Slots sell out on busy days, whether customers switch or not. So what sells out on one of the days counts with its mean over all of them.
 */
export function switchingSeen(machines: readonly MachineDays[], rates: readonly (readonly Demand[])[]): number {
  const contrasts = machines.flatMap((places, machine) => contrastsOf(places, (rates[machine] ?? []).map(rateOf)))
  const during = (side: 'before' | 'after') => contrasts.reduce((sum, contrast) => sum + contrast[side].during, 0) / contrasts.length
  const usual = { before: during('before'), after: during('after') }
  const likelihoodOf = (switching: number) =>
    contrasts.reduce((sum, { before, after }) => {
      const earlier = before.expected * timesAsFast(before.out + usual.before, switching)
      const later = after.expected * timesAsFast(after.out + usual.after, switching)
      return sum + before.sold * Math.log(earlier / (earlier + later)) + after.sold * Math.log(later / (earlier + later))
    }, 0)
  let best = { switching: 0, likelihood: likelihoodOf(0) + BEYOND_CHANCE }
  for (const switching of SWITCHINGS) {
    const likelihood = likelihoodOf(switching)
    if (likelihood > best.likelihood) best = { switching, likelihood }
  }
  return best.switching
}

function contrastsOf(places: MachineDays, rates: readonly number[]): Contrast[] {
  const days = places[0]?.sold.length ?? 0
  const shares = Array.from({ length: days }, (_, day) => sharesOn(day, places, rates))
  return shares.flatMap((after, day) =>
    GAPS.flatMap((gap): Contrast[] => {
      const before = shares[day + gap]
      if (!before || before.out === 0 || after.out > LEFT * before.out) return []
      const sold = { before: 0, after: 0 }
      const expected = { before: 0, after: 0 }
      places.forEach((place, index) => {
        const [earlier, later] = [place.open[day + gap] ?? 0, place.open[day] ?? 0]
        if (earlier <= NONE || later <= NONE) return
        sold.before += place.sold[day + gap] ?? 0
        sold.after += place.sold[day] ?? 0
        expected.before += (rates[index] ?? 0) * earlier
        expected.after += (rates[index] ?? 0) * later
      })
      if (expected.before <= 0 || expected.after <= 0) return []
      return [
        {
          before: { ...before, sold: sold.before, expected: expected.before },
          after: { ...after, sold: sold.after, expected: expected.after },
        },
      ]
    }),
  )
}

/** Business hours below this are rounding. */
const NONE = 1e-6

function sharesOn(day: number, places: MachineDays, rates: readonly number[]): { out: number; during: number } {
  let [out, during, all] = [0, 0, 0]
  places.forEach((place, index) => {
    const [rate, hours, withStock] = [rates[index] ?? 0, place.out[day] ?? 0, place.open[day] ?? 0]
    all += rate * (hours + withStock)
    // With stock until the day before, it sold out on this day.
    if (withStock > NONE && (place.out[day + 1] ?? 0) <= NONE) during += rate * hours
    else out += rate * hours
  })
  return all > 0 ? { out: out / all, during: during / all } : { out: 0, during: 0 }
}
