import { Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as v from 'valibot'
import { Form } from '#app/components/form/Form.tsx'
import { useControlledField } from '#app/components/form/use-controlled-field.ts'
import { useStoredForm } from '#app/components/form/use-stored-form.ts'
import { QueryError } from '#app/components/QueryError.tsx'
import { useKeyedMutation } from '#app/components/use-server-mutation.ts'
import { getSession } from '#app/data/device.ts'
import { changeDefaultTax, moneySettings } from '#app/data/money-settings.ts'
import { Card } from '#app/ui/Card.tsx'
import { DayInput } from '#app/ui/DayInput.tsx'
import { NumberInput } from '#app/ui/NumberInput.tsx'
import { toastSuccess } from '#app/ui/toasts.ts'
import { dayOf, isoDay } from '#domain/calendar.ts'
import { hasDecimals, MAX_TAX } from '#domain/products/product-limits.ts'
import { FIRST_DAY } from '#domain/warehouse/purchase.ts'
import classes from './Company.module.css'

const DECIMALS = 2

const Fields = v.object({
  defaultTax: v.pipe(
    v.nullable(v.number()),
    v.number(),
    v.minValue(0),
    v.maxValue(MAX_TAX),
    v.check((tax) => hasDecimals(tax, DECIMALS)),
  ),
  defaultTaxValidFrom: v.pipe(v.string(), v.nonEmpty()),
})

/** The tax rate of sales without a known product. */
export function DefaultTax() {
  const { t } = useTranslation('company')
  const { data, error, isPending, refetch } = useQuery(moneySettings())
  return (
    <Card aria-labelledby="default-tax">
      <Title order={2} id="default-tax">
        {t('tax.title')}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {t('tax.text')}
      </Text>
      {data ? (
        <Rate stored={data.defaultTax} />
      ) : isPending ? (
        <Skeleton height={120} radius="md" />
      ) : (
        <QueryError error={error} onRetry={() => void refetch()} />
      )}
    </Card>
  )
}

function Rate({ stored }: { stored: number }) {
  const { t } = useTranslation('company')
  const { timezone } = getSession().account
  const [today] = useState(() => isoDay(dayOf(Date.now(), timezone)))
  const { form, submitted } = useStoredForm(Fields, { defaultTax: stored, defaultTaxValidFrom: today })
  const controlled = useControlledField(form)
  const change = useKeyedMutation(changeDefaultTax)
  const save = (values: v.InferOutput<typeof Fields>) => {
    const show = submitted()
    change.mutate(values, {
      onSuccess: () => {
        show()
        toastSuccess(t('tax.saved'))
      },
    })
  }
  return (
    <Form form={form} onSubmit={save} submit={t('tax.apply')} mutation={change} isUnsettled={change.isUnsettled}>
      <div className={classes.pair}>
        <NumberInput {...controlled('defaultTax')} label={t('tax.rate')} unit="%" decimals={DECIMALS} min={0} max={MAX_TAX} />
        <DayInput
          label={t('tax.validFrom')}
          min={isoDay(FIRST_DAY)}
          max={today}
          value={form.watch('defaultTaxValidFrom')}
          onChange={controlled('defaultTaxValidFrom').onChange}
        />
      </div>
      <Text size="sm" c="dimmed">
        {t('tax.before')}
      </Text>
    </Form>
  )
}
