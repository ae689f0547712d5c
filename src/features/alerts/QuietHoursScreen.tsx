import { Group, Input, Skeleton, Stack, Switch, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import * as v from 'valibot'
import { Form } from '#app/components/form/Form.tsx'
import { TimeField } from '#app/components/form/TimeField.tsx'
import { useControlledField } from '#app/components/form/use-controlled-field.ts'
import { useStoredForm } from '#app/components/form/use-stored-form.ts'
import { useSwitchField } from '#app/components/form/use-switch-field.ts'
import { WeekdayChips } from '#app/components/form/WeekdayChips.tsx'
import { QueryError } from '#app/components/QueryError.tsx'
import { useKeyedMutation } from '#app/components/use-server-mutation.ts'
import { Card } from '#app/ui/Card.tsx'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import { toastSuccess } from '#app/ui/toasts.ts'
import type { getQuietHours } from '#contract/alerts.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { WEEKDAYS } from '#domain/rounds/planning.ts'
import { minutesOf, timeOf } from '#domain/time-of-day.ts'
import classes from './Alerts.module.css'
import * as data from './alerts.queries.ts'
import { ThisDevice } from './ThisDevice.tsx'

export const Route = createFileRoute('/_signed-in/dashboard/settings/quiet-hours')({ component: QuietHoursScreen })

/** The hours in which alerts to the signed-in user wait, and whether this device shows notifications. */
function QuietHoursScreen() {
  const { t } = useTranslation('alerts')
  const { data: own, error, isPending, refetch } = useQuery(data.quietHours())
  return (
    <>
      <PageHeader
        title={t('quiet.title')}
        subtitle={t('quiet.text')}
        breadcrumb={[{ label: t('settings:title'), link: { to: '/dashboard/settings' } }, { label: t('quiet.title') }]}
      />
      <div className={classes.narrow}>
        <ThisDevice />
        {own ? (
          <Card>
            <QuietHoursForm own={own} />
          </Card>
        ) : isPending ? (
          <Skeleton height={320} radius="md" />
        ) : (
          <QueryError error={error} onRetry={() => void refetch()} />
        )}
      </div>
    </>
  )
}

const time = v.pipe(v.string(), v.regex(/^\d\d:\d\d$/, 'REQUIRED'))
const Fields = v.pipe(
  v.object({ isOn: v.boolean(), from: time, to: time, days: v.array(v.string()), urgentToo: v.boolean() }),
  v.forward(
    v.check(({ from, to }) => from !== to, 'sameTime'),
    ['to'],
  ),
  v.forward(
    v.check(({ isOn, days }) => !isOn || days.length > 0, 'noDay'),
    ['days'],
  ),
)

function QuietHoursForm({ own: { quietHours, timezone, waiting } }: { own: AnswerOf<typeof getQuietHours> }) {
  const { t } = useTranslation('alerts')
  const { form, submitted } = useStoredForm(Fields, {
    isOn: quietHours !== null,
    from: timeOf(quietHours?.from ?? 20 * 60),
    to: timeOf(quietHours?.to ?? 7 * 60),
    days: (quietHours?.days ?? WEEKDAYS).map(String),
    urgentToo: quietHours?.urgentToo ?? false,
  })
  const [field, toggle] = [useControlledField(form), useSwitchField(form)]
  const [from, to, days] = [field('from'), field('to'), field('days')]
  const isOn = form.watch('isOn')
  const { errors } = form.formState
  const mutation = useKeyedMutation({ ...data.setQuietHours, onSuccess: () => toastSuccess(t('quiet.saved')) })
  const save = (values: v.InferOutput<typeof Fields>) => {
    const { isOn, from, to, days, urgentToo } = values
    const hours = { from: minutesOf(from), to: minutesOf(to), days: days.map(Number).toSorted(), urgentToo }
    mutation.mutate({ quietHours: isOn ? hours : null }, { onSuccess: submitted() })
  }
  return (
    <Form form={form} onSubmit={save} submit={t('quiet.save')} mutation={mutation}>
      <Switch {...toggle('isOn')} label={t('quiet.on')} />
      {isOn && (
        <Stack gap="md">
          <Group gap="md" align="start" grow>
            <TimeField {...from} label={t('quiet.from')} />
            <TimeField {...to} label={t('quiet.to')} error={errors.to?.message === 'sameTime' ? t('quiet.sameTime') : to.error} />
          </Group>
          <Text size="sm" c="dimmed">
            {[to.value < from.value ? t('quiet.overnight') : null, t('quiet.zone', { timezone })].filter(Boolean).join(' ')}
          </Text>
          <Input.Wrapper
            label={t('quiet.days')}
            description={t('quiet.daysMeans')}
            labelElement="div"
            error={errors.days ? t('quiet.required') : undefined}
          >
            <WeekdayChips label={t('quiet.days')} value={days.value} onChange={days.onChange} />
          </Input.Wrapper>
          <Switch {...toggle('urgentToo')} label={t('quiet.urgentToo')} description={t('quiet.urgentMeans')} />
        </Stack>
      )}
      {waiting > 0 && (
        <Text size="sm" role="status">
          {t('quiet.waiting', { count: waiting })}
        </Text>
      )}
    </Form>
  )
}
