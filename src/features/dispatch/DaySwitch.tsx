import { ActionIcon, Button } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DayInput } from '#app/ui/DayInput.tsx'
import classes from './Board.module.css'
import type { PlanDay } from './rounds-search.ts'

/** Selects the day of the board. */
export function DaySwitch({ days, onDay, children }: { days: PlanDay; onDay(day: string): void; children?: ReactNode }) {
  const { t } = useTranslation('dispatch')
  const { day, today, tomorrow, earliest, latest, previous, next } = days
  const step = (label: string, to: string | null, Icon: typeof IconChevronLeft) => (
    <ActionIcon variant="default" size={44} aria-label={label} disabled={to === null} onClick={() => to && onDay(to)}>
      <Icon size={20} aria-hidden />
    </ActionIcon>
  )
  const jump = (label: string, to: string) => (
    <Button variant={day === to ? 'light' : 'default'} mih={42} aria-pressed={day === to} onClick={() => onDay(to)}>
      {label}
    </Button>
  )
  return (
    <div className={classes.days}>
      <div className={classes.day}>
        {step(t('day.previous'), previous, IconChevronLeft)}
        <DayInput label={t('day.label')} value={day} min={earliest} max={latest} onChange={(chosen) => chosen && onDay(chosen)} />
        {step(t('day.next'), next, IconChevronRight)}
      </div>
      {jump(t('day.today'), today)}
      {jump(t('day.tomorrow'), tomorrow)}
      {children}
    </div>
  )
}
