import { Button, Group, Stack, Text } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import * as v from 'valibot'
import { Form } from '#app/components/form/Form.tsx'
import { TimeField } from '#app/components/form/TimeField.tsx'
import { useStoredForm } from '#app/components/form/use-stored-form.ts'
import { WeekdayChips } from '#app/components/form/WeekdayChips.tsx'
import { useServerMutation } from '#app/components/use-server-mutation.ts'
import { changeMachine } from '#app/data/machine-today.ts'
import { toastSuccess } from '#app/ui/toasts.ts'
import type { Machine } from '#contract/machines.ts'
import { type OpeningRule, overlap, readOpeningHours, writeOpeningHours } from '#domain/machines/opening-hours.ts'
import { DAY_MINUTES, endsNextDay, fieldTimeOf, minutesOf } from '#domain/time-of-day.ts'
import { TitledCard } from './TitledCard.tsx'

/** When a site can be visited. The planner sends people there at no other time. */
export function OpeningHoursCard({ machine: { id, openingHours } }: { machine: Machine }) {
  const { t } = useTranslation('machines')
  const { form, submitted } = useStoredForm(HoursForm, { hours: typedHours(openingHours) })
  const change = useServerMutation(changeMachine(id))
  const hours = form.watch('hours')
  const set = (changed: TypedHours[]) => form.setValue('hours', changed, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
  const edit = (index: number, part: Partial<TypedHours>) => set(hours.map((one, at) => (at === index ? { ...one, ...part } : one)))
  const wrong = form.formState.errors.hours ? wrongHours(hours) : null
  const taken = new Set(hours.flatMap(({ days }) => days))
  const added = { ...NEW_HOURS, days: NEW_HOURS.days.filter((day) => !taken.has(day)) }
  return (
    <TitledCard title={t('opening.title')}>
      <Text c="dimmed" mb="sm">
        {t(hours.length === 0 ? 'opening.always' : 'opening.means')}
      </Text>
      <Form
        form={form}
        submit={t('save')}
        mutation={change}
        onSubmit={(input) => {
          const show = submitted()
          change.mutate(
            { openingHours: input.hours },
            {
              onSuccess: () => {
                show()
                toastSuccess(t('saved'))
              },
            },
          )
        }}
      >
        {hours.map((one, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity besides their place
          <Stack key={index} gap="xs" role="group" aria-label={t('opening.hours', { number: index + 1 })}>
            <WeekdayChips label={t('opening.days')} value={one.days} onChange={(days) => edit(index, { days })} />
            <Group gap="sm" align="flex-end" wrap="wrap">
              {(['from', 'to'] as const).map((part) => (
                <TimeField key={part} label={t(`opening.${part}`)} value={one[part]} onChange={(value) => edit(index, { [part]: value })} />
              ))}
              <Button
                variant="subtle"
                size="md"
                leftSection={<IconTrash size={18} aria-hidden />}
                onClick={() => set(hours.filter((_, at) => at !== index))}
              >
                {t('opening.remove')}
              </Button>
            </Group>
            {endsNextDay(one.from, one.to) && (
              <Text c="dimmed" size="sm">
                {t('common:time.nextDay')}
              </Text>
            )}
            {wrong?.index === index && (
              <Text role="alert" c="var(--mantine-color-error)">
                {t(`opening.${wrong.reason}`)}
              </Text>
            )}
          </Stack>
        ))}
        <Group>
          <Button variant="default" size="md" leftSection={<IconPlus size={18} aria-hidden />} onClick={() => set([...hours, added])}>
            {t('opening.add')}
          </Button>
        </Group>
      </Form>
    </TitledCard>
  )
}

/** Weekdays with the same hours, as they are edited. */
type TypedHours = { days: string[]; from: string; to: string }

const NEW_HOURS: TypedHours = { days: ['1', '2', '3', '4', '5'], from: '08:00', to: '17:00' }

const typedHours = (text: string | null): TypedHours[] =>
  (readOpeningHours(text ?? '') ?? []).map(({ days, from, to }) => ({
    days: days.map(String),
    from: fieldTimeOf(from),
    to: fieldTimeOf(to),
  }))

/** A site may be open until midnight. */
const untilOf = ({ to }: TypedHours) => minutesOf(to) || DAY_MINUTES

/** Minutes of the day; more than a day if the site closes after midnight. */
function ruleOf(typed: TypedHours): OpeningRule {
  const [from, to] = [minutesOf(typed.from), untilOf(typed)]
  return { days: typed.days.map(Number), from, to: to > from ? to : to + DAY_MINUTES }
}

/** The first hours that cannot be saved; null if all can. */
function wrongHours(hours: readonly TypedHours[]): { index: number; reason: 'noDay' | 'noTime' | 'overlap' } | null {
  for (const [index, one] of hours.entries()) {
    if (one.days.length === 0) return { index, reason: 'noDay' }
    if (one.from === '' || one.to === '' || minutesOf(one.from) === untilOf(one)) return { index, reason: 'noTime' }
    if (hours.slice(0, index).some((before) => overlap(ruleOf(one), ruleOf(before)))) return { index, reason: 'overlap' }
  }
  return null
}

const HoursForm = v.object({
  hours: v.pipe(
    v.array(v.object({ days: v.array(v.string()), from: v.string(), to: v.string() })),
    v.check((hours) => wrongHours(hours) === null),
    v.transform((hours) => (hours.length === 0 ? null : writeOpeningHours(hours.map(ruleOf)))),
  ),
})
