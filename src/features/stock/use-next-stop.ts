import { useQuery } from '@tanstack/react-query'
import { ownRounds, stopAfter, todaysRound } from '#app/data/rounds.ts'
import type { MachineId } from '#domain/ids.ts'
import type { StockArea } from './stock-area.ts'

/** The machine of the next stop while the user is at a stop of today's round; null elsewhere, and at the last one. */
export function useNextStop(here: MachineId, area: StockArea): MachineId | null {
  const { data: rounds = [] } = useQuery({ ...ownRounds(), enabled: area.isVisit ?? false })
  const isStop = todaysRound(rounds)?.stops.some(({ machineId }) => machineId === here) ?? false
  return isStop ? (stopAfter(rounds, here)?.machineId ?? null) : null
}
