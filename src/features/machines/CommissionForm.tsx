import { valibotResolver } from '@hookform/resolvers/valibot'
import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import * as v from 'valibot'
import { Form } from '#app/components/form/Form.tsx'
import { useControlledField } from '#app/components/form/use-controlled-field.ts'
import { useField } from '#app/components/form/use-field.ts'
import { PartsNote } from '#app/components/PartsNote.tsx'
import { useIsShown } from '#app/components/use-is-shown.ts'
import { useKeyedMutation } from '#app/components/use-server-mutation.ts'
import { useWhyNot } from '#app/components/use-why-not.ts'
import { setCommissions } from '#app/data/commissions.ts'
import { getSession } from '#app/data/device.ts'
import { formats } from '#app/data/formats.ts'
import { DayInput } from '#app/ui/DayInput.tsx'
import { NumberInput } from '#app/ui/NumberInput.tsx'
import { toastError } from '#app/ui/toasts.ts'
import type { MachineCommission } from '#contract/commissions.ts'
import { dayOf, isoDay } from '#domain/calendar.ts'
import type { MachineId } from '#domain/ids.ts'
import { COMMISSION_BASES, MAX_COMMISSION_PERCENT, MAX_YEARS_AHEAD, monthlyLimit } from '#domain/sales/commission.ts'
import { FIRST_DAY } from '#domain/warehouse/purchase.ts'

const Fields = v.object({
  percent: v.nullable(v.pipe(v.number(), v.minValue(0), v.maxValue(MAX_COMMISSION_PERCENT))),
  base: v.picklist(COMMISSION_BASES),
  monthly: v.nullable(v.pipe(v.number(), v.minValue(0))),
  validFrom: v.pipe(v.string(), v.nonEmpty(), v.isoDate()),
})

type Props = {
  machineIds: readonly MachineId[]
  /** The present commission, which the form begins with. */
  present?: MachineCommission | undefined
  onSaved(changed: number): void
  onCancel?: () => void
}

/** The commission of the sites of machines, from a day on. An empty amount is 0. */
export function CommissionForm({ machineIds, present, onSaved, onCancel }: Props) {
  const { t } = useTranslation('commissions')
  const { currency, decimals } = formats()
  const [today] = useState(() => dayOf(Date.now(), getSession().account.timezone))
  const form = useForm({
    resolver: valibotResolver(Fields),
    mode: 'onTouched',
    defaultValues: {
      percent: present?.percent || null,
      base: present?.base ?? 'NET',
      monthly: present?.monthly || null,
      validFrom: isoDay(today),
    },
  })
  const field = useField(form)
  const controlled = useControlledField(form)
  const why = useWhyNot()
  const isShown = useIsShown()
  // Options of the mutation and not of one call, whose callbacks are dropped when the dialog is closed before the response.
  const saving = useKeyedMutation({
    ...setCommissions,
    onSuccess: ({ changed }) => onSaved(changed.length),
    onError: (error) => isShown() || toastError(why(error).text),
  })
  const save = ({ percent, monthly, ...of }: v.InferOutput<typeof Fields>) =>
    saving.mutate({ machineIds, ...of, percent: percent ?? 0, monthly: monthly ?? 0 })
  return (
    <Form form={form} onSubmit={save} submit={t('save')} mutation={saving} isPrefilled onCancel={onCancel}>
      <NumberInput {...controlled('percent')} label={t('percent')} decimals={2} min={0} max={MAX_COMMISSION_PERCENT} unit="%" />
      <NativeSelect {...field('base')} label={t('base')} data={COMMISSION_BASES.map((value) => ({ value, label: t(`of.${value}`) }))} />
      <NumberInput
        {...controlled('monthly')}
        label={t('monthly')}
        decimals={decimals}
        fixed
        min={0}
        max={monthlyLimit(currency) - 10 ** -decimals}
        unit={currency}
      />
      <DayInput
        {...controlled('validFrom')}
        label={t('validFrom')}
        min={isoDay(FIRST_DAY)}
        max={isoDay({ ...today, year: today.year + MAX_YEARS_AHEAD })}
      />
      <PartsNote of={saving} />
    </Form>
  )
}
