import { Skeleton, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { QueryError } from '#app/components/QueryError.tsx'
import { Card } from '#app/ui/Card.tsx'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import { BlikFields } from '#contract/payments.ts'
import { CredentialsForm } from './CredentialsForm.tsx'
import classes from './Payments.module.css'
import { blikCredentials, setBlikCredentials } from './payments.queries.ts'

export const Route = createFileRoute('/_signed-in/_managers/dashboard/settings/blik')({ component: BlikScreen })

const FIELDS = [
  { name: 'apiKey', isSecret: true, least: 2, most: 200 },
  { name: 'apiPassword', isSecret: true, least: 2, most: 200 },
  { name: 'merchantSecurityCode', isSecret: true, least: 2, most: 200 },
  { name: 'merchantId', least: 1, most: 50 },
  { name: 'email', least: 4, most: 100 },
] as const

/** The company's BLIK account. */
function BlikScreen() {
  const { t } = useTranslation('payments')
  const { data: stored, error, isPending, refetch } = useQuery(blikCredentials())
  return (
    <>
      <PageHeader
        title={t('blik')}
        subtitle={t('blikText')}
        breadcrumb={[{ label: t('settings:title'), link: { to: '/dashboard/settings' } }, { label: t('blik') }]}
      />
      <div className={classes.narrow}>
        {stored ? (
          <Card>
            <CredentialsForm schema={BlikFields} fields={FIELDS} stored={stored} change={setBlikCredentials}>
              <TextInput size="md" label={t('field.name')} value={stored.name} readOnly variant="filled" />
            </CredentialsForm>
          </Card>
        ) : isPending ? (
          <Skeleton height={420} radius="md" />
        ) : (
          <QueryError error={error} onRetry={() => void refetch()} />
        )}
      </div>
    </>
  )
}
