import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { TimeField } from '#app/components/form/TimeField.tsx'
import { NumberInput } from '#app/ui/NumberInput.tsx'
import { PLANNING_LIMITS } from '#domain/rounds/planning.ts'
import { endsNextDay } from '#domain/time-of-day.ts'
import classes from './Planning.module.css'

type TimeName = 'worksFrom' | 'worksUntil' | 'pauseFrom'

type Props = {
  time(name: TimeName): Omit<ComponentProps<typeof TimeField>, 'label'>
  pause: Omit<ComponentProps<typeof NumberInput>, 'label'>
  /** The message of the rule that a time breaks. */
  messageOf(name: TimeName): string | undefined
  /** The times limit each other, so a change of one can make another wrong. */
  onChange(): void
}

/** Working hours and their break. */
export function HourFields({ time, pause, messageOf, onChange }: Props) {
  const { t } = useTranslation('planning')
  const own = { noTime: t('hours.noTime'), tooLong: t('hours.tooLong'), outsideHours: t('hours.outsideHours') } as const
  const props = (name: TimeName) => {
    const { onChange: change, error, ...field } = time(name)
    const message = messageOf(name)
    return {
      ...field,
      error: message === 'noTime' || message === 'tooLong' || message === 'outsideHours' ? own[message] : error,
      onChange: (value: string) => {
        change(value)
        onChange()
      },
    }
  }
  const [from, until] = [props('worksFrom'), props('worksUntil')]
  return (
    <div className={classes.times}>
      <TimeField {...from} label={t('hours.from')} />
      <TimeField
        {...until}
        label={t('hours.until')}
        description={endsNextDay(from.value, until.value) ? t('common:time.nextDay') : undefined}
      />
      <TimeField {...props('pauseFrom')} label={t('hours.pauseFrom')} />
      <NumberInput
        {...pause}
        onChange={(minutes) => {
          pause.onChange(minutes)
          onChange()
        }}
        label={t('hours.pauseMinutes')}
        description={t('hours.noPause')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        min={0}
        max={PLANNING_LIMITS.pause}
        step={5}
        unit={t('minutes')}
      />
    </div>
  )
}
