import { useMutation, useMutationState, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useWhyNot } from '#app/components/use-why-not.ts'
import { getSession } from '#app/data/device.ts'
import { NotAnswered } from '#app/data/server-requests.ts'
import { toastInfo } from '#app/ui/toasts.ts'
import { toastWithUndo } from '#app/ui/undo-toast.tsx'
import type { Round, Stop } from '#contract/rounds.ts'
import type { Task } from '#domain/rounds/round.ts'
import { costOf, type Move, positionAt, type RoundId, reverseOf, withMove } from './board.ts'
import { moveOn, roundsOfDay } from './dispatch.queries.ts'
import { useMoveLabels } from './use-move-labels.ts'

/** A machine on the board, on a round or on none. */
export type Piece = { machineId: number; machine: Stop['machine']; tasks: readonly Task[]; from: RoundId | null }

/** A move that failed. `person`: the machine is not assigned to them. */
export type FailedMove = { move: Move; text: string; person: Round['user'] | null }

const NONE: readonly Round[] = []

/** The rounds of a day with all pending moves, and moving. A move is shown at once and taken back if it fails. */
export function useBoard(day: string) {
  const list = useQuery(roundsOfDay(day))
  const why = useWhyNot()
  const labels = useMoveLabels()
  const [failed, setFailed] = useState<FailedMove | null>(null)
  const latest = useRef({ rounds: NONE, send: (_move: Move, _isReverse: boolean): void => {} })
  const moving = moveOn(day)
  const { mutate } = useMutation({
    ...moving,
    onMutate: () => ({ before: latest.current.rounds }),
    // Options of the mutation and not of one call, whose callbacks are dropped when the next move begins.
    onSuccess: (after, { key: _, isReverse, ...move }, { before }) => {
      const done = labels.done(move, after, costOf(before, after, getSession().account.currency))
      const back = reverseOf(move, before)
      if (isReverse) toastInfo(done)
      else toastWithUndo(done, () => latest.current.send(back, true))
    },
    onError: (error, { key: _, isReverse: __, ...move }) => {
      const isUnassigned = error instanceof NotAnswered && error.code === 'MACHINE_NOT_ASSIGNED'
      const target = isUnassigned ? latest.current.rounds.find(({ id }) => id === move.to) : undefined
      setFailed({ move, text: why(error).text, person: target?.user ?? null })
    },
  })
  const pending = useMutationState({
    filters: { mutationKey: moving.mutationKey, status: 'pending' },
    select: ({ state }) => state.variables as Move,
  })
  const known = list.data ?? NONE
  const rounds = useMemo(() => pending.reduce<readonly Round[]>(withMove, known), [known, pending])

  const send = (move: Move, isReverse: boolean) => {
    setFailed(null)
    mutate({ ...move, key: getSession().device.newId(), isReverse })
  }
  // The handlers of columns and cards stay the same, so that only what changed is rendered again.
  latest.current = { rounds, send }

  /** Makes a machine stop number `index` (from 0) of a round; null removes it from its own. */
  const move = useCallback(({ machineId, machine, tasks, from }: Piece, to: RoundId | null, index: number | null): void => {
    const { rounds, send } = latest.current
    if (to === null) {
      if (from !== null) send({ machineId, machine, tasks, from, to, position: 0 }, false)
      return
    }
    const stops = rounds.find(({ id }) => id === to)?.stops ?? []
    const others = stops.filter((stop) => stop.machineId !== machineId)
    const at = Math.max(0, Math.min(index ?? others.length, others.length))
    if (from === to && stops[at]?.machineId === machineId) return
    send({ machineId, machine, tasks, from, to, position: positionAt(stops, machineId, at) }, false)
  }, [])
  const repeat = (again: Move) => latest.current.send(again, false)
  return { list, rounds, move, failed, repeat, dismiss: () => setFailed(null) }
}
