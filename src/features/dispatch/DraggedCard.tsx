import { useTranslation } from 'react-i18next'
import { formats } from '#app/data/formats.ts'
import type { Round } from '#contract/rounds.ts'
import classes from './Board.module.css'
import type { Piece } from './use-board.ts'
import { useMoveLabels } from './use-move-labels.ts'

/** The card below the pointer, with the planner's figures of the stop. */
export function DraggedCard({ piece: { machineId, machine, from }, rounds }: { piece: Piece; rounds: readonly Round[] }) {
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
