import { Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { QueryError } from '#app/components/QueryError.tsx'
import { useWhyNot } from '#app/components/use-why-not.ts'
import { Card } from '#app/ui/Card.tsx'
import { LinkButton } from '#app/ui/LinkButton.tsx'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import { TerminalFields } from '#contract/payments.ts'
import { CredentialsForm } from './CredentialsForm.tsx'
import classes from './Payments.module.css'
import { setTerminalCredentials, terminalCredentials, terminals } from './payments.queries.ts'

export const Route = createFileRoute('/_signed-in/_managers/dashboard/settings/payment-reader/pep')({ component: TerminalsScreen })

const FIELDS = [
  { name: 'username', least: 2, most: 50 },
  { name: 'password', isSecret: true, least: 2, most: 50 },
] as const

/** The company's account for payment terminals, and the terminals in machines. */
function TerminalsScreen() {
  const { t } = useTranslation('payments')
  const why = useWhyNot()
  const { data: stored, error, isPending, refetch } = useQuery(terminalCredentials())
  const { data: active, error: activeError } = useQuery(terminals())
  return (
    <>
      <PageHeader
        title={t('terminals')}
        subtitle={t('terminalsText')}
        breadcrumb={[{ label: t('settings:title'), link: { to: '/dashboard/settings' } }, { label: t('terminals') }]}
      />
      <div className={classes.narrow}>
        {stored ? (
          <Card>
            <CredentialsForm schema={TerminalFields} fields={FIELDS} stored={stored} change={setTerminalCredentials} />
          </Card>
        ) : isPending ? (
          <Skeleton height={220} radius="md" />
        ) : (
          <QueryError error={error} onRetry={() => void refetch()} />
        )}
        <Card aria-label={t('active')}>
          <Text component="h2" fw={600} m={0} mb="xs">
            {t('active')}
          </Text>
          {!active || active.length === 0 ? (
            <Text c="dimmed" mb="md">
              {activeError ? why(activeError).text : t('noneActive')}
            </Text>
          ) : (
            <ul className={classes.numbers}>
              {active.map((number) => (
                <li key={number} data-figures>
                  {number}
                </li>
              ))}
            </ul>
          )}
          <LinkButton to="/dashboard/more/devices-list" variant="default">
            {t('devices:title')}
          </LinkButton>
        </Card>
      </div>
    </>
  )
}
