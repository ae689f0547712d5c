import { formats } from '#app/data/formats.ts'
import { delayIn } from '#app/data/stop-needs.ts'
import { useNow } from '#app/ui/use-now.ts'
import type { Round, Stop } from '#contract/rounds.ts'
import { fromIso } from '#domain/time.ts'

/** When a stop is expected, as a time of day, and as planned if that differs; null without a plan. */
export type Arrival = { time: string; planned: string | null } | null

/** The expected arrivals of a round, as late as it is by now. */
export function useArrivals(round: Round): (stop: Pick<Stop, 'arrival'>) => Arrival {
  const delay = delayIn(round, useNow())
  return (stop) => arrivalAt(stop, delay)
}

/** `delay` in milliseconds. */
export function arrivalAt({ arrival }: Pick<Stop, 'arrival'>, delay = 0): Arrival {
  if (arrival === null) return null
  const { time } = formats()
  const planned = fromIso(arrival)
  return { time: time(planned + delay), planned: delay === 0 ? null : time(planned) }
}
