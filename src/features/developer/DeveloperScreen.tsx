import { valibotResolver } from '@hookform/resolvers/valibot'
import { Button, Checkbox, Code, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { ErrorText } from '#app/components/ErrorText.tsx'
import { Form } from '#app/components/form/Form.tsx'
import { FormDialog } from '#app/components/form/FormDialog.tsx'
import { useControlledField } from '#app/components/form/use-controlled-field.ts'
import { useField } from '#app/components/form/use-field.ts'
import { QueryError } from '#app/components/QueryError.tsx'
import { useKeyedMutation, useServerMutation } from '#app/components/use-server-mutation.ts'
import { formats } from '#app/data/formats.ts'
import { siteInfo } from '#app/data/session.ts'
import { ageOf } from '#app/ui/AgeText.tsx'
import { Card } from '#app/ui/Card.tsx'
import { ConfirmDialog } from '#app/ui/ConfirmDialog.tsx'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import { ListSkeleton } from '#app/ui/Skeletons.tsx'
import { toastSuccess } from '#app/ui/toasts.ts'
import { type ApiKey, addApiKey, curlOf, KEY_EXAMPLES, KEY_NAME } from '#contract/keys.ts'
import { KEY_SCOPES, type KeyScope } from '#domain/keys.ts'
import classes from './Developer.module.css'
import * as data from './keys.queries.ts'
import { apiKeys, revokeApiKey } from './keys.queries.ts'
import { SecretOnce } from './SecretOnce.tsx'
import { WebhooksCard } from './WebhooksCard.tsx'

/** The permissions of a scope, as text: the start of "Stock: read and write". */
function useScopeLabels(): (scope: string) => string {
  const { t } = useTranslation('developer')
  return (scope) => {
    const [area = '', operation = ''] = scope.split(':')
    return t('scope', { area: t(`area.${area}`), operation: t(`operation.${operation}`) })
  }
}

export const Route = createFileRoute('/_signed-in/_managers/dashboard/more/developer/')({ component: DeveloperScreen })

/** Access for external systems: API keys, and how to use one. */
function DeveloperScreen() {
  const { t } = useTranslation('developer')
  const { data: keys, error, isPending, refetch } = useQuery(apiKeys())
  const { data: site } = useQuery(siteInfo())
  const [isAdding, setAdding] = useState(false)
  const [revoked, setRevoked] = useState<ApiKey | null>(null)
  const revocation = useKeyedMutation({
    ...revokeApiKey,
    onSuccess: () => {
      toastSuccess(t('revoked'))
      setRevoked(null)
    },
  })
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      <div className={classes.cards}>
        <Card aria-label={t('keys')}>
          <Group justify="space-between" mb="sm">
            <Title order={2}>{t('keys')}</Title>
            <Button size="md" onClick={() => setAdding(true)}>
              {t('add')}
            </Button>
          </Group>
          {keys ? (
            <Keys keys={keys} onEnd={setRevoked} />
          ) : isPending ? (
            <ListSkeleton rows={2} height={64} />
          ) : (
            <QueryError error={error} onRetry={() => void refetch()} />
          )}
        </Card>
        <WebhooksCard />
        <Card aria-label={t('how')}>
          <Stack gap="sm" align="flex-start">
            <Title order={2}>{t('how')}</Title>
            <Text>{t('howText')}</Text>
            <Code block w="100%" tabIndex={0} role="group" aria-label={t('example')}>
              {KEY_EXAMPLES.map(({ path }) => curlOf(site?.publicUrl ?? window.location.origin, path)).join('\n')}
            </Code>
            <Text>{t('limits')}</Text>
            <Button
              component="a"
              href="/api/docs"
              target="_blank"
              rel="noreferrer"
              variant="light"
              size="md"
              rightSection={<IconExternalLink size={18} aria-hidden />}
            >
              {t('docs')}
            </Button>
          </Stack>
        </Card>
      </div>
      <KeyDialog opened={isAdding} onClose={() => setAdding(false)} />
      <ConfirmDialog
        opened={revoked !== null}
        title={t('revokeAsk', { name: revoked?.name ?? '' })}
        confirm={t('revoke')}
        onConfirm={() => revoked && revocation.mutate({ id: revoked.id })}
        onClose={() => {
          revocation.reset()
          setRevoked(null)
        }}
        isBusy={revocation.isPending}
        isDangerous
      >
        <Text>{t('revokeMeans')}</Text>
        <ErrorText text={revocation.errorText} />
      </ConfirmDialog>
    </>
  )
}

function Keys({ keys, onEnd }: { keys: readonly ApiKey[]; onEnd(key: ApiKey): void }) {
  const { t, i18n } = useTranslation('developer')
  const scopeLabel = useScopeLabels()
  const { dateTime } = formats()
  if (keys.length === 0) return <Text c="dimmed">{t('none')}</Text>
  return (
    <ul className={classes.keys}>
      {keys.map((key) => (
        <li key={key.id} className={classes.key}>
          <div>
            <Text fw={600}>
              {key.name} <Code>rk_…{key.hint}</Code>
            </Text>
            <Text size="sm">{key.scopes.map(scopeLabel).join(' · ')}</Text>
            <Text size="sm" c="dimmed">
              {t('made', { person: key.createdBy, date: dateTime(Date.parse(key.createdAt)) })}{' '}
              {key.lastUsedAt ? t('used', { age: ageOf(Date.parse(key.lastUsedAt), Date.now(), i18n.language) }) : t('neverUsed')}
            </Text>
          </div>
          <Button variant="default" mih={48} onClick={() => onEnd(key)} aria-label={t('revokeNamed', { name: key.name })}>
            {t('revoke')}
          </Button>
        </li>
      ))}
    </ul>
  )
}

type Props = { opened: boolean; onClose(): void }

/** Creates and shows a key; a click outside must not close it, because the key is shown only once. */
function KeyDialog({ opened, onClose }: Props) {
  const { t } = useTranslation('developer')
  return (
    <FormDialog opened={opened} onClose={onClose} title={t('add')} closeOnClickOutside={false}>
      <KeyForm onClose={onClose} />
    </FormDialog>
  )
}

function KeyForm({ onClose }: Pick<Props, 'onClose'>) {
  const { t } = useTranslation('developer')
  const scopeLabel = useScopeLabels()
  const form = useForm({
    resolver: valibotResolver(addApiKey.body),
    mode: 'onTouched',
    defaultValues: { name: '', scopes: [] as KeyScope[] },
  })
  const field = useField(form)
  const scopes = useControlledField(form)('scopes')
  const addition = useServerMutation(data.addApiKey)
  if (addition.data) return <SecretOnce title={t('madeNow', { name: addition.data.name })} secret={addition.data.key} onClose={onClose} />
  return (
    <Form form={form} onSubmit={addition.mutate} submit={t('create')} mutation={addition} onCancel={onClose}>
      <TextInput {...field('name')} required label={t('name')} description={t('nameHelp')} maxLength={KEY_NAME} data-autofocus />
      <Checkbox.Group
        {...scopes}
        label={t('scopes')}
        onChange={(selected) => scopes.onChange(KEY_SCOPES.filter((scope) => selected.includes(scope)))}
      >
        <Stack gap="sm" mt="xs">
          {KEY_SCOPES.map((scope) => (
            <Checkbox key={scope} size="md" value={scope} label={scopeLabel(scope)} />
          ))}
        </Stack>
      </Checkbox.Group>
      <Text size="sm" c="dimmed">
        {t('inYourName')}
      </Text>
    </Form>
  )
}
