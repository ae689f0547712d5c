import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { openStops, ownRounds, todaysRound } from '#app/data/rounds.ts'
import { inOrderOfWay, lastMachineToday } from '#app/data/way.ts'
import type { Machine } from '#contract/machines.ts'
import type { StockArea } from './stock-area.ts'

/** A person who fills machines gets them in the order of a way; others by name. */
export function useMachineOrder(machines: readonly Machine[], { isVisit = false }: StockArea): readonly Machine[] {
  const { data: rounds = [] } = useQuery({ ...ownRounds(), enabled: isVisit })
  const { data: last = null } = useQuery({ ...lastMachineToday(), enabled: isVisit })
  return useMemo(() => {
    if (!isVisit) return machines
    const round = todaysRound(rounds)
    return inOrderOfWay(machines, { stops: round ? openStops(round).map(({ machineId }) => machineId) : [], last })
  }, [machines, isVisit, rounds, last])
}
