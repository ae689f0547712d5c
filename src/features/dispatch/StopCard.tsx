import { useDraggable } from '@dnd-kit/core'
import { IconCircleCheckFilled, IconCircleMinus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { memo, useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useReasonWords } from '#app/components/use-reason-words.ts'
import { formats } from '#app/data/formats.ts'
import type { Stop } from '#contract/rounds.ts'
import { fromIso } from '#domain/time.ts'
import classes from './Board.module.css'
import { letterOf, type RoundId } from './board.ts'
import { StopMenu } from './StopMenu.tsx'

type Props = {
  stop: Stop
  round: RoundId
  person: string
  /** When it is expected, and when it was planned if that differs. */
  expected: string | null
  planned: string | null
  /** Counts from 0. */
  index: number
  /** Of its round on the board. */
  number: number
  /** Stops of its round. */
  count: number
  /** The dragged machine would be dropped before it. */
  isTarget: boolean
  isChosen: boolean
}

/** A stop of a round, which can be dragged until it is visited or skipped. */
export const StopCard = memo(function StopCard({
  stop,
  round,
  person,
  expected,
  planned,
  index,
  number,
  count,
  isTarget,
  isChosen,
}: Props) {
  const { machineId, machine, tasks, state } = stop
  const piece = useMemo(() => ({ machineId, machine, tasks, from: round }), [machineId, machine, tasks, round])
  const isPlanned = state === 'PLANNED'
  const { setNodeRef, listeners, isDragging } = useDraggable({ id: String(machineId), data: { piece }, disabled: !isPlanned })
  const card = useRef<HTMLLIElement | null>(null)
  useEffect(() => {
    if (isChosen) card.current?.scrollIntoView({ block: 'center' })
  }, [isChosen])
  return (
    <li
      ref={(element) => {
        card.current = element
        setNodeRef(element)
      }}
      className={classes.card}
      data-card={machineId}
      data-state={state}
      data-dragging={isDragging || undefined}
      data-target={isTarget || undefined}
      data-chosen={isChosen || undefined}
      {...listeners}
    >
      <StopFace stop={stop} expected={expected} planned={planned} index={index} number={number} />
      {isPlanned && <StopMenu piece={piece} stop={stop} person={person} index={index} count={count} />}
    </li>
  )
})

type FaceProps = Pick<Props, 'stop' | 'expected' | 'planned' | 'index' | 'number'>

/** Separate, so that a drag, which renders every card again, does not render its content. */
const StopFace = memo(function StopFace({ stop, expected, planned, index, number }: FaceProps) {
  const { t } = useTranslation('dispatch')
  const { money } = formats()
  const { machine, machineId, tasks, saves } = stop
  const reason = useReasonWords()(stop.state === 'PLANNED' ? stop.why : null)
  return (
    <>
      <span className={classes.number} data-colour={number % 8}>
        {letterOf(number)}
        {index + 1}
      </span>
      <div className={classes.face}>
        <Link to="/dashboard/machines/$machineId" params={{ machineId: String(machineId) }} className={classes.name} draggable={false}>
          {machine.name}
        </Link>
        <StopProgress stop={stop} expected={expected} planned={planned} />
        {(tasks.length > 0 || saves !== null) && (
          <span className={classes.tasks}>
            {[...tasks.map((task) => t(`day:task.${task}`)), ...(saves === null ? [] : [t('saves', { amount: money(saves) })])].join(' · ')}
          </span>
        )}
        {reason !== null && <span className={classes.note}>{reason}</span>}
        {stop.note && <span className={classes.note}>{stop.note}</span>}
      </div>
    </>
  )
})

/** When it was visited or is expected to be, or why it was skipped. */
function StopProgress({ stop, expected, planned }: Pick<FaceProps, 'stop' | 'expected' | 'planned'>) {
  const { state, visitedFrom, visitedUntil, skipReason, isAdded, machine } = stop
  const { t } = useTranslation('dispatch')
  const { time } = formats()
  const at = (iso: string) => time(fromIso(iso))
  if (state === 'DONE')
    return (
      <span className={classes.progress} data-state={state}>
        <IconCircleCheckFilled size={16} aria-hidden />
        {visitedFrom === null
          ? t('done')
          : visitedUntil === null || at(visitedFrom) === at(visitedUntil)
            ? t('doneAt', { time: at(visitedFrom) })
            : t('doneBetween', { from: at(visitedFrom), until: at(visitedUntil) })}
        {isAdded && ` · ${t('unplanned')}`}
      </span>
    )
  if (state === 'SKIPPED')
    return (
      <span className={classes.progress} data-state={state}>
        <IconCircleMinus size={16} aria-hidden />
        {skipReason === null ? t('skipped') : t('skippedBecause', { reason: t(`day:reason.${skipReason}`) })}
      </span>
    )
  if (expected !== null)
    return (
      <span className={classes.progress}>
        {planned === null ? t('expected', { time: expected }) : t('expectedLate', { time: expected, planned })}
      </span>
    )
  return machine.address === null ? null : <span className={classes.address}>{machine.address}</span>
}
