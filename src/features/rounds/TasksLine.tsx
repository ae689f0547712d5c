import { useTranslation } from 'react-i18next'
import { formats } from '#app/data/formats.ts'
import type { StopNeeds } from '#app/data/stop-needs.ts'
import type { Stop } from '#contract/rounds.ts'
import { fromIso } from '#domain/time.ts'
import classes from './Rounds.module.css'

/** What is to do at a stop, when, and what is missing there. Restocking is not named, because the missing pieces say it. */
export function TasksLine({ stop, needs }: { stop: Stop; needs?: StopNeeds | undefined }) {
  const { t } = useTranslation('day')
  const needsWords = useNeedsWords()
  const tasks = stop.tasks.filter((task) => task !== 'RESTOCK').map((task) => t(`task.${task}`))
  const parts = [
    ...(stop.arrival === null ? [] : [t('arrival', { time: formats().time(fromIso(stop.arrival)) })]),
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
