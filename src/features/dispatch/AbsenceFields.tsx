import { ActionIcon, Button, Input } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { type UseFormReturn, useFieldArray } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useControlledField } from '#app/components/form/use-controlled-field.ts'
import { getSession } from '#app/data/device.ts'
import { DayInput } from '#app/ui/DayInput.tsx'
import type { PersonPlanning } from '#contract/planning-people.ts'
import { dayOf, isoDay } from '#domain/calendar.ts'
import { PLANNING_LIMITS } from '#domain/rounds/planning.ts'
import { MAX_YEARS_AHEAD } from '#domain/sales/commission.ts'
import { FIRST_DAY } from '#domain/warehouse/purchase.ts'
import classes from './Planning.module.css'
import type { PersonInput } from './person-form.ts'

/** The days on which a person gets no rounds. */
export function AbsenceFields({ form }: { form: UseFormReturn<PersonInput, unknown, PersonPlanning> }) {
  const { t } = useTranslation('planning')
  const field = useControlledField(form)
  const { errors, touchedFields } = form.formState
  const [today] = useState(() => dayOf(Date.now(), getSession().account.timezone))
  const [min, max] = [isoDay(FIRST_DAY), isoDay({ ...today, year: today.year + MAX_YEARS_AHEAD })]
  const { fields: away, append, remove } = useFieldArray({ control: form.control, name: 'away' })
  // A change of one day can make the other wrong.
  const check = (index: number) => void form.trigger(`away.${index}.until`)
  return (
    <Input.Wrapper label={t('people.away')} description={t('people.awayMeans')} labelElement="div">
      <div className={classes.absences}>
        {away.map(({ id }, index) => {
          const [from, until] = [field(`away.${index}.from`), field(`away.${index}.until`)]
          // Adding an absence checks all, and its own fields are still empty.
          const touched = touchedFields.away?.[index]
          return (
            <div key={id} className={classes.absence}>
              <div className={classes.days}>
                <DayInput
                  {...from}
                  onChange={(day) => {
                    from.onChange(day)
                    check(index)
                  }}
                  label={t('people.from')}
                  min={min}
                  max={max}
                  error={touched?.from ? from.error : undefined}
                />
                <DayInput
                  {...until}
                  onChange={(day) => {
                    until.onChange(day)
                    check(index)
                  }}
                  label={t('people.until')}
                  min={min}
                  max={max}
                  error={errors.away?.[index]?.until?.message === 'order' ? t('people.order') : touched?.until ? until.error : undefined}
                />
              </div>
              <ActionIcon
                variant="subtle"
                size={44}
                className={classes.remove}
                aria-label={t('people.remove')}
                onClick={() => remove(index)}
              >
                <IconTrash size={20} aria-hidden />
              </ActionIcon>
            </div>
          )
        })}
        {away.length < PLANNING_LIMITS.absences && (
          <Button
            variant="default"
            size="md"
            className={classes.add}
            leftSection={<IconPlus size={18} aria-hidden />}
            onClick={() => append({ from: '', until: '' })}
          >
            {t('people.addAway')}
          </Button>
        )}
      </div>
    </Input.Wrapper>
  )
}
