import { Skeleton, Switch, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Form } from '#app/components/form/Form.tsx'
import { useStoredForm } from '#app/components/form/use-stored-form.ts'
import { useSwitchField } from '#app/components/form/use-switch-field.ts'
import { QueryError } from '#app/components/QueryError.tsx'
import { useKeyedMutation } from '#app/components/use-server-mutation.ts'
import * as data from '#app/data/account.ts'
import { getSession } from '#app/data/device.ts'
import { siteInfo } from '#app/data/session.ts'
import { Card } from '#app/ui/Card.tsx'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import { toastError, toastSuccess } from '#app/ui/toasts.ts'
import { type AccountSettings, changeAccountSettings } from '#contract/profile.ts'
import classes from './Settings.module.css'

export const Route = createFileRoute('/_signed-in/_managers/dashboard/settings/notifications')({ component: NotificationsScreen })

function NotificationsScreen() {
  const { t } = useTranslation('settings')
  const { data: settings, error, isPending, refetch } = useQuery(data.accountSettings())
  return (
    <>
      <PageHeader
        title={t('notifications.title')}
        breadcrumb={[{ label: t('title'), link: { to: '/dashboard/settings' } }, { label: t('notifications.title') }]}
      />
      <div className={classes.narrow}>
        {settings ? (
          <Preferences settings={settings} />
        ) : isPending ? (
          <Skeleton height={220} radius="md" />
        ) : (
          <QueryError error={error} onRetry={() => void refetch()} />
        )}
      </div>
    </>
  )
}

function Preferences({ settings: { weeklyEmails, systemUpdates } }: { settings: AccountSettings }) {
  const { t } = useTranslation('settings')
  const { email } = getSession().account
  const { data: site } = useQuery(siteInfo())
  const { form, submitted } = useStoredForm(changeAccountSettings.body, { weeklyEmails, systemUpdates })
  const field = useSwitchField(form)
  const mutation = useKeyedMutation({
    ...data.changeAccountSettings,
    onSuccess: () => toastSuccess(t('notifications.saved')),
    onError: () => toastError(t('local.SAVE_ERROR')),
  })
  return (
    <Card>
      <Form form={form} onSubmit={(fields) => mutation.mutate(fields, { onSuccess: submitted() })} submit={t('save')} mutation={mutation}>
        {(['weeklyEmails', 'systemUpdates'] as const).map((name) => (
          <Switch key={name} {...field(name)} label={t(`notifications.${name}`)} description={t(`notifications.${name}Means`)} />
        ))}
        <Text size="sm" c="dimmed">
          {site?.sendsMail === false ? t('alerts:mailsStay') : email ? t('notifications.to', { email }) : t('notifications.noEmail')}
        </Text>
      </Form>
    </Card>
  )
}
