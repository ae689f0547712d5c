import { Alert, Button, Group, Modal, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorText } from '#app/components/ErrorText.tsx'
import { QueryError } from '#app/components/QueryError.tsx'
import { useKeyedMutation, useServerMutation } from '#app/components/use-server-mutation.ts'
import { formats } from '#app/data/formats.ts'
import { Card } from '#app/ui/Card.tsx'
import { ConfirmDialog } from '#app/ui/ConfirmDialog.tsx'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import { ListSkeleton } from '#app/ui/Skeletons.tsx'
import { toastSuccess } from '#app/ui/toasts.ts'
import type { Webhook } from '#contract/webhooks.ts'
import { SECOND } from '#domain/time.ts'
import { Deliveries } from './Deliveries.tsx'
import classes from './Developer.module.css'
import { SecretOnce } from './SecretOnce.tsx'
import { WebhookDialog } from './WebhookDialog.tsx'
import { WebhookBadge } from './WebhooksCard.tsx'
import { changeWebhook, deleteWebhook, renewWebhookSecret, testWebhook, webhooks } from './webhooks.queries.ts'

export const Route = createFileRoute('/_signed-in/_managers/dashboard/more/developer/webhooks/$webhookId')({ component: WebhookScreen })

/** One webhook: its events, its status, and its last deliveries. */
function WebhookScreen() {
  const { t } = useTranslation('webhooks')
  const { webhookId } = Route.useParams()
  // Polled, so that new deliveries appear.
  const { data: all, error, isPending, refetch } = useQuery({ ...webhooks(), refetchInterval: 3 * SECOND })
  const webhook = all?.find(({ id }) => id === webhookId)
  return (
    <>
      <PageHeader
        title={t('one')}
        subtitle={webhook && <span className={classes.address}>{webhook.url}</span>}
        breadcrumb={[{ label: t('developer:title'), link: { to: '/dashboard/more/developer' } }, { label: t('one') }]}
      />
      <div className={classes.cards}>
        {webhook ? (
          <>
            <Status webhook={webhook} />
            <Deliveries webhook={webhook} />
          </>
        ) : isPending ? (
          <ListSkeleton rows={3} height={64} />
        ) : all ? (
          <EmptyState title={t('gone')} />
        ) : (
          <QueryError error={error} onRetry={() => void refetch()} />
        )}
      </div>
    </>
  )
}

function Status({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation('webhooks')
  const navigate = useNavigate()
  const { dateTime } = formats()
  const [open, setOpen] = useState<'change' | 'renew' | 'delete' | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const { id, kinds, paused, failingSince } = webhook
  const close = () => setOpen(null)
  const change = useKeyedMutation(changeWebhook)
  const test = useKeyedMutation({ ...testWebhook, onSuccess: () => toastSuccess(t('testSent')) })
  const renewal = useServerMutation({
    ...renewWebhookSecret,
    onSuccess: (renewed) => {
      close()
      setSecret(renewed.secret)
    },
  })
  const deletion = useKeyedMutation({
    ...deleteWebhook,
    onSuccess: () => {
      toastSuccess(t('deleted'))
      void navigate({ to: '/dashboard/more/developer' })
    },
  })
  return (
    <Card aria-label={t('standing')}>
      <Group justify="space-between" mb="sm" wrap="nowrap" align="flex-start">
        <Text>{kinds.map((kind) => t(`kind.${kind}`)).join(' · ')}</Text>
        <WebhookBadge webhook={webhook} />
      </Group>
      {paused && (
        <Alert color="yellow" mb="sm">
          {t(`why.${paused}`)}
        </Alert>
      )}
      {!paused && failingSince && (
        <Alert color="red" mb="sm">
          {t('failingSince', { date: dateTime(Date.parse(failingSince)) })}
        </Alert>
      )}
      <Group gap="sm">
        {!paused && (
          <Button size="md" onClick={() => test.mutate({ id })} loading={test.isPending}>
            {t('test')}
          </Button>
        )}
        <Button
          size="md"
          variant={paused ? 'filled' : 'default'}
          onClick={() => change.mutate({ id, isPaused: !paused })}
          loading={change.isPending}
        >
          {t(paused ? 'resume' : 'pause')}
        </Button>
        <Button size="md" variant="default" onClick={() => setOpen('change')}>
          {t('change')}
        </Button>
        <Button size="md" variant="default" onClick={() => setOpen('renew')}>
          {t('renew')}
        </Button>
        <Button size="md" variant="light" color="red" onClick={() => setOpen('delete')}>
          {t('delete')}
        </Button>
      </Group>
      <ErrorText text={test.errorText ?? change.errorText} />
      <WebhookDialog opened={open === 'change'} webhook={webhook} onClose={close} />
      <ConfirmDialog
        opened={open === 'renew'}
        title={t('renewAsk')}
        confirm={t('renew')}
        onConfirm={() => renewal.mutate({ id })}
        onClose={close}
        isBusy={renewal.isPending}
      >
        <Text>{t('renewMeans')}</Text>
        <ErrorText text={renewal.errorText} />
      </ConfirmDialog>
      <ConfirmDialog
        opened={open === 'delete'}
        title={t('deleteAsk')}
        confirm={t('delete')}
        onConfirm={() => deletion.mutate({ id })}
        onClose={close}
        isBusy={deletion.isPending}
        isDangerous
      >
        <Text>{t('deleteMeans')}</Text>
        <ErrorText text={deletion.errorText} />
      </ConfirmDialog>
      <Modal
        opened={secret !== null}
        onClose={() => setSecret(null)}
        title={t('renew')}
        closeOnClickOutside={false}
        closeButtonProps={{ 'aria-label': t('common:close') }}
      >
        {secret && <SecretOnce title={t('renewed')} secret={secret} onClose={() => setSecret(null)} />}
      </Modal>
    </Card>
  )
}
