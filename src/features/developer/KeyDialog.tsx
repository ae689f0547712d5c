import { Alert, Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAsking } from '#app/components/use-asking.ts'
import { addApiKey, apiKeys } from '#app/data/keys.ts'
import { FormModal } from '#app/ui/FormModal.tsx'
import { KEY_NAME } from '#contract/keys.ts'
import { KEY_SCOPES, type KeyScope } from '#domain/keys.ts'
import { SecretOnce } from './SecretOnce.tsx'
import { useScopeWords } from './use-scope-words.ts'

type Props = { opened: boolean; onClose(): void }

/** Creates and shows a key; a click outside must not close it, because the key is shown only once. */
export function KeyDialog({ opened, onClose }: Props) {
  const { t } = useTranslation('developer')
  return (
    <FormModal
      opened={opened}
      onClose={onClose}
      title={t('add')}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {opened && <KeyForm onClose={onClose} />}
    </FormModal>
  )
}

function KeyForm({ onClose }: Pick<Props, 'onClose'>) {
  const { t } = useTranslation('developer')
  const client = useQueryClient()
  const words = useScopeWords()
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<readonly KeyScope[]>([])
  const [made, setMade] = useState<string | null>(null)
  const { isBusy, trouble, ask } = useAsking()
  const save = async () => {
    const answer = await ask(() => addApiKey(name, [...scopes]))
    void client.invalidateQueries({ queryKey: apiKeys().queryKey })
    if (answer) setMade(answer.key)
  }
  if (made) return <SecretOnce title={t('madeNow', { name })} secret={made} onClose={onClose} />
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
          autoComplete="off"
          label={t('name')}
          description={t('nameHelp')}
          maxLength={KEY_NAME}
          value={name}
          onChange={({ currentTarget: { value } }) => setName(value)}
          data-autofocus
        />
        <Checkbox.Group
          label={t('scopes')}
          value={[...scopes]}
          onChange={(chosen) => setScopes(KEY_SCOPES.filter((scope) => chosen.includes(scope)))}
        >
          <Stack gap="sm" mt="xs">
            {KEY_SCOPES.map((scope) => (
              <Checkbox key={scope} size="md" value={scope} label={words(scope)} />
            ))}
          </Stack>
        </Checkbox.Group>
        <Text size="sm" c="dimmed">
          {t('inYourName')}
        </Text>
        {trouble && (
          <Alert color="red" role="alert">
            {trouble}
          </Alert>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" size="md" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" size="md" loading={isBusy} disabled={name.trim() === '' || scopes.length === 0}>
            {t('create')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
