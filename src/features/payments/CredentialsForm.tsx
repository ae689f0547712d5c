import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as v from 'valibot'
import { useWhyNot } from '#app/components/use-why-not.ts'
import { useDirtyForm } from '#app/ui/dirty-forms.ts'
import { toastError, toastSuccess } from '#app/ui/toasts.ts'
import { MASK } from '#contract/payments.ts'
import type { Answer } from '#offline/sync-calls.ts'

type Field<Name extends string> = { name: Name; isSecret?: boolean; least: number; most: number }
type Words<Name extends string> = Record<Name, string>
type Props<Name extends string> = {
  fields: readonly Field<Name>[]
  known: Words<Name>
  save(words: Words<Name>): Promise<Answer<Words<Name>>>
  onSaved(words: Words<Name>): void
  children?: ReactNode
}

/** The account with a payment provider. Stored secrets are never shown; unedited ones stay unchanged. */
export function CredentialsForm<Name extends string>({ fields, known, save, onSaved, children }: Props<Name>) {
  const { t } = useTranslation('payments')
  const why = useWhyNot()
  const [words, setWords] = useState(known)
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const [isBusy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<string | null>(null)
  const isChanged = fields.some(({ name }) => words[name] !== known[name])
  const isFirst = fields.every(({ name }) => known[name] === '')
  useDirtyForm(isChanged)
  const isWrong = ({ name, least, most }: Field<Name>) =>
    !v.is(v.pipe(v.string(), v.trim(), v.minLength(least), v.maxLength(most)), words[name])

  const submit = async () => {
    setBusy(true)
    const answer = await save(words)
    setBusy(false)
    if (answer.state !== 'answered') {
      const { title, text } = why(answer)
      const isRefused = answer.state === 'refused'
      setTrouble(isRefused ? t('correct') : text)
      return toastError(isRefused ? t('correct') : title)
    }
    setTrouble(null)
    toastSuccess(t(isFirst ? 'saved' : 'changesSaved'))
    setWords(answer.value)
    setTouched(new Set())
    onSaved(answer.value)
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Stack gap="md">
        {fields.map((field) => {
          const { name, isSecret, least, most } = field
          const isKept = isSecret && words[name] === MASK
          const Input = isSecret ? PasswordInput : TextInput
          return (
            <Input
              key={name}
              size="md"
              label={t(`field.${name}`)}
              description={isKept ? t('kept') : undefined}
              autoComplete={isSecret ? 'new-password' : 'off'}
              maxLength={most}
              required
              withAsterisk={false}
              value={words[name]}
              onFocus={({ currentTarget }) => isKept && currentTarget.select()}
              onBlur={() => setTouched(new Set([...touched, name]))}
              onChange={({ currentTarget: { value } }) => setWords({ ...words, [name]: value })}
              error={touched.has(name) && isWrong(field) && t('between', { least, most })}
              {...(isSecret ? { visibilityToggleButtonProps: { 'aria-label': t('show') } } : {})}
            />
          )
        })}
        {children}
        {trouble && (
          <Alert color="red" role="alert">
            {trouble}
          </Alert>
        )}
        <div>
          <Button type="submit" size="md" loading={isBusy} disabled={!isChanged || fields.some(isWrong)}>
            {t('save')}
          </Button>
        </div>
      </Stack>
    </form>
  )
}
