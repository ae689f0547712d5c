import { ActionIcon } from '@mantine/core'
import { IconCheck, IconDotsVertical, IconPlayerSkipForward } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Arrival } from '#app/components/use-arrivals.ts'
import { getSession } from '#app/data/device.ts'
import { formats } from '#app/data/formats.ts'
import type { StopNeeds } from '#app/data/stop-needs.ts'
import { waysOf } from '#app/data/ways.ts'
import type { Stop } from '#contract/rounds.ts'
import { fromIso } from '#domain/time.ts'
import classes from './Rounds.module.css'
import { TasksLine } from './TasksLine.tsx'

type Props = { stop: Stop; number: number; arrival: Arrival; needs: StopNeeds | undefined; onMore(): void }

/** A stop in the list: a tap opens the machine, the button beside it what else can be done. */
export function StopRow({ stop, number, arrival, needs, onMore }: Props) {
  const { t } = useTranslation('day')
  const { machineId, machine, state } = stop
  return (
    <li className={classes.row} data-state={state}>
      <Link {...waysOf(getSession().account).visit(machineId)} className={classes.link}>
        <span className={classes.number} data-figures>
          {state === 'DONE' ? (
            <IconCheck size={22} aria-hidden />
          ) : state === 'SKIPPED' ? (
            <IconPlayerSkipForward size={20} aria-hidden />
          ) : (
            number
          )}
        </span>
        <span className={classes.words}>
          <span className={classes.name}>{machine.name}</span>
          {state === 'PLANNED' ? <TasksLine stop={stop} arrival={arrival} needs={needs} /> : <Outcome stop={stop} />}
        </span>
      </Link>
      <ActionIcon variant="subtle" color="gray" size={56} aria-label={t('more', { machine: machine.name })} onClick={onMore}>
        <IconDotsVertical size={22} aria-hidden />
      </ActionIcon>
    </li>
  )
}

/** What became of a stop. */
function Outcome({ stop: { state, skipReason, note, visitedUntil, isAdded } }: { stop: Stop }) {
  const { t } = useTranslation('day')
  const outcome =
    state === 'SKIPPED'
      ? t('skipped', { reason: t(`reason.${skipReason ?? 'OTHER'}`) })
      : visitedUntil === null
        ? t('completed')
        : t('visited', { time: formats().time(fromIso(visitedUntil)) })
  return (
    <span className={classes.dimmed} data-figures>
      {[outcome, ...(note ? [note] : []), ...(isAdded ? [t('unplanned')] : [])].join(' · ')}
    </span>
  )
}
