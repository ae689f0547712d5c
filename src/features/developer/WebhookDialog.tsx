import { Alert, Button, Checkbox, Group, Stack, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAsking } from '#app/components/use-asking.ts'
import { addWebhook, changeWebhook, webhooks } from '#app/data/webhooks.ts'
import { FormModal } from '#app/ui/FormModal.tsx'
import { WEBHOOK_URL, type Webhook } from '#contract/webhooks.ts'
import { WEBHOOK_KINDS, type WebhookKind } from '#domain/webhooks.ts'
import { SecretOnce } from './SecretOnce.tsx'

type Props = { opened: boolean; webhook?: Webhook; onClose(): void }

/** Adds a webhook and shows its secret, or edits one; a click outside must not close it, because the secret is shown only once. */
export function WebhookDialog({ opened, webhook, onClose }: Props) {
  const { t } = useTranslation('webhooks')
  return (
    <FormModal
      opened={opened}
      onClose={onClose}
      title={t(webhook ? 'change' : 'add')}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {opened && <WebhookForm {...(webhook ? { webhook } : {})} onClose={onClose} />}
    </FormModal>
  )
}

function WebhookForm({ webhook, onClose }: Omit<Props, 'opened'>) {
  const { t } = useTranslation('webhooks')
  const client = useQueryClient()
  const [url, setUrl] = useState(webhook?.url ?? '')
  const [kinds, setKinds] = useState<readonly WebhookKind[]>(webhook?.kinds ?? [])
  const [secret, setSecret] = useState<string | null>(null)
  const { isBusy, trouble, ask } = useAsking()
  const save = async () => {
    const said = { url: url.trim(), kinds: [...kinds] }
    const added = webhook ? null : await ask(() => addWebhook(said.url, said.kinds))
    const changed = webhook ? await ask(() => changeWebhook(webhook.id, said)) : null
    void client.invalidateQueries({ queryKey: webhooks().queryKey })
    if (added) setSecret(added.secret)
    if (changed) onClose()
  }
  if (secret) return <SecretOnce title={t('added')} secret={secret} onClose={onClose} />
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <Stack gap="md">
        <TextInput
          size="md"
          required
          type="url"
          autoComplete="off"
          label={t('address')}
          description={t('addressHelp')}
          placeholder="https://"
          maxLength={WEBHOOK_URL}
          value={url}
          onChange={({ currentTarget: { value } }) => setUrl(value)}
          data-autofocus
        />
        <Checkbox.Group
          label={t('kinds')}
          value={[...kinds]}
          onChange={(chosen) => setKinds(WEBHOOK_KINDS.filter((kind) => chosen.includes(kind)))}
        >
          <Stack gap="sm" mt="xs">
            {WEBHOOK_KINDS.map((kind) => (
              <Checkbox key={kind} size="md" value={kind} label={t(`kind.${kind}`)} description={<span translate="no">{kind}</span>} />
            ))}
          </Stack>
        </Checkbox.Group>
        {trouble && (
          <Alert color="red" role="alert">
            {trouble}
          </Alert>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" size="md" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" size="md" loading={isBusy} disabled={url.trim() === '' || kinds.length === 0}>
            {t('save')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
