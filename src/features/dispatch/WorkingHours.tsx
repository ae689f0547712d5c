import { Input } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useControlledField } from '#app/components/form/use-controlled-field.ts'
import { WeekdayChips } from '#app/components/form/WeekdayChips.tsx'
import { HourFields } from './HourFields.tsx'
import { Part } from './PlanningPart.tsx'
import type { PlanningFormState } from './planning-form.ts'

/** Working hours, the break and the working days of all people. */
export function WorkingHours({ form }: { form: PlanningFormState }) {
  const { t } = useTranslation('planning')
  const field = useControlledField(form)
  const { errors } = form.formState
  const weekdays = field('weekdays')
  return (
    <Part title={t('hours.title')}>
      <HourFields
        time={(name) => field(name)}
        pause={field('pauseMinutes')}
        messageOf={(name) => errors[name]?.message}
        onChange={() => void form.trigger(['worksUntil', 'pauseFrom'])}
      />
      <Input.Wrapper
        label={t('hours.weekdays')}
        description={t('hours.weekdaysMean')}
        labelElement="div"
        error={errors.weekdays ? t('hours.noDay') : undefined}
      >
        <WeekdayChips label={t('hours.weekdays')} value={weekdays.value} onChange={weekdays.onChange} />
      </Input.Wrapper>
    </Part>
  )
}
