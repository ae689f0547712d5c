import type { Machine } from '#contract/machines.ts'
import { kindOf, type StateKind } from '#domain/machines/machine.ts'
import type { ProductShortage } from './shortages.ts'

/** The user's machines, counted by status. */
export type Fleet = { total: number; byKind: Readonly<Record<StateKind, number>>; withEmptyPlaces: number; emptyPlaces: number }

export function fleetOf(machines: readonly Machine[]): Fleet {
  const byKind: Record<StateKind, number> = { running: 0, stopped: 0, warning: 0, offline: 0 }
  for (const { state } of machines) byKind[kindOf(state)]++
  return {
    total: machines.length,
    byKind,
    withEmptyPlaces: machines.filter(({ emptyPlaces }) => emptyPlaces > 0).length,
    emptyPlaces: machines.reduce((sum, { emptyPlaces }) => sum + emptyPlaces, 0),
  }
}

/** The number of missing pieces. Ingredients are weighed or measured, so they are not included. */
export const missingPieces = (shortages: readonly ProductShortage[]): number =>
  shortages.filter(({ product }) => product.packaging !== 'INGREDIENT').reduce((sum, { currentShortage }) => sum + currentShortage, 0)

/** The filter of the machine list. */
export type Narrowing = StateKind | 'empty'

export const fits = (machine: Machine, narrowing: Narrowing | undefined): boolean =>
  narrowing === undefined || (narrowing === 'empty' ? machine.emptyPlaces > 0 : kindOf(machine.state) === narrowing)
