import { Anchor, Badge, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ErrorText } from '#app/components/ErrorText.tsx'
import { QueryError } from '#app/components/QueryError.tsx'
import { useServerMutation } from '#app/components/use-server-mutation.ts'
import { useWhyNot } from '#app/components/use-why-not.ts'
import { resumePlan, subscription, subscriptionInfo } from '#app/data/billing.ts'
import { formats } from '#app/data/formats.ts'
import { siteInfo } from '#app/data/session.ts'
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
  const info = useQuery(subscriptionInfo())
  const { data: stored } = useQuery(subscription())
  return (
    <>
      <PageHeader
        title={t('plan.title')}
        breadcrumb={[{ label: t('settings:title'), link: { to: '/dashboard/settings' } }, { label: t('plan.title') }]}
      />
      <div className={classes.narrow}>
        {info.data ? (
          <Plan info={info.data} stored={stored ?? null} />
        ) : info.isPending ? (
          <Skeleton height={240} radius="md" />
        ) : (
          <QueryError error={info.error} onRetry={() => void info.refetch()} />
        )}
      </div>
    </>
  )
}

const COLORS = { ACTIVE: 'green', TRIALING: 'green', DELETED: 'slate', EXPIRED: 'red' } as const

function Plan({
  info: { planName, status, updateUrl, cancelUrl, endsOn },
  stored,
}: {
  info: SubscriptionInfo
  stored: Subscription | null
}) {
  const { t } = useTranslation('billing')
  const why = useWhyNot()
  const { data: site } = useQuery(siteInfo())
  const {
    mutate,
    isPending,
    error,
    data: outcome,
  } = useServerMutation({
    ...resumePlan,
    onSuccess: (resumed) => {
      if (resumed === 'resumed') toastSuccess(t('plan.changed'))
      else if (resumed.checkoutUrl) location.assign(resumed.checkoutUrl)
      else toastError(t('plan.failed'))
    },
    onError: () => toastError(t('plan.failed')),
  })
  const isLeaving = typeof outcome === 'object' && outcome.checkoutUrl !== null
  const hasFailed = error !== null || (typeof outcome === 'object' && !isLeaving)
  const button = planButton(planName, status)
  const limit = stored?.machineLimit
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
                date: formats().calendarDate(new Date(endsOn)),
              })}
            </Text>
          )}
          {stored && (
            <Text c="dimmed">
              {limit == null
                ? t('plan.machinesUnlimited', { count: stored.machines })
                : t('plan.machines', { count: stored.machines, limit })}
            </Text>
          )}
        </div>
        {!button.isDisabled &&
          (button.leads === 'to-change' ? (
            <Button size="md" loading={isPending || isLeaving} onClick={() => mutate(stored?.machines ?? 1)}>
              {t(`pricing.${button.words}`)}
            </Button>
          ) : (
            <LinkButton to="/pricing" size="md">
              {t(`pricing.${button.words}`)}
            </LinkButton>
          ))}
        <ErrorText text={hasFailed ? [t('plan.failed'), error && why(error).text].filter(Boolean).join(' ') : null} />
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
