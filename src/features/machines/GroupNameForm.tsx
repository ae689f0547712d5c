import { valibotResolver } from '@hookform/resolvers/valibot'
import { TextInput } from '@mantine/core'
import type { UseMutationOptions } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { Form } from '#app/components/form/Form.tsx'
import { useField } from '#app/components/form/use-field.ts'
import { useKeyedMutation } from '#app/components/use-server-mutation.ts'
import type { Keyed } from '#app/data/server-requests.ts'
import { addGroup, GROUP_NAME } from '#contract/team.ts'

type Props = {
  label: string
  submit: string
  /** Creates the group, or renames it. */
  change: UseMutationOptions<unknown, Error, Keyed<{ name: string }>>
  name?: string
  onDone?(): void
  onCancel?: () => void
}

/** The name of a machine group, with its button beside it. */
export function GroupNameForm({ label, submit, change, name = '', onDone, onCancel }: Props) {
  const form = useForm({ resolver: valibotResolver(addGroup.body), mode: 'onTouched', defaultValues: { name } })
  const field = useField(form)
  const mutation = useKeyedMutation(change)
  const save = (input: { name: string }) =>
    mutation.mutate(input, {
      onSuccess: () => {
        form.reset()
        onDone?.()
      },
    })
  return (
    <Form form={form} onSubmit={save} submit={submit} mutation={mutation} onCancel={onCancel} isInline>
      <TextInput
        {...field('name')}
        flex={1}
        label={label}
        maxLength={GROUP_NAME.most}
        autoFocus={onCancel !== undefined}
        onKeyDown={({ key }) => key === 'Escape' && onCancel?.()}
      />
    </Form>
  )
}
