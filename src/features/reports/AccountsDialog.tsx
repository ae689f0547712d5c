import { Skeleton, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import * as v from 'valibot'
import { Form } from '#app/components/form/Form.tsx'
import { FormDialog } from '#app/components/form/FormDialog.tsx'
import { useField } from '#app/components/form/use-field.ts'
import { useStoredForm } from '#app/components/form/use-stored-form.ts'
import { QueryError } from '#app/components/QueryError.tsx'
import { useKeyedMutation } from '#app/components/use-server-mutation.ts'
import { changeAccounts, moneySettings } from '#app/data/money-settings.ts'
import { toastSuccess } from '#app/ui/toasts.ts'
import type { MoneySettings } from '#contract/money.ts'

type Props = { opened: boolean; rates: readonly number[]; onClose(): void }

/** The numbers and accounts of the DATEV export, with a revenue account for each rate that was sold at. */
export function AccountsDialog({ opened, rates, onClose }: Props) {
  const { t } = useTranslation('money')
  const { data, error, refetch } = useQuery({ ...moneySettings(), enabled: opened })
  return (
    <FormDialog opened={opened} onClose={onClose} size="lg" title={t('accounts.title')}>
      {data ? (
        <Accounts stored={data.accounts} rates={rates} onClose={onClose} />
      ) : error ? (
        <QueryError error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={480} radius="md" />
      )}
    </FormDialog>
  )
}

const typed = (pattern: RegExp) => v.pipe(v.string(), v.trim(), v.nonEmpty(), v.regex(pattern))
const number = (pattern: RegExp, least: number, most: number) =>
  v.pipe(typed(pattern), v.transform(Number), v.minValue(least), v.maxValue(most))
const account = typed(/^\d{4,9}$/)
const Fields = v.object({
  consultantNumber: number(/^\d{4,7}$/, 1_001, 9_999_999),
  clientNumber: number(/^\d{1,5}$/, 1, 99_999),
  accountLength: number(/^\d$/, 4, 8),
  fiscalYearStart: number(/^\d{1,2}$/, 1, 12),
  clearingAccount: account,
  cash: account,
  card: account,
  other: account,
  revenue: v.array(account),
})

function Accounts({ stored, rates, onClose }: Omit<Props, 'opened'> & { stored: MoneySettings | null }) {
  const { t } = useTranslation('money')
  const known = stored?.revenueAccounts ?? []
  const all = [...new Set([...rates, ...known.map(({ rate }) => rate)])].toSorted((a, b) => b - a)
  const { form } = useStoredForm(Fields, {
    consultantNumber: String(stored?.consultantNumber ?? ''),
    clientNumber: String(stored?.clientNumber ?? ''),
    accountLength: String(stored?.accountLength ?? 4),
    fiscalYearStart: String(stored?.fiscalYearStart ?? 1),
    clearingAccount: stored?.clearingAccount ?? '',
    ...(stored?.moneyAccounts ?? { cash: '', card: '', other: '' }),
    revenue: all.map((rate) => known.find((one) => one.rate === rate)?.account ?? ''),
  })
  const field = useField(form)
  const change = useKeyedMutation(changeAccounts)
  const input = (name: Exclude<keyof v.InferInput<typeof Fields>, 'revenue'>, label: string) => (
    <TextInput {...field(name)} label={label} inputMode="numeric" />
  )
  const save = ({ revenue, cash, card, other, ...numbers }: v.InferOutput<typeof Fields>) =>
    change.mutate(
      {
        accounts: {
          ...numbers,
          moneyAccounts: { cash, card, other },
          revenueAccounts: all.map((rate, index) => ({ rate, account: revenue[index] ?? '' })),
        },
      },
      {
        onSuccess: () => {
          toastSuccess(t('accounts.saved'))
          onClose()
        },
      },
    )
  return (
    <Form form={form} onSubmit={save} submit={t('accounts.save')} mutation={change} onCancel={onClose}>
      {input('consultantNumber', t('accounts.consultantNumber'))}
      {input('clientNumber', t('accounts.clientNumber'))}
      {input('accountLength', t('accounts.accountLength'))}
      {input('fiscalYearStart', t('accounts.fiscalYearStart'))}
      {all.map((rate, index) => (
        <TextInput key={rate} {...field(`revenue.${index}`)} label={t('accounts.revenue', { rate })} inputMode="numeric" />
      ))}
      {input('cash', t('accounts.cash'))}
      {input('card', t('accounts.card'))}
      {input('other', t('accounts.other'))}
      {input('clearingAccount', t('accounts.clearing'))}
    </Form>
  )
}
