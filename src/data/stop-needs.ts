import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Round } from '#contract/rounds.ts'
import type { MachineId } from '#domain/ids.ts'
import { delayOf } from '#domain/rounds/delay.ts'
import { fromIso, type Moment } from '#domain/time.ts'
import { live } from './local-query.ts'
import { type LackingMachine, readLacking } from './missing.ts'

/** What a stop is expected to lack at its arrival: pieces, and canisters of ingredients that are not full. */
export type StopNeeds = { pieces: number; canisters: number }

type Day = Pick<Round, 'from' | 'until' | 'stops'>

/** By how many milliseconds a round is late. */
export function delayIn({ from, until, stops }: Day, now: Moment): number {
  const moment = (iso: string | null) => (iso === null ? null : fromIso(iso))
  const timed = stops.map(({ state, arrival, minutes, visitedUntil }) => ({
    state,
    minutes,
    arrival: moment(arrival),
    visitedUntil: moment(visitedUntil),
  }))
  return delayOf({ from: fromIso(from), until: fromIso(until), stops: timed }, now)
}

/** Arrivals at the open stops of a round, in its order, as late as it is. A stop without an expected arrival is computed as of now. */
export function arrivalsOf(round: Day, now: Moment): Map<MachineId, Moment> {
  const { from, stops } = round
  const earliest = Math.max(now, fromIso(from))
  const delay = delayIn(round, now)
  return new Map(
    stops.flatMap(({ machineId, state, arrival }) =>
      state === 'PLANNED' ? [[machineId, Math.max(earliest, arrival === null ? 0 : fromIso(arrival) + delay)] as const] : [],
    ),
  )
}

/** Which stops are open, and when: the needs of a round are computed again when this changes. */
export const keyOfNeeds = ({ stops }: Pick<Round, 'stops'>): string[] =>
  stops.flatMap(({ machineId, state, arrival }) => (state === 'PLANNED' ? [`${machineId} ${arrival}`] : []))

/** From the mirror and pending operations, so it needs no network. */
export const stopNeeds = (round: Day) =>
  queryOptions({
    queryKey: ['stopNeeds', ...keyOfNeeds(round)],
    placeholderData: keepPreviousData,
    structuralSharing: false,
    queryFn: live(async (): Promise<ReadonlyMap<MachineId, StopNeeds>> => {
      const { machines, products } = await readLacking(arrivalsOf(round, Date.now()))
      const ingredients = new Set(products.filter(({ packaging }) => packaging === 'INGREDIENT').map(({ id }) => id))
      return new Map(machines.map(({ machine, places }) => [machine.id, needsIn(places, (id) => ingredients.has(id))]))
    }),
  })

export function needsIn(
  places: readonly Pick<LackingMachine['places'][number], 'productId' | 'missing'>[],
  isIngredient: (product: number) => boolean,
): StopNeeds {
  const missing = places.filter((place) => place.missing >= 0.5)
  const canisters = missing.filter(({ productId }) => isIngredient(productId)).length
  const pieces = places.reduce((sum, place) => sum + (isIngredient(place.productId) ? 0 : place.missing), 0)
  return { pieces: Math.round(pieces), canisters }
}
