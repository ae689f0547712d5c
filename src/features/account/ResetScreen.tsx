import { valibotResolver } from '@hookform/resolvers/valibot'
import { Button, Stack, Text, TextInput } from '@mantine/core'
import { IconMailCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useFieldError } from '#app/components/use-field-error.ts'
import { captchaToken, prepareCaptcha } from '#app/data/captcha-token.ts'
import { askToReset } from '#app/data/registration.ts'
import { siteInfo } from '#app/data/session.ts'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { LinkButton } from '#app/ui/LinkButton.tsx'
import { toastError } from '#app/ui/toasts.ts'
import { ResetFields } from '#contract/registration.ts'
import { AuthPage } from './AuthPage.tsx'
import { troubleOf, troubleText } from './login-trouble.ts'

export const Route = createFileRoute('/reset/')({ component: ResetScreen })

function ResetScreen() {
  const { t } = useTranslation('account')
  const { data: site } = useQuery(siteInfo())
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [trouble, setTrouble] = useState<string | null>(null)
  const { register, handleSubmit, formState } = useForm({
    resolver: valibotResolver(ResetFields),
    mode: 'onTouched',
    defaultValues: { email: '' },
  })
  const errorOf = useFieldError(formState.errors)
  const sendsMail = site?.sendsMail !== false
  useEffect(() => {
    if (site) prepareCaptcha(site, 'reset')
  }, [site])

  const submit = handleSubmit(async ({ email }) => {
    setTrouble(null)
    const answer = await askToReset(email, await captchaToken(site ?? { captcha: 'altcha', recaptchaSiteKey: null }, 'reset'))
    if (answer.state === 'answered') return setSentTo(email)
    setTrouble(troubleText(t, troubleOf(answer)))
    toastError(t('reset.failed'))
  })
  const back = (
    <LinkButton to="/login" variant="default" size="md">
      {t('backToLogin')}
    </LinkButton>
  )
  if (sentTo !== null)
    return (
      <AuthPage title={t('reset.title')} needsMail>
        <EmptyState
          icon={<IconMailCheck />}
          title={t(sendsMail ? 'reset.sent' : 'noMail.requested')}
          text={t(sendsMail ? 'reset.sentText' : 'noMail.requestedText', { email: sentTo })}
          action={back}
        />
      </AuthPage>
    )
  return (
    <AuthPage title={t('reset.title')} needsMail>
      <Text c="dimmed" mb="md">
        {t(sendsMail ? 'reset.text' : 'noMail.resetText')}
      </Text>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="md">
          <TextInput
            {...register('email')}
            label={t('reset.email')}
            error={errorOf('email')}
            size="md"
            type="email"
            autoComplete="email"
            required
            withAsterisk={false}
          />
          {trouble && (
            <Text role="alert" c="var(--mantine-color-error)">
              {trouble}
            </Text>
          )}
          <Button type="submit" size="lg" loading={formState.isSubmitting} disabled={!formState.isValid}>
            {t(sendsMail ? 'reset.send' : 'noMail.request')}
          </Button>
          {back}
        </Stack>
      </form>
    </AuthPage>
  )
}
