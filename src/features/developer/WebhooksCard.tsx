import { Badge, Button, Code, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { QueryError } from '#app/components/QueryError.tsx'
import { Card } from '#app/ui/Card.tsx'
import { ListSkeleton } from '#app/ui/Skeletons.tsx'
import type { Webhook } from '#contract/webhooks.ts'
import classes from './Developer.module.css'
import { WebhookDialog } from './WebhookDialog.tsx'
import { webhooks } from './webhooks.queries.ts'

/** How a receiver verifies a delivery. */
const EXAMPLE = `import { Webhook } from 'standardwebhooks'

const facts = new Webhook('whsec_…').verify(rawBody, request.headers)`

/** The webhooks, and how a receiver verifies deliveries. */
export function WebhooksCard() {
  const { t } = useTranslation('webhooks')
  const { data: all, error, isPending, refetch } = useQuery(webhooks())
  const [isAdding, setAdding] = useState(false)
  return (
    <Card aria-label={t('title')}>
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={2}>{t('title')}</Title>
          <Button size="md" onClick={() => setAdding(true)}>
            {t('add')}
          </Button>
        </Group>
        <Text>{t('text')}</Text>
        {all ? (
          <Addresses all={all} />
        ) : isPending ? (
          <ListSkeleton rows={1} height={64} />
        ) : (
          <QueryError error={error} onRetry={() => void refetch()} />
        )}
        <Text>{t('how')}</Text>
        <Code block w="100%" tabIndex={0} role="group" aria-label={t('example')}>
          {EXAMPLE}
        </Code>
      </Stack>
      <WebhookDialog opened={isAdding} onClose={() => setAdding(false)} />
    </Card>
  )
}

function Addresses({ all }: { all: readonly Webhook[] }) {
  const { t } = useTranslation('webhooks')
  if (all.length === 0) return <Text c="dimmed">{t('none')}</Text>
  return (
    <ul className={classes.keys}>
      {all.map((webhook) => (
        <li key={webhook.id} className={classes.key}>
          <div>
            <Link
              to="/dashboard/more/developer/webhooks/$webhookId"
              params={{ webhookId: webhook.id }}
              className={`${classes.address} ${classes.link}`}
            >
              {webhook.url}
            </Link>
            <Text size="sm">{webhook.kinds.map((kind) => t(`kind.${kind}`)).join(' · ')}</Text>
          </div>
          <WebhookBadge webhook={webhook} />
        </li>
      ))}
    </ul>
  )
}

/** Status of a webhook in one word. */
export function WebhookBadge({ webhook: { paused, failingSince } }: { webhook: Webhook }) {
  const { t } = useTranslation('webhooks')
  const [color, word] = paused ? ['gray', 'paused'] : failingSince ? ['red', 'failing'] : ['green', 'on']
  return (
    <Badge color={color} variant="light" size="lg" className={classes.badge ?? ''}>
      {t(`state.${word}`)}
    </Badge>
  )
}
