import { Anchor, Badge, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorText } from '#app/components/ErrorText.tsx'
import { QueryError } from '#app/components/QueryError.tsx'
import { useWhyNot } from '#app/components/use-why-not.ts'
import { invoiceDay, resumePlan, subscription, subscriptionInfo } from '#app/data/billing.ts'
import { getSession } from '#app/data/device.ts'
import { refreshAccount, siteInfo } from '#app/data/session.ts'
import { Card } from '#app/ui/Card.tsx'
import { LinkButton } from '#app/ui/LinkButton.tsx'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import { toastError, toastSuccess } from '#app/ui/toasts.ts'
import type { Subscription, SubscriptionInfo } from '#contract/billing.ts'
import { planButton } from '#domain/billing/plan.ts'
import classes from './Billing.module.css'

export const Route = createFileRoute('/_signed-in/_managers/dashboard/settings/change-plan')({ component: ChangePlanScreen })

function ChangePlanScreen() {
  const { t } = useTranslation('billing')
  const asked = useQuery(subscriptionInfo())
  const { data: standing } = useQuery(subscription())
  return (
    <>
      <PageHeader
        title={t('plan.title')}
        breadcrumb={[{ label: t('settings:title'), link: { to: '/dashboard/settings' } }, { label: t('plan.title') }]}
      />
      <div className={classes.narrow}>
        {asked.data ? (
          <Plan info={asked.data} standing={standing ?? null} />
        ) : asked.isPending ? (
          <Skeleton height={240} radius="md" />
        ) : (
          <QueryError error={asked.error} onRetry={() => void asked.refetch()} />
        )}
      </div>
    </>
  )
}

const COLORS = { ACTIVE: 'green', TRIALING: 'green', DELETED: 'slate', EXPIRED: 'red' } as const

function Plan({
  info: { planName, status, updateUrl, cancelUrl, endsOn },
  standing,
}: {
  info: SubscriptionInfo
  standing: Subscription | null
}) {
  const { t, i18n } = useTranslation('billing')
  const queryClient = useQueryClient()
  const { data: site } = useQuery(siteInfo())
  const [isBusy, setBusy] = useState(false)
  const why = useWhyNot()
  const [trouble, setTrouble] = useState<string | null>(null)
  const button = planButton(planName, status)
  const change = async () => {
    setBusy(true)
    const outcome = await resumePlan(standing?.machines ?? 1)
    if (outcome !== 'resumed' && 'checkoutUrl' in outcome) return location.assign(outcome.checkoutUrl)
    const isDone = outcome === 'resumed'
    setTrouble(isDone ? null : [t('plan.failed'), outcome.cause && why(outcome.cause).text].filter(Boolean).join(' '))
    if (isDone) toastSuccess(t('plan.changed'))
    else toastError(t('plan.failed'))
    await refreshAccount()
    await queryClient.invalidateQueries({ queryKey: ['billing'] })
    setBusy(false)
  }
  const limit = standing?.machineLimit
  return (
    <Card component="div" p="lg">
      <Stack gap="md">
        <div>
          <Text c="dimmed">{t('plan.yours')}</Text>
          <Group gap="sm">
            <Title order={2}>{t(`plan.name.${planName}`, { defaultValue: planName })}</Title>
            <Badge variant="light" color={status ? COLORS[status] : 'slate'}>
              {t(`plan.status.${status ?? 'none'}`)}
            </Badge>
          </Group>
          {endsOn && (
            <Text>
              {t(status === 'EXPIRED' ? 'plan.unpaidUntil' : 'plan.cancelledUntil', {
                date: invoiceDay(endsOn, getSession().account.locale, i18n.language, 'long'),
              })}
            </Text>
          )}
          {standing && (
            <Text c="dimmed">
              {limit == null
                ? t('plan.machinesUnlimited', { count: standing.machines })
                : t('plan.machines', { count: standing.machines, limit })}
            </Text>
          )}
        </div>
        {!button.isDisabled &&
          (button.leads === 'to-change' ? (
            <Button size="md" loading={isBusy} onClick={() => void change()}>
              {t(`pricing.${button.words}`)}
            </Button>
          ) : (
            <LinkButton to="/pricing" size="md">
              {t(`pricing.${button.words}`)}
            </LinkButton>
          ))}
        <ErrorText text={trouble} />
        <Group gap="md">
          <LinkButton to="/dashboard/settings/invoices" variant="default">
            {t('plan.invoices')}
          </LinkButton>
          {updateUrl && <Away href={updateUrl}>{t('plan.update')}</Away>}
          {cancelUrl && <Away href={cancelUrl}>{t('plan.cancel')}</Away>}
        </Group>
        <Text size="sm" c="dimmed">
          {t('plan.raise')}{' '}
          {site && (
            <Anchor inherit href={`mailto:${site.supportEmail}`}>
              {site.supportEmail}
            </Anchor>
          )}
        </Text>
      </Stack>
    </Card>
  )
}

const Away = ({ href, children }: { href: string; children: string }) => (
  <Button
    component="a"
    href={href}
    target="_blank"
    rel="noreferrer"
    variant="default"
    rightSection={<IconExternalLink size={16} aria-hidden />}
  >
    {children}
  </Button>
)
