import { valibotResolver } from '@hookform/resolvers/valibot'
import { Button, PasswordInput, Stack, Text } from '@mantine/core'
import { IconCircleCheck, IconLinkOff } from '@tabler/icons-react'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { recheck } from '#app/components/recheck.ts'
import { useFieldError } from '#app/components/use-field-error.ts'
import { useWhyNot } from '#app/components/use-why-not.ts'
import { setNewPassword } from '#app/data/registration.ts'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { LinkButton } from '#app/ui/LinkButton.tsx'
import { toastError } from '#app/ui/toasts.ts'
import { PasswordTwice } from '#contract/profile.ts'
import { AuthPage } from './AuthPage.tsx'

export const Route = createFileRoute('/reset/$hash')({ component: SetPasswordScreen })

type Stage = { at: 'form' } | { at: 'gone' } | { at: 'done'; login: string }

/** The target of mailed links: sets a new password and, after a registration, creates the company. */
function SetPasswordScreen() {
  const { t } = useTranslation('account')
  const { hash } = Route.useParams()
  const why = useWhyNot()
  const [stage, setStage] = useState<Stage>({ at: 'form' })
  const [trouble, setTrouble] = useState<string | null>(null)
  const form = useForm({
    resolver: valibotResolver(PasswordTwice),
    mode: 'onTouched',
    defaultValues: { newPassword: '', repeat: '' },
  })
  const { register, handleSubmit, formState } = form
  const errorOf = useFieldError(formState.errors)

  const submit = handleSubmit(async ({ newPassword }) => {
    setTrouble(null)
    const answer = await setNewPassword(hash, newPassword)
    if (answer.state === 'answered') return setStage({ at: 'done', login: answer.value.login })
    if (answer.state === 'refused' && answer.code === 'LINK_EXPIRED') return setStage({ at: 'gone' })
    const isChoice = answer.state === 'refused' && answer.code === 'PASSWORD_TOO_COMMON'
    setTrouble(isChoice || answer.state !== 'refused' ? why(answer).text : t('reset.setFailed'))
    toastError(isChoice ? why(answer).text : t('reset.setFailed'))
  })
  if (stage.at === 'done')
    return (
      <AuthPage title={t('reset.set')}>
        <EmptyState
          icon={<IconCircleCheck />}
          title={t('reset.done')}
          text={t('reset.doneText', { login: stage.login })}
          action={<LinkButton to="/login">{t('reset.toLogin')}</LinkButton>}
        />
      </AuthPage>
    )
  if (stage.at === 'gone')
    return (
      <AuthPage title={t('reset.set')}>
        <EmptyState
          icon={<IconLinkOff />}
          color="red"
          title={t('reset.gone')}
          text={t('reset.goneText')}
          action={<LinkButton to="/reset">{t('reset.again')}</LinkButton>}
        />
      </AuthPage>
    )
  const field = { size: 'md', required: true, withAsterisk: false, autoComplete: 'new-password' } as const
  const eye = { 'aria-label': t('showPassword') }
  return (
    <AuthPage title={t('reset.set')}>
      <Text c="dimmed" mb="md">
        {t('reset.setText')}
      </Text>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="md">
          <PasswordInput
            {...register('newPassword', recheck(form, ['repeat']))}
            {...field}
            label={t('reset.newPassword')}
            error={errorOf('newPassword')}
            visibilityToggleButtonProps={eye}
          />
          <PasswordInput
            {...register('repeat')}
            {...field}
            label={t('reset.repeat')}
            error={errorOf('repeat')}
            visibilityToggleButtonProps={eye}
          />
          {trouble && (
            <Text role="alert" c="var(--mantine-color-error)">
              {trouble}
            </Text>
          )}
          <Button type="submit" size="lg" loading={formState.isSubmitting} disabled={!formState.isValid}>
            {t('reset.save')}
          </Button>
        </Stack>
      </form>
    </AuthPage>
  )
}
