import {
  type CollisionDetection,
  DndContext,
  type DragMoveEvent,
  DragOverlay,
  MouseSensor,
  pointerWithin,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Ahead } from '#app/data/ahead.ts'
import { formats } from '#app/data/formats.ts'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { lazyPart } from '#app/ui/lazy-part.tsx'
import { PartMissing } from '#app/ui/PartMissing.tsx'
import { CardsSkeleton } from '#app/ui/Skeletons.tsx'
import type { Machine } from '#contract/machines.ts'
import type { Round } from '#contract/rounds.ts'
import type { MachineId } from '#domain/ids.ts'
import { AddRound } from './AddRound.tsx'
import classes from './Board.module.css'
import { BoardTabs } from './BoardTabs.tsx'
import { letterOf, type RoundId } from './board.ts'
import { FreeMachines } from './FreeMachines.tsx'
import { RoundColumn } from './RoundColumn.tsx'
import type { RoundsSearch } from './rounds-search.ts'
import { TasksDialog, type TasksOf } from './TasksDialog.tsx'
import type { Piece } from './use-board.ts'
import { useMoveLabels } from './use-move-labels.ts'
import { type BoardContent, BoardContext } from './use-stop-actions.ts'

const RoundsMap = lazyPart(async () => (await import('./RoundsMap.tsx')).RoundsMap, {
  waiting: () => <CardsSkeleton />,
  missing: PartMissing,
})

/** Where a dragged machine would be dropped. `round`: null is the list of machines without a round. */
type Target = { round: RoundId | null; index: number }

type Props = {
  day: string
  rounds: readonly Round[]
  machines: readonly Machine[]
  outlook: ReadonlyMap<MachineId, Ahead> | undefined
  move: BoardContent['move']
  hasMap: boolean
  /** One part at a time. */
  isNarrow: boolean
  shown: RoundsSearch['shown']
  onShow(shown: RoundsSearch['shown']): void
}

/** Drag by mouse at once, by finger after a long press, so that a swipe scrolls. The keyboard moves stops without dragging. */
const useDragSensors = () =>
  useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 220, tolerance: 8 } }),
  )

const SILENT = {
  announcements: { onDragStart: () => undefined, onDragOver: () => undefined, onDragEnd: () => undefined, onDragCancel: () => undefined },
  screenReaderInstructions: { draggable: '' },
}

export function Board({ day, rounds, machines, outlook, move, hasMap, isNarrow, shown, onShow }: Props) {
  const { t } = useTranslation('dispatch')
  const [piece, setPiece] = useState<Piece | null>(null)
  const [target, setTarget] = useState<Target | null>(null)
  const [chosen, setChosen] = useState<MachineId | null>(null)
  const [editing, setEditing] = useState<TasksOf | null>(null)
  const focused = useRef<MachineId | null>(null)
  const pointer = useRef({ y: 0 })
  // The cards need the people only, who change less often than the stops.
  const names = rounds.map(({ id, user }) => `${id} ${user.name}`).join('\n')
  // biome-ignore lint/correctness/useExhaustiveDependencies: `names` changes with the part of `rounds` that is used here.
  const content = useMemo<BoardContent>(() => {
    const people = rounds.map(({ id, user }, index) => ({ round: id, name: user.name, letter: letterOf(index) }))
    return { move, people, focused, editTasks: setEditing }
  }, [move, names])

  const collide: CollisionDetection = (args) => {
    if (args.pointerCoordinates) pointer.current = args.pointerCoordinates
    return pointerWithin(args)
  }
  const aim = ({ over, active }: DragMoveEvent) => {
    const next = over === null ? null : targetAt(String(over.id), String(active.id), pointer.current.y)
    setTarget((now) => (now?.round === next?.round && now?.index === next?.index ? now : next))
  }
  const end = () => {
    setPiece(null)
    setTarget(null)
  }
  const drop = () => {
    if (piece && target) move(piece, target.round, target.index)
    end()
  }

  const tab =
    shown === 'map' || shown === 'machines' || rounds.some(({ user }) => user.id === shown) ? shown : (rounds[0]?.user.id ?? 'machines')
  const visible = isNarrow ? rounds.filter(({ user }) => user.id === tab) : rounds
  const showsFree = !isNarrow || tab === 'machines'
  const showsMap = isNarrow ? tab === 'map' : hasMap && rounds.length > 0
  return (
    <BoardContext value={content}>
      {isNarrow && <BoardTabs rounds={rounds} shown={tab} onShow={onShow} />}
      <DndContext
        sensors={useDragSensors()}
        collisionDetection={collide}
        accessibility={SILENT}
        onDragStart={({ active }) => setPiece((active.data.current as { piece: Piece }).piece)}
        onDragMove={aim}
        onDragOver={aim}
        onDragEnd={drop}
        onDragCancel={end}
      >
        <div className={classes.board} data-map={showsMap || undefined}>
          {showsFree && (
            <FreeMachines
              day={day}
              rounds={rounds}
              machines={machines}
              outlook={outlook}
              isTarget={target !== null && target.round === null}
            />
          )}
          <div className={classes.columns}>
            {visible.map((round) => (
              <RoundColumn
                key={round.id}
                round={round}
                number={rounds.indexOf(round)}
                dropIndex={target?.round === round.id ? target.index : null}
                dragged={piece?.machineId ?? null}
                isAlone={isNarrow}
                chosen={round.stops.some(({ machineId }) => machineId === chosen) ? chosen : null}
              />
            ))}
            {rounds.length === 0 && (
              <EmptyState title={t('none')} text={t('noneText')} action={<AddRound day={day} rounds={rounds} isPrimary />} />
            )}
          </div>
          {showsMap && (
            <div className={classes.mapSide}>
              <RoundsMap
                rounds={rounds}
                machines={machines}
                onChoose={(round, machineId) => {
                  setChosen(machineId)
                  if (isNarrow) onShow(round.user.id)
                }}
              />
            </div>
          )}
        </div>
        <DragOverlay dropAnimation={null}>{piece && <DraggedCard piece={piece} rounds={rounds} />}</DragOverlay>
      </DndContext>
      <TasksDialog of={editing} onClose={() => setEditing(null)} />
    </BoardContext>
  )
}

/** The place below the pointer in a column: before the first card whose middle is lower. */
function targetAt(column: string, dragged: string, y: number): Target {
  const round = column === 'none' ? null : Number(column)
  const cards = [...document.querySelectorAll(`[data-column="${column}"] [data-card]`)].filter(
    (card) => card.getAttribute('data-card') !== dragged,
  )
  const index = cards.findIndex((card) => {
    const { top, height } = card.getBoundingClientRect()
    return y < top + height / 2
  })
  return { round, index: round === null ? 0 : index === -1 ? cards.length : index }
}

/** The card below the pointer, with the planner's figures of the stop. */
function DraggedCard({ piece: { machineId, machine, from }, rounds }: { piece: Piece; rounds: readonly Round[] }) {
  const { t } = useTranslation('dispatch')
  const { money } = formats()
  const { minutes } = useMoveLabels()
  const stop = rounds.find(({ id }) => id === from)?.stops.find((one) => one.machineId === machineId)
  const figures = [
    ...(stop?.minutes ? [minutes(stop.minutes)] : []),
    ...(stop?.saves === null || stop?.saves === undefined ? [] : [t('saves', { amount: money(stop.saves) })]),
  ]
  return (
    <div className={classes.card} data-overlay>
      <div className={classes.face}>
        <span className={classes.name}>{machine.name}</span>
        {figures.length > 0 ? (
          <span className={classes.tasks}>{figures.join(' · ')}</span>
        ) : (
          <span className={classes.address}>{machine.address}</span>
        )}
      </div>
    </div>
  )
}
