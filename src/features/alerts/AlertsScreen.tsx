import { Button, Skeleton, Text } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { QueryError } from '#app/components/QueryError.tsx'
import { getSession } from '#app/data/device.ts'
import { siteInfo } from '#app/data/session.ts'
import { Card } from '#app/ui/Card.tsx'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import classes from './Alerts.module.css'
import { AlertsTable } from './AlertsTable.tsx'
import { alertRules } from './alerts.queries.ts'
import { CreateAlertDialog } from './CreateAlertDialog.tsx'
import { ThisDevice } from './ThisDevice.tsx'
export const Route = createFileRoute('/_signed-in/_managers/dashboard/settings/alerts')({ component: AlertsScreen })

/** Alert rules for machines: who is notified of what, and how. */
function AlertsScreen() {
  const { t } = useTranslation('alerts')
  const { data: rules, error, isPending, refetch } = useQuery(alertRules())
  const { data: site } = useQuery(siteInfo())
  const [isCreating, setCreating] = useState(false)
  const { userId } = getSession().account
  const hasOwnPush =
    rules?.some(({ channel, recipientId, audience }) => channel === 'PUSH' && (recipientId === userId || audience === 'MANAGERS')) ?? false
  const create = (
    <Button size="md" onClick={() => setCreating(true)}>
      {t('create')}
    </Button>
  )
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t('text')}
        breadcrumb={[{ label: t('settings:title'), link: { to: '/dashboard/settings' } }, { label: t('title') }]}
        actions={rules && rules.length > 0 && create}
      />
      {hasOwnPush && <ThisDevice />}
      {rules ? (
        rules.length === 0 ? (
          <EmptyState icon={<IconBell />} title={t('none')} text={t('noneNextStep')} action={create} />
        ) : (
          <Card component="div" p={0}>
            <AlertsTable rules={rules} />
          </Card>
        )
      ) : isPending ? (
        <Skeleton height={220} radius="md" />
      ) : (
        <QueryError error={error} onRetry={() => void refetch()} />
      )}
      {site?.sendsMail === false && rules?.some(({ channel }) => channel === 'EMAIL') && (
        <Text size="sm" c="dimmed" className={classes.note}>
          {t('mailsStay')}
        </Text>
      )}
      <CreateAlertDialog opened={isCreating} onClose={() => setCreating(false)} />
    </>
  )
}
