import { createContext, type KeyboardEvent, type RefObject, useContext, useEffect, useRef } from 'react'
import type { MachineId } from '#domain/ids.ts'
import type { RoundId } from './board.ts'
import type { TasksOf } from './TasksDialog.tsx'
import type { Piece } from './use-board.ts'

/** What all cards of the board share. `focused`: the machine whose card gets the focus after a move by keyboard. */
export type BoardContent = {
  move(piece: Piece, to: RoundId | null, index: number | null): void
  people: readonly { round: RoundId; name: string; letter: string }[]
  focused: RefObject<MachineId | null>
  editTasks(of: TasksOf): void
}

export const BoardContext = createContext<BoardContent | null>(null)

export function useBoardContent(): BoardContent {
  const content = useContext(BoardContext)
  if (!content) throw new Error('a card is rendered outside of the board')
  return content
}

/** Moves a card with Shift and an arrow key: up and down in its round, left and right to another one. `index`: counts from 0. */
export function useMoveKeys(piece: Piece, index: number) {
  const { move, people, focused } = useBoardContent()
  const target = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (focused.current !== piece.machineId) return
    focused.current = null
    target.current?.focus()
  })
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.shiftKey || event.altKey || event.ctrlKey || event.metaKey) return
    const column = people.findIndex(({ round }) => round === piece.from)
    const to = (place: number) => {
      const round = people[place]?.round
      if (round !== undefined) go(round, column === -1 ? null : index)
      else if (place === -1 && piece.from !== null) go(null, null)
    }
    const go = (round: RoundId | null, at: number | null) => {
      focused.current = piece.machineId
      move(piece, round, at)
    }
    if (event.key === 'ArrowLeft') to(column - 1)
    else if (event.key === 'ArrowRight') to(column + 1)
    else if (piece.from !== null && event.key === 'ArrowUp' && index > 0) go(piece.from, index - 1)
    else if (piece.from !== null && event.key === 'ArrowDown') go(piece.from, index + 1)
    else return
    event.preventDefault()
  }
  return { target, onKeyDown }
}

export const MOVE_KEYS = 'Shift+ArrowUp Shift+ArrowDown Shift+ArrowLeft Shift+ArrowRight'
