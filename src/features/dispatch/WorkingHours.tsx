import { Input } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { TimeField } from '#app/components/form/TimeField.tsx'
import { useControlledField } from '#app/components/form/use-controlled-field.ts'
import { WeekdayChips } from '#app/components/form/WeekdayChips.tsx'
import { NumberInput } from '#app/ui/NumberInput.tsx'
import { PLANNING_LIMITS } from '#domain/rounds/planning.ts'
import classes from './Planning.module.css'
import { Part } from './PlanningPart.tsx'
import type { PlanningFormState } from './planning-form.ts'

/** Working hours, the break and the working days of all people. */
export function WorkingHours({ form }: { form: PlanningFormState }) {
  const { t, i18n } = useTranslation('planning')
  const field = useControlledField(form)
  const { errors } = form.formState
  // They limit each other, so a change of one can make another wrong.
  const checkAll = () => void form.trigger(['worksUntil', 'pauseFrom'])
  const own = { noTime: t('hours.noTime'), outsideHours: t('hours.outsideHours') } as const
  const time = (name: 'worksFrom' | 'worksUntil' | 'pauseFrom') => {
    const { onChange, error, ...props } = field(name)
    const message = errors[name]?.message
    return {
      ...props,
      error: message === 'noTime' || message === 'outsideHours' ? own[message] : error,
      onChange: (value: string) => {
        onChange(value)
        checkAll()
      },
    }
  }
  const pause = field('pauseMinutes')
  const weekdays = field('weekdays')
  return (
    <Part title={t('hours.title')}>
      <div className={classes.times}>
        <TimeField {...time('worksFrom')} label={t('hours.from')} />
        <TimeField {...time('worksUntil')} label={t('hours.until')} />
        <TimeField {...time('pauseFrom')} label={t('hours.pauseFrom')} />
        <NumberInput
          {...pause}
          onChange={(minutes) => {
            pause.onChange(minutes)
            checkAll()
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
      <Input.Wrapper
        label={t('hours.weekdays')}
        description={t('hours.weekdaysMean')}
        labelElement="div"
        error={errors.weekdays ? t('hours.noDay') : undefined}
      >
        <WeekdayChips label={t('hours.weekdays')} language={i18n.language} value={weekdays.value} onChange={weekdays.onChange} />
      </Input.Wrapper>
    </Part>
  )
}
