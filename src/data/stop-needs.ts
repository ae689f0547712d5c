import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Round } from '#contract/rounds.ts'
import type { MachineId } from '#domain/ids.ts'
import { fromIso, type Moment } from '#domain/time.ts'
import { live } from './local-query.ts'
import { type LackingMachine, readLacking } from './missing.ts'

/** What a stop is expected to lack at its arrival: pieces, and canisters of ingredients that are not full. */
export type StopNeeds = { pieces: number; canisters: number }

/** Arrivals at the open stops of a round, in its order. A stop without an expected arrival, or with a past one, is computed as of now. */
export function arrivalsOf({ from, stops }: Pick<Round, 'from' | 'stops'>, now: Moment): Map<MachineId, Moment> {
  const earliest = Math.max(now, fromIso(from))
  return new Map(
    stops.flatMap(({ machineId, state, arrival }) =>
      state === 'PLANNED' ? [[machineId, Math.max(earliest, arrival === null ? 0 : fromIso(arrival))] as const] : [],
    ),
  )
}

/** Which stops are open, and when: the needs of a round are computed again when this changes. */
export const keyOfNeeds = ({ stops }: Pick<Round, 'stops'>): string[] =>
  stops.flatMap(({ machineId, state, arrival }) => (state === 'PLANNED' ? [`${machineId} ${arrival}`] : []))

/** From the mirror and pending operations, so it needs no network. */
export const stopNeeds = (round: Pick<Round, 'from' | 'stops'>) =>
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
