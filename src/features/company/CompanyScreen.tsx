import { NativeSelect, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type * as v from 'valibot'
import { changedFields } from '#app/components/form/changed-fields.ts'
import { Form } from '#app/components/form/Form.tsx'
import { useField } from '#app/components/form/use-field.ts'
import { useStoredForm } from '#app/components/form/use-stored-form.ts'
import { QueryError } from '#app/components/QueryError.tsx'
import { SampleOffer } from '#app/components/sample/SampleOffer.tsx'
import { useKeyedMutation } from '#app/components/use-server-mutation.ts'
import { changeCompany, company } from '#app/data/account.ts'
import { getSession } from '#app/data/device.ts'
import { Card } from '#app/ui/Card.tsx'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import { toastError, toastSuccess } from '#app/ui/toasts.ts'
import { type Company, CompanyFields } from '#contract/company.ts'
import { COUNTRIES, CURRENCIES, LOCALES } from '#domain/locales.ts'
import classes from './Company.module.css'
import { DefaultTax } from './DefaultTax.tsx'
import { HistoryRetention } from './HistoryRetention.tsx'
import { PhotoSpace } from './PhotoSpace.tsx'

export const Route = createFileRoute('/_signed-in/_managers/dashboard/settings/company')({ component: CompanyScreen })

function CompanyScreen() {
  const { t } = useTranslation('company')
  const { data: stored, error, isPending, refetch } = useQuery(company())
  return (
    <>
      <PageHeader
        title={t('title')}
        breadcrumb={[{ label: t('settings:title'), link: { to: '/dashboard/settings' } }, { label: t('title') }]}
      />
      <div className={classes.narrow}>
        {stored ? (
          <Stack gap="md">
            <Details stored={stored} />
            <DefaultTax />
            <PhotoSpace />
            <HistoryRetention />
            {!getSession().account.isSample && (
              <Card>
                <SampleOffer />
              </Card>
            )}
          </Stack>
        ) : isPending ? (
          <Skeleton height={480} radius="md" />
        ) : (
          <QueryError error={error} onRetry={() => void refetch()} />
        )}
      </div>
    </>
  )
}

const valuesOf = (stored: Company): v.InferInput<typeof CompanyFields> => ({
  ...stored,
  taxId: stored.taxId ?? '',
  address: stored.address ?? '',
  postalCode: stored.postalCode ?? '',
  city: stored.city ?? '',
  country: stored.country ?? '',
  currency: CURRENCIES.find((one) => one === stored.currency) ?? 'EUR',
  locale: LOCALES.find((one) => one === stored.locale) ?? 'en-GB',
})

function Details({ stored }: { stored: Company }) {
  const { t, i18n } = useTranslation('company')
  const router = useRouter()
  const { form, submitted } = useStoredForm(CompanyFields, valuesOf(stored))
  const field = useField(form)
  const input = (name: keyof CompanyFields) => ({ ...field(name), label: t(`field.${name}`) })
  const change = useKeyedMutation({
    ...changeCompany,
    onSuccess: () => {
      toastSuccess(t('settings:saved'))
      return router.invalidate()
    },
    onError: () => toastError(t('ERROR_DURING_OPERATION')),
  })
  return (
    <Card>
      <Form
        form={form}
        onSubmit={(fields) => change.mutate(changedFields(fields, valuesOf(stored)), { onSuccess: submitted() })}
        submit={t('settings:save')}
        mutation={change}
      >
        <TextInput {...input('name')} required />
        <TextInput {...input('legalName')} required autoComplete="organization" />
        <TextInput {...input('taxId')} />
        <TextInput {...input('address')} autoComplete="street-address" />
        <div className={classes.pair}>
          <TextInput {...input('postalCode')} autoComplete="postal-code" />
          <TextInput {...input('city')} autoComplete="address-level2" />
        </div>
        <NativeSelect
          {...input('country')}
          required
          data={[{ value: '', label: t('choose') }, ...named(COUNTRIES, 'region', i18n.language)]}
        />
        <div className={classes.pair}>
          <NativeSelect {...input('currency')} required data={named(CURRENCIES, 'currency', i18n.language)} />
          <NativeSelect {...input('locale')} required data={named(LOCALES, 'language', i18n.language)} />
        </div>
        <Text size="sm" c="dimmed">
          {t('waysMean')}
        </Text>
      </Form>
    </Card>
  )
}

/** Names in the language of the screen, sorted. */
function named(codes: readonly string[], type: Intl.DisplayNamesType, language: string) {
  const names = new Intl.DisplayNames(language, { type })
  return codes
    .map((value) => ({ value, label: type === 'currency' ? `${names.of(value)} (${value})` : (names.of(value) ?? value) }))
    .sort((a, b) => a.label.localeCompare(b.label, language))
}
