import { PasswordInput, TextInput } from '@mantine/core'
import type { UseMutationOptions } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { FieldPath } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type * as v from 'valibot'
import { Form } from '#app/components/form/Form.tsx'
import { useField } from '#app/components/form/use-field.ts'
import { useStoredForm } from '#app/components/form/use-stored-form.ts'
import { useKeyedMutation } from '#app/components/use-server-mutation.ts'
import { useWhyNot } from '#app/components/use-why-not.ts'
import type { Keyed } from '#app/data/server-requests.ts'
import { isRefused } from '#app/data/server-requests.ts'
import { toastError, toastSuccess } from '#app/ui/toasts.ts'
import { MASK } from '#contract/payments.ts'

type Credentials = Record<string, string>
type Field<Values> = { name: FieldPath<Values & Credentials> & string; isSecret?: boolean; least: number; most: number }
type Props<Values extends Credentials> = {
  schema: v.GenericSchema<Values>
  fields: readonly Field<Values>[]
  stored: Values
  change: UseMutationOptions<Values, Error, Keyed<{ body: Values }>>
  children?: ReactNode
}

/** The account with a payment provider. Stored secrets are never shown; unedited ones stay unchanged. */
export function CredentialsForm<Values extends Credentials>({ schema, fields, stored, change, children }: Props<Values>) {
  const { t } = useTranslation('payments')
  const why = useWhyNot()
  const { form, submittedSecret } = useStoredForm<Values, Values>(schema, stored)
  const field = useField(form)
  const isFirst = fields.every(({ name }) => stored[name] === '')
  const mutation = useKeyedMutation({
    ...change,
    onSuccess: () => toastSuccess(t(isFirst ? 'saved' : 'changesSaved')),
    onError: (error) => toastError(isRefused(error) ? t('correct') : why(error).title),
  })
  return (
    <Form
      form={form}
      onSubmit={(body) => {
        const show = submittedSecret()
        mutation.mutate({ body }, { onSuccess: (saved) => show(saved) })
      }}
      submit={t('save')}
      mutation={mutation}
      errorText={(error) => (isRefused(error) ? t('correct') : why(error).text)}
    >
      {fields.map(({ name, isSecret, least, most }) => {
        const { error, ...input } = field(name)
        const isUnedited = isSecret && form.watch(name) === MASK
        const Input = isSecret ? PasswordInput : TextInput
        return (
          <Input
            key={name}
            {...input}
            label={t(`field.${name}`)}
            description={isUnedited ? t('kept') : undefined}
            autoComplete={isSecret ? 'new-password' : 'off'}
            maxLength={most}
            required
            onFocus={({ currentTarget }) => isUnedited && currentTarget.select()}
            error={error && t('between', { least, most })}
            {...(isSecret ? { visibilityToggleButtonProps: { 'aria-label': t('show') } } : {})}
          />
        )
      })}
      {children}
    </Form>
  )
}
