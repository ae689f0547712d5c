import { valibotResolver } from '@hookform/resolvers/valibot'
import { Checkbox, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Form } from '#app/components/form/Form.tsx'
import { FormDialog } from '#app/components/form/FormDialog.tsx'
import { useControlledField } from '#app/components/form/use-controlled-field.ts'
import { useField } from '#app/components/form/use-field.ts'
import { useServerMutation } from '#app/components/use-server-mutation.ts'
import { addApiKey, KEY_NAME } from '#contract/keys.ts'
import { KEY_SCOPES, type KeyScope } from '#domain/keys.ts'
import * as data from './keys.queries.ts'
import { SecretOnce } from './SecretOnce.tsx'
import { useScopeLabels } from './use-scope-labels.ts'

type Props = { opened: boolean; onClose(): void }

/** Creates and shows a key; a click outside must not close it, because the key is shown only once. */
export function KeyDialog({ opened, onClose }: Props) {
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
