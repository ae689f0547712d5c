import { Button, Skeleton, Stack, Switch, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { QueryError } from '#app/components/QueryError.tsx'
import { useWhyNot } from '#app/components/use-why-not.ts'
import { accountSettings, changeAccountSettings } from '#app/data/account.ts'
import { getSession } from '#app/data/device.ts'
import { siteInfo } from '#app/data/session.ts'
import { Card } from '#app/ui/Card.tsx'
import { useDirtyForm } from '#app/ui/dirty-forms.ts'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import { toastError, toastSuccess } from '#app/ui/toasts.ts'
import type { AccountSettings } from '#contract/profile.ts'
import classes from './Settings.module.css'

export const Route = createFileRoute('/_signed-in/_managers/dashboard/settings/notifications')({ component: NotificationsScreen })

function NotificationsScreen() {
  const { t } = useTranslation('settings')
  const { data: settings, error, isPending, refetch } = useQuery(accountSettings())
  return (
    <>
      <PageHeader
        title={t('notifications.title')}
        breadcrumb={[{ label: t('title'), link: { to: '/dashboard/settings' } }, { label: t('notifications.title') }]}
      />
      <div className={classes.narrow}>
        {settings ? (
          <Wishes settings={settings} />
        ) : isPending ? (
          <Skeleton height={220} radius="md" />
        ) : (
          <QueryError error={error} onRetry={() => void refetch()} />
        )}
      </div>
    </>
  )
}

function Wishes({ settings }: { settings: AccountSettings }) {
  const { t } = useTranslation('settings')
  const queryClient = useQueryClient()
  const { email } = getSession().account
  const { data: site } = useQuery(siteInfo())
  const [wishes, setWishes] = useState({ weeklyEmails: settings.weeklyEmails, systemUpdates: settings.systemUpdates })
  const [isBusy, setBusy] = useState(false)
  const why = useWhyNot()
  const [trouble, setTrouble] = useState<string | null>(null)
  const isChanged = wishes.weeklyEmails !== settings.weeklyEmails || wishes.systemUpdates !== settings.systemUpdates
  useDirtyForm(isChanged)
  const save = async () => {
    setBusy(true)
    const answer = await changeAccountSettings(wishes)
    setBusy(false)
    setTrouble(answer.state === 'answered' ? null : why(answer).text)
    if (answer.state !== 'answered') return toastError(t('local.SAVE_ERROR'))
    queryClient.setQueryData(accountSettings().queryKey, answer.value)
    toastSuccess(t('notifications.saved'))
  }
  return (
    <Card>
      <Stack gap="lg">
        {(['weeklyEmails', 'systemUpdates'] as const).map((wish) => (
          <Switch
            key={wish}
            size="md"
            label={t(`notifications.${wish}`)}
            description={t(`notifications.${wish}Means`)}
            checked={wishes[wish]}
            onChange={({ currentTarget: { checked } }) => setWishes({ ...wishes, [wish]: checked })}
          />
        ))}
        <Text size="sm" c="dimmed">
          {site?.sendsMail === false ? t('alerts:mailsStay') : email ? t('notifications.to', { email }) : t('notifications.noEmail')}
        </Text>
        {trouble && (
          <Text role="alert" c="var(--mantine-color-error)">
            {trouble}
          </Text>
        )}
        <div>
          <Button size="md" loading={isBusy} disabled={!isChanged} onClick={() => void save()}>
            {t('save')}
          </Button>
        </div>
      </Stack>
    </Card>
  )
}
