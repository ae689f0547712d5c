import { Badge, Button, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorText } from '#app/components/ErrorText.tsx'
import { QueryError } from '#app/components/QueryError.tsx'
import { useKeyedMutation } from '#app/components/use-server-mutation.ts'
import { formats } from '#app/data/formats.ts'
import { Card } from '#app/ui/Card.tsx'
import { ListSkeleton } from '#app/ui/Skeletons.tsx'
import type { Webhook, WebhookDelivery } from '#contract/webhooks.ts'
import classes from './Developer.module.css'
import { sendWebhookAgain, webhookDeliveries } from './webhooks.queries.ts'

const COLOURS = { WAITING: 'yellow', SENT: 'green', FAILED: 'red' } as const

/** The last deliveries with their outcome, and a button to resend them. */
export function Deliveries({ webhook: { id, paused } }: { webhook: Webhook }) {
  const { t } = useTranslation('webhooks')
  const { data: sent, error, isPending, refetch } = useQuery(webhookDeliveries(id))
  const { mutate, isPending: isResending, errorText } = useKeyedMutation(sendWebhookAgain)
  return (
    <Card aria-label={t('deliveries')}>
      <Title order={2} mb="sm">
        {t('deliveries')}
      </Title>
      <ErrorText text={errorText} />
      {!sent ? (
        isPending ? (
          <ListSkeleton rows={3} height={64} />
        ) : (
          <QueryError error={error} onRetry={() => void refetch()} />
        )
      ) : sent.length === 0 ? (
        <Text c="dimmed">{t('noDeliveries')}</Text>
      ) : (
        <ul className={classes.keys}>
          {sent.map((delivery) => (
            <li key={delivery.id} className={classes.key}>
              <Words delivery={delivery} isPaused={paused !== null} />
              {!paused && (
                <Button
                  variant="default"
                  mih={48}
                  disabled={isResending}
                  onClick={() => mutate({ id, deliveryId: delivery.id })}
                  aria-label={t('againNamed', { what: t(`kind.${delivery.kind}`) })}
                >
                  {t('again')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function Words({ delivery, isPaused }: { delivery: WebhookDelivery; isPaused: boolean }) {
  const { t } = useTranslation('webhooks')
  const { dateTime, number } = formats()
  const { kind, facts, askedAt, state, tries, status, trouble, durationMs, nextTryAt } = delivery
  const went = [
    status !== null && t('answered', { status }),
    trouble && trouble !== 'STATUS' && t(`trouble.${trouble}`),
    durationMs !== null && t('took', { time: number(durationMs) }),
    tries > 1 && t('tries', { count: tries }),
    state === 'WAITING' && tries > 0 && nextTryAt && !isPaused && t('next', { date: dateTime(Date.parse(nextTryAt)) }),
  ].filter(Boolean)
  return (
    <div>
      <Text fw={600}>
        {t(`kind.${kind}`)}{' '}
        <Badge color={COLOURS[state]} variant="light">
          {t(`delivery.${state}`)}
        </Badge>
      </Text>
      <Text size="sm">{[dateTime(Date.parse(askedAt)), kind !== 'test' && t('facts', { count: facts })].filter(Boolean).join(' · ')}</Text>
      {went.length > 0 && (
        <Text size="sm" c="dimmed">
          {went.join(' · ')}
        </Text>
      )}
    </div>
  )
}
