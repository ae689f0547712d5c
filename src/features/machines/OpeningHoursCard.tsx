import { valibotResolver } from '@hookform/resolvers/valibot'
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Form } from '#app/components/form/Form.tsx'
import { WeekdayChips } from '#app/components/form/WeekdayChips.tsx'
import { useServerMutation } from '#app/components/use-server-mutation.ts'
import { changeMachine } from '#app/data/machine-today.ts'
import { toastSuccess } from '#app/ui/toasts.ts'
import type { Machine } from '#contract/machines.ts'
import { HoursForm, NEW_HOURS, type TypedHours, typedHours, wrongHours } from './opening-hours-form.ts'
import { TitledCard } from './TitledCard.tsx'

/** When a site can be visited. The planner sends people there at no other time. */
export function OpeningHoursCard({ machine: { id, openingHours } }: { machine: Machine }) {
  const { t, i18n } = useTranslation('machines')
  const form = useForm({ resolver: valibotResolver(HoursForm), defaultValues: { hours: typedHours(openingHours) } })
  const change = useServerMutation(changeMachine(id))
  const hours = form.watch('hours')
  const set = (changed: TypedHours[]) => form.setValue('hours', changed, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
  const edit = (index: number, part: Partial<TypedHours>) => set(hours.map((one, at) => (at === index ? { ...one, ...part } : one)))
  const wrong = form.formState.errors.hours ? wrongHours(hours) : null
  const taken = new Set(hours.flatMap(({ days }) => days))
  const added = { ...NEW_HOURS, days: NEW_HOURS.days.filter((day) => !taken.has(day)) }
  return (
    <TitledCard title={t('opening.title')}>
      <Text c="dimmed">{t(hours.length === 0 ? 'opening.always' : 'opening.means')}</Text>
      <Form
        form={form}
        submit={t('save')}
        mutation={change}
        onSubmit={(input) =>
          change.mutate(
            { openingHours: input.hours },
            {
              onSuccess: () => {
                form.reset({ hours })
                toastSuccess(t('saved'))
              },
            },
          )
        }
      >
        {hours.map((one, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity besides their place
          <Stack key={index} gap="xs" role="group" aria-label={t('opening.hours', { number: index + 1 })}>
            <WeekdayChips label={t('opening.days')} language={i18n.language} value={one.days} onChange={(days) => edit(index, { days })} />
            <Group gap="sm" align="flex-end" wrap="wrap">
              {(['from', 'to'] as const).map((part) => (
                <TextInput
                  key={part}
                  type="time"
                  label={t(`opening.${part}`)}
                  value={one[part]}
                  onChange={({ currentTarget: { value } }) => edit(index, { [part]: value })}
                />
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
