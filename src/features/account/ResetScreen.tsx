import { valibotResolver } from '@hookform/resolvers/valibot'
import { Stack, Text, TextInput } from '@mantine/core'
import { IconMailCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Form } from '#app/components/form/Form.tsx'
import { useField } from '#app/components/form/use-field.ts'
import { useServerMutation } from '#app/components/use-server-mutation.ts'
import { prepareCaptcha } from '#app/data/captcha.ts'
import { siteInfo } from '#app/data/session.ts'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { LinkButton } from '#app/ui/LinkButton.tsx'
import { toastError } from '#app/ui/toasts.ts'
import { ResetFields } from '#contract/registration.ts'
import { AuthPage } from './AuthPage.tsx'
import { loginErrorText } from './login-error.ts'
import { requestReset } from './registration.queries.ts'

export const Route = createFileRoute('/reset/')({ component: ResetScreen })

function ResetScreen() {
  const { t } = useTranslation('account')
  const { data: site } = useQuery(siteInfo())
  const form = useForm({ resolver: valibotResolver(ResetFields), mode: 'onTouched', defaultValues: { email: '' } })
  const field = useField(form)
  const mutation = useServerMutation({ ...requestReset, onError: () => toastError(t('reset.failed')) })
  const sendsMail = site?.sendsMail !== false
  useEffect(() => {
    if (site) prepareCaptcha(site, 'reset')
  }, [site])

  const back = (
    <LinkButton to="/login" variant="default" size="md">
      {t('backToLogin')}
    </LinkButton>
  )
  if (mutation.isSuccess)
    return (
      <AuthPage title={t('reset.title')} needsMail>
        <EmptyState
          icon={<IconMailCheck />}
          title={t(sendsMail ? 'reset.sent' : 'noMail.requested')}
          text={t(sendsMail ? 'reset.sentText' : 'noMail.requestedText', { email: mutation.variables.email })}
          action={back}
        />
      </AuthPage>
    )
  return (
    <AuthPage title={t('reset.title')} needsMail>
      <Text c="dimmed" mb="md">
        {t(sendsMail ? 'reset.text' : 'noMail.resetText')}
      </Text>
      <Form
        form={form}
        onSubmit={({ email }) => mutation.mutate({ email, captcha: site ?? { captcha: 'altcha', recaptchaSiteKey: null } })}
        submit={t(sendsMail ? 'reset.send' : 'noMail.request')}
        mutation={mutation}
        errorText={(error) => loginErrorText(t, error)}
        isLarge
      >
        <TextInput {...field('email')} required label={t('reset.email')} type="email" autoComplete="email" />
      </Form>
      <Stack mt="md">{back}</Stack>
    </AuthPage>
  )
}
