import { useTranslation } from 'react-i18next'
import type { Arrival } from '#app/components/use-arrivals.ts'
import type { StopNeeds } from '#app/data/stop-needs.ts'
import type { Stop } from '#contract/rounds.ts'
import classes from './Rounds.module.css'

type Props = { stop: Stop; arrival: Arrival; needs?: StopNeeds | undefined }

/** What is to do at a stop, when, and what is missing there. Restocking is not named, because the missing pieces say it. */
export function TasksLine({ stop, arrival, needs }: Props) {
  const { t } = useTranslation('day')
  const arrivalWords = useArrivalWords()
  const needsWords = useNeedsWords()
  const tasks = stop.tasks.filter((task) => task !== 'RESTOCK').map((task) => t(`task.${task}`))
  const parts = [
    ...(arrival === null ? [] : [arrivalWords(arrival)]),
    ...(needs ? [needsWords(needs)] : []),
    ...tasks,
    ...(stop.isAdded ? [t('unplanned')] : []),
  ]
  return (
    <span className={classes.dimmed} data-figures>
      {parts.length > 0 ? parts.join(' · ') : stop.machine.address}
    </span>
  )
}

export function useArrivalWords(): (arrival: NonNullable<Arrival>) => string {
  const { t } = useTranslation('day')
  return ({ time, planned }) => (planned === null ? t('arrival', { time }) : t('arrivalLate', { time, planned }))
}

export function useNeedsWords(): (needs: StopNeeds) => string {
  const { t } = useTranslation('day')
  return ({ pieces, canisters }) => {
    const words = [
      ...(pieces > 0 ? [t('pieces', { count: pieces })] : []),
      ...(canisters > 0 ? [t('canisters', { count: canisters })] : []),
    ]
    return words.length > 0 ? words.join(', ') : t('full')
  }
}
