import { valibotResolver } from '@hookform/resolvers/valibot'
import { PasswordInput, Text } from '@mantine/core'
import { IconCircleCheck, IconLinkOff } from '@tabler/icons-react'
import { createFileRoute } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Form } from '#app/components/form/Form.tsx'
import { useField } from '#app/components/form/use-field.ts'
import { recheck } from '#app/components/recheck.ts'
import { useServerMutation } from '#app/components/use-server-mutation.ts'
import { useWhyNot } from '#app/components/use-why-not.ts'
import { NotAnswered } from '#app/data/server-requests.ts'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { LinkButton } from '#app/ui/LinkButton.tsx'
import { toastError } from '#app/ui/toasts.ts'
import { PasswordTwice } from '#contract/profile.ts'
import { AuthPage } from './AuthPage.tsx'
import { setNewPassword } from './registration.queries.ts'

export const Route = createFileRoute('/reset/$hash')({ component: SetPasswordScreen })

/** The target of mailed links: sets a new password and, after a registration, creates the company. */
function SetPasswordScreen() {
  const { t } = useTranslation('account')
  const { hash } = Route.useParams()
  const why = useWhyNot()
  const form = useForm({ resolver: valibotResolver(PasswordTwice), mode: 'onTouched', defaultValues: { newPassword: '', repeat: '' } })
  const field = useField(form)
  /** Only a refused choice of the password can be corrected in the form. */
  const errorText = (error: unknown) => {
    const isOther = error instanceof NotAnswered && error.answer?.state === 'refused' && error.code !== 'PASSWORD_TOO_COMMON'
    return isOther ? t('reset.setFailed') : why(error).text
  }
  const { mutate, data, error, isPending } = useServerMutation({
    ...setNewPassword,
    onError: (failure) => {
      const code = failure instanceof NotAnswered ? failure.code : null
      if (code !== 'LINK_EXPIRED') toastError(code === 'PASSWORD_TOO_COMMON' ? why(failure).text : t('reset.setFailed'))
    },
  })
  if (data)
    return (
      <AuthPage title={t('reset.set')}>
        <EmptyState
          icon={<IconCircleCheck />}
          title={t('reset.done')}
          text={t('reset.doneText', data)}
          action={<LinkButton to="/login">{t('reset.toLogin')}</LinkButton>}
        />
      </AuthPage>
    )
  if (error instanceof NotAnswered && error.code === 'LINK_EXPIRED')
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
  const eye = { 'aria-label': t('showPassword') }
  return (
    <AuthPage title={t('reset.set')}>
      <Text c="dimmed" mb="md">
        {t('reset.setText')}
      </Text>
      <Form
        form={form}
        onSubmit={({ newPassword }) => mutate({ hash, password: newPassword })}
        submit={t('reset.save')}
        mutation={{ error, isPending }}
        errorText={errorText}
        isLarge
      >
        <PasswordInput
          {...field('newPassword', recheck(form, ['repeat']))}
          required
          label={t('reset.newPassword')}
          autoComplete="new-password"
          visibilityToggleButtonProps={eye}
        />
        <PasswordInput
          {...field('repeat')}
          required
          label={t('reset.repeat')}
          autoComplete="new-password"
          visibilityToggleButtonProps={eye}
        />
      </Form>
    </AuthPage>
  )
}
