import { NativeSelect, Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import * as v from 'valibot'
import { Form } from '#app/components/form/Form.tsx'
import { useControlledField } from '#app/components/form/use-controlled-field.ts'
import { useStoredForm } from '#app/components/form/use-stored-form.ts'
import { QueryError } from '#app/components/QueryError.tsx'
import { useKeyedMutation } from '#app/components/use-server-mutation.ts'
import { formats } from '#app/data/formats.ts'
import { changeHistory, history } from '#app/data/history.ts'
import { Card } from '#app/ui/Card.tsx'
import { toastSuccess } from '#app/ui/toasts.ts'
import type { History } from '#contract/history.ts'
import { HISTORY_MONTHS } from '#domain/history.ts'

const Fields = v.object({ months: v.string() })

/** How long activities and machine states are kept, and which months are archived. */
export function HistoryRetention() {
  const { t } = useTranslation('company')
  const { data, error, isPending, refetch } = useQuery(history())
  return (
    <Card aria-labelledby="kept-history">
      <Title order={2} id="kept-history">
        {t('history.title')}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {t('history.text')}
      </Text>
      {data ? (
        <>
          <Months stored={data.months} />
          <Archived archived={data.archived} />
        </>
      ) : isPending ? (
        <Skeleton height={120} radius="md" />
      ) : (
        <QueryError error={error} onRetry={() => void refetch()} />
      )}
    </Card>
  )
}

function Months({ stored }: Readonly<{ stored: History['months'] }>) {
  const { t } = useTranslation('company')
  const { form, submitted } = useStoredForm(Fields, { months: String(stored ?? '') })
  const field = useControlledField(form)('months')
  const change = useKeyedMutation(changeHistory)
  const { months } = formats()
  const save = ({ months: chosen }: { months: string }) => {
    const show = submitted()
    change.mutate(
      { months: HISTORY_MONTHS.find((one) => String(one) === chosen) ?? null },
      {
        onSuccess: () => {
          show()
          toastSuccess(t('history.saved'))
        },
      },
    )
  }
  return (
    <Form form={form} onSubmit={save} submit={t('history.apply')} mutation={change}>
      <NativeSelect
        {...field}
        onChange={({ currentTarget: { value } }) => field.onChange(value)}
        label={t('history.keep')}
        data={[{ value: '', label: t('history.all') }, ...HISTORY_MONTHS.map((one) => ({ value: String(one), label: months(one) }))]}
      />
    </Form>
  )
}

function Archived({ archived }: Readonly<Pick<History, 'archived'>>) {
  const { t } = useTranslation('company')
  const { number, month } = formats()
  const [latest, oldest] = [archived[0], archived.at(-1)]
  if (!latest || !oldest) return null
  const [from, until] = [month(oldest.month), month(latest.month)]
  const months = from === until ? from : t('history.months', { from, until })
  const rows = archived.reduce((sum, one) => sum + one.rows, 0)
  return (
    <Text size="sm" c="dimmed" mt="md">
      {t('history.archived', { months, rows: number(rows) })} {t('history.restore')}
    </Text>
  )
}
