import { valibotResolver } from '@hookform/resolvers/valibot'
import { Checkbox, Stack, TextInput } from '@mantine/core'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { changedFields } from '#app/components/form/changed-fields.ts'
import { Form } from '#app/components/form/Form.tsx'
import { FormDialog } from '#app/components/form/FormDialog.tsx'
import { useControlledField } from '#app/components/form/use-controlled-field.ts'
import { useField } from '#app/components/form/use-field.ts'
import { useKeyedMutation, useServerMutation } from '#app/components/use-server-mutation.ts'
import { addWebhook, WEBHOOK_URL, type Webhook } from '#contract/webhooks.ts'
import { WEBHOOK_KINDS } from '#domain/webhooks.ts'
import { SecretOnce } from './SecretOnce.tsx'
import * as data from './webhooks.queries.ts'

type Props = { webhook?: Webhook; onClose(): void }

/** Adds a webhook and shows its secret, or edits one; a click outside must not close it, because the secret is shown only once. */
export function WebhookDialog({ opened, ...props }: Props & { opened: boolean }) {
  const { t } = useTranslation('webhooks')
  return (
    <FormDialog opened={opened} onClose={props.onClose} title={t(props.webhook ? 'change' : 'add')} closeOnClickOutside={false}>
      <WebhookForm {...props} />
    </FormDialog>
  )
}

function WebhookForm({ webhook, onClose }: Props) {
  const { t } = useTranslation('webhooks')
  const form = useForm({
    resolver: valibotResolver(addWebhook.body),
    mode: 'onTouched',
    defaultValues: { url: webhook?.url ?? '', kinds: webhook?.kinds ?? [] },
  })
  const field = useField(form)
  const kinds = useControlledField(form)('kinds')
  const addition = useServerMutation(data.addWebhook)
  const change = useKeyedMutation({ ...data.changeWebhook, onSuccess: onClose })
  if (addition.data) return <SecretOnce title={t('added')} secret={addition.data.secret} onClose={onClose} />
  return (
    <Form
      form={form}
      onSubmit={(fields) => (webhook ? change.mutate({ id: webhook.id, ...changedFields(fields, webhook) }) : addition.mutate(fields))}
      submit={t('save')}
      mutation={webhook ? change : addition}
      onCancel={onClose}
    >
      <TextInput
        {...field('url')}
        required
        type="url"
        label={t('address')}
        description={t('addressHelp')}
        placeholder="https://"
        maxLength={WEBHOOK_URL}
        data-autofocus
      />
      <Checkbox.Group
        {...kinds}
        label={t('kinds')}
        onChange={(selected) => kinds.onChange(WEBHOOK_KINDS.filter((kind) => selected.includes(kind)))}
      >
        <Stack gap="sm" mt="xs">
          {WEBHOOK_KINDS.map((kind) => (
            <Checkbox key={kind} size="md" value={kind} label={t(`kind.${kind}`)} description={<span translate="no">{kind}</span>} />
          ))}
        </Stack>
      </Checkbox.Group>
    </Form>
  )
}
