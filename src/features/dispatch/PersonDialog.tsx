import { Input, Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Form } from '#app/components/form/Form.tsx'
import { FormDialog } from '#app/components/form/FormDialog.tsx'
import { useControlledField } from '#app/components/form/use-controlled-field.ts'
import { useStoredForm } from '#app/components/form/use-stored-form.ts'
import { useSwitchField } from '#app/components/form/use-switch-field.ts'
import { WeekdayChips } from '#app/components/form/WeekdayChips.tsx'
import { PositionFields } from '#app/components/position/PositionFields.tsx'
import { useKeyedMutation } from '#app/components/use-server-mutation.ts'
import { toastSuccess } from '#app/ui/toasts.ts'
import type { Planning } from '#contract/planning.ts'
import type { PlannedPerson } from '#contract/planning-people.ts'
import { AbsenceFields } from './AbsenceFields.tsx'
import { HourFields } from './HourFields.tsx'
import { PersonForm, type PersonInput, personInput } from './person-form.ts'
import { changePerson } from './planning.queries.ts'

type Props = { person: PlannedPerson; planning: Planning; onClose(): void }

export function PersonDialog({ person, ...props }: Omit<Props, 'person'> & { person: PlannedPerson | null }) {
  return (
    <FormDialog opened={person !== null} onClose={props.onClose} title={person?.user.name} size="lg">
      {person && <PersonFields person={person} {...props} />}
    </FormDialog>
  )
}

/** What differs from the company's settings for one person, and when they are away. */
function PersonFields({ person: { user, planning: own }, planning: { settings, derived }, onClose }: Props) {
  const { t } = useTranslation('planning')
  // The settings of a person are saved as a whole, so the form follows the changes of other users.
  const { form } = useStoredForm(PersonForm, personInput(own, settings))
  const [field, toggle] = [useControlledField(form), useSwitchField(form)]
  const { errors } = form.formState
  const weekdays = field('weekdays')
  const change = useKeyedMutation({
    ...changePerson,
    onSuccess: () => {
      toastSuccess(t('settings:saved'))
      onClose()
    },
  })
  const place = (position: Partial<PersonInput>) => {
    for (const [name, value] of Object.entries(position))
      form.setValue(name as 'address' | 'lat' | 'lng', value as string, { shouldDirty: true, shouldValidate: true })
  }
  const { hasHours, hasDays, hasStart } = form.watch()
  return (
    <Form
      form={form}
      onSubmit={(changed) => change.mutate({ userId: user.id, body: changed })}
      submit={t('settings:save')}
      mutation={change}
      onCancel={onClose}
    >
      <Switch {...toggle('hasHours')} label={t('people.hours')} />
      {hasHours && (
        <HourFields
          time={(name) => field(`hours.${name}`)}
          pause={field('hours.pauseMinutes')}
          messageOf={(name) => errors.hours?.[name]?.message}
          onChange={() => void form.trigger(['hours.worksUntil', 'hours.pauseFrom'])}
        />
      )}
      <Switch {...toggle('hasDays')} label={t('people.days')} />
      {hasDays && (
        <Input.Wrapper error={errors.weekdays ? t('hours.noDay') : undefined}>
          <WeekdayChips label={t('people.days')} value={weekdays.value} onChange={weekdays.onChange} />
        </Input.Wrapper>
      )}
      <Switch {...toggle('hasStart')} label={t('people.start')} description={t('people.startMeans')} />
      {hasStart && (
        <Input.Wrapper error={errors.lat?.message === 'noStart' ? t('people.noStart') : undefined}>
          <PositionFields
            name={t('people.start')}
            value={form.watch()}
            onChange={place}
            byHand={t('start.byHand')}
            around={settings.start ?? derived.start}
          />
        </Input.Wrapper>
      )}
      <AbsenceFields form={form} />
    </Form>
  )
}
