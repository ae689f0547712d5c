import type { Machine, MachineToday } from '#contract/machines.ts'
import { LOW_STOCK_LEVEL, NO_SALES } from '#domain/alerts/watch.ts'
import { isMalfunction } from '#domain/machines/alert-names.ts'
import { kindOf, type MachineState, type StateKind } from '#domain/machines/machine.ts'
import type { ProductShortage } from './shortages.ts'

/** How machines are counted and filtered: without a device, a machine is not offline. */
type FleetKind = StateKind | 'noDevice'

const fleetKindOf = (state: MachineState): FleetKind => (state === 'NONE' ? 'noDevice' : kindOf(state))

/** The user's machines, counted by status. */
export type Fleet = { total: number; byKind: Readonly<Record<FleetKind, number>>; withEmptyPlaces: number; emptyPlaces: number }

export function fleetOf(machines: readonly Machine[]): Fleet {
  const byKind: Record<FleetKind, number> = { running: 0, stopped: 0, warning: 0, offline: 0, noDevice: 0 }
  for (const { state } of machines) byKind[fleetKindOf(state)]++
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
export type Narrowing = FleetKind | 'empty' | 'action' | 'differs'

export function fits(machine: Listed, narrowing: Narrowing | undefined): boolean {
  if (narrowing === undefined) return true
  if (narrowing === 'action') return needsAction(machine)
  if (narrowing === 'differs') return (machine.differing ?? 0) > 0
  return narrowing === 'empty' ? machine.emptyPlaces > 0 : fleetKindOf(machine.state) === narrowing
}

/** A machine, with the server's figures of the day and the number of slots that differ from its template, if they are known. */
type Listed = Machine & { today?: Pick<MachineToday, 'openProblems'> | undefined; differing?: number | undefined }

/** The same reasons as on the dashboard. Reported problems are known to the server only. */
const needsAction = ({ state, alerts = [], emptyPlaces, today }: Listed): boolean =>
  state === 'STOPPED' ||
  state === 'NOT_CONNECTED' ||
  emptyPlaces > 0 ||
  (today?.openProblems ?? 0) > 0 ||
  alerts.some(({ code }) => code === NO_SALES || code === LOW_STOCK_LEVEL || isMalfunction(code))
