import { valibotResolver } from '@hookform/resolvers/valibot'
import { Button, NativeSelect, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { QueryError } from '#app/components/QueryError.tsx'
import { useAsking } from '#app/components/use-asking.ts'
import { useFieldError } from '#app/components/use-field-error.ts'
import { changeCompany, company } from '#app/data/account.ts'
import { Card } from '#app/ui/Card.tsx'
import { useDirtyForm } from '#app/ui/dirty-forms.ts'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import { toastError, toastSuccess } from '#app/ui/toasts.ts'
import { type Company, CompanyFields } from '#contract/company.ts'
import { COUNTRIES, CURRENCIES, LOCALES } from '#domain/locales.ts'
import classes from './Company.module.css'

export const Route = createFileRoute('/_signed-in/_managers/dashboard/settings/company')({ component: CompanyScreen })

function CompanyScreen() {
  const { t } = useTranslation('company')
  const { data: known, error, isPending, refetch } = useQuery(company())
  return (
    <>
      <PageHeader
        title={t('title')}
        breadcrumb={[{ label: t('settings:title'), link: { to: '/dashboard/settings' } }, { label: t('title') }]}
      />
      <div className={classes.narrow}>
        {known ? (
          <Details key={JSON.stringify(known)} known={known} />
        ) : isPending ? (
          <Skeleton height={480} radius="md" />
        ) : (
          <QueryError error={error} onRetry={() => void refetch()} />
        )}
      </div>
    </>
  )
}

const asTyped = (known: Company): CompanyFields => ({
  ...known,
  taxId: known.taxId ?? '',
  address: known.address ?? '',
  postalCode: known.postalCode ?? '',
  city: known.city ?? '',
  country: known.country ?? '',
  currency: CURRENCIES.find((one) => one === known.currency) ?? 'EUR',
  locale: LOCALES.find((one) => one === known.locale) ?? 'en-GB',
})

function Details({ known }: { known: Company }) {
  const { t, i18n } = useTranslation('company')
  const client = useQueryClient()
  const router = useRouter()
  const { trouble, ask } = useAsking()
  const [key, setKey] = useState(() => crypto.randomUUID())
  const { register, handleSubmit, formState } = useForm({
    resolver: valibotResolver(CompanyFields),
    mode: 'onTouched',
    defaultValues: asTyped(known),
  })
  useDirtyForm(formState.isDirty)
  const errorOf = useFieldError(formState.errors)
  const save = handleSubmit(async (fields) => {
    const saved = await ask(
      () => changeCompany(fields, key),
      () => setKey(crypto.randomUUID()),
    )
    if (!saved) return toastError(t('ERROR_DURING_OPERATION'))
    setKey(crypto.randomUUID())
    client.setQueryData(company().queryKey, saved)
    toastSuccess(t('settings:saved'))
    await router.invalidate()
  })
  const field = (name: keyof CompanyFields) => ({
    ...register(name),
    size: 'md' as const,
    label: t(`field.${name}`),
    error: errorOf(name),
    withAsterisk: false,
  })
  return (
    <Card>
      <form onSubmit={(event) => void save(event)} noValidate>
        <Stack gap="md">
          <TextInput {...field('name')} required autoComplete="off" />
          <TextInput {...field('legalName')} required autoComplete="organization" />
          <TextInput {...field('taxId')} autoComplete="off" />
          <TextInput {...field('address')} autoComplete="street-address" />
          <div className={classes.pair}>
            <TextInput {...field('postalCode')} autoComplete="postal-code" />
            <TextInput {...field('city')} autoComplete="address-level2" />
          </div>
          <NativeSelect
            {...field('country')}
            required
            data={[{ value: '', label: t('choose') }, ...named(COUNTRIES, 'region', i18n.language)]}
          />
          <div className={classes.pair}>
            <NativeSelect {...field('currency')} required data={named(CURRENCIES, 'currency', i18n.language)} />
            <NativeSelect {...field('locale')} required data={named(LOCALES, 'language', i18n.language)} />
          </div>
          <Text size="sm" c="dimmed">
            {t('waysMean')}
          </Text>
          {trouble && (
            <Text role="alert" c="var(--mantine-color-error)">
              {trouble}
            </Text>
          )}
          <div>
            <Button type="submit" size="md" loading={formState.isSubmitting} disabled={!formState.isValid || !formState.isDirty}>
              {t('settings:save')}
            </Button>
          </div>
        </Stack>
      </form>
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
