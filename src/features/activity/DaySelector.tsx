import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { DayInput } from '#app/ui/DayInput.tsx'
import { type ChosenDay, EARLIEST } from './day-search.ts'
import classes from './StockChanges.module.css'

/** Selects a day, with buttons for the previous and the next one. */
export function DaySelector({ chosen: { day, today, previous, next }, onDay }: { chosen: ChosenDay; onDay(day: string): void }) {
  const { t } = useTranslation('changes')
  return (
    <div className={classes.day}>
      <ActionIcon
        variant="default"
        size={44}
        aria-label={t('previous')}
        disabled={previous === null}
        onClick={() => previous && onDay(previous)}
      >
        <IconChevronLeft size={20} aria-hidden />
      </ActionIcon>
      <DayInput label={t('day')} value={day} min={EARLIEST} max={today} onChange={(chosen) => chosen && onDay(chosen)} />
      <ActionIcon variant="default" size={44} aria-label={t('next')} disabled={next === null} onClick={() => next && onDay(next)}>
        <IconChevronRight size={20} aria-hidden />
      </ActionIcon>
    </div>
  )
}
