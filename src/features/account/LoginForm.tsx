import { valibotResolver } from '@hookform/resolvers/valibot'
import { Alert, Anchor, Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import * as v from 'valibot'
import { type CaptchaKind, captchaToken, prepareCaptcha } from '#app/data/captcha-token.ts'
import { signIn } from '#app/data/session.ts'
import type { Account } from '#contract/account.ts'
import { type LoginTrouble, troubleOf } from './login-trouble.ts'

const Fields = v.object({
  login: v.pipe(v.string(), v.trim(), v.toLowerCase(), v.nonEmpty('loginMissing')),
  password: v.pipe(v.string(), v.trim(), v.nonEmpty('passwordMissing')),
})
export type LoginFields = v.InferInput<typeof Fields>

type Props = { site: (CaptchaKind & { supportEmail: string }) | null; onSignedIn(account: Account): void; values?: LoginFields | undefined }

/** Login and password. The captcha is worked out unseen while the person types. */
export function LoginForm({ site, onSignedIn, values }: Props) {
  const { t } = useTranslation('account')
  const [trouble, setTrouble] = useState<LoginTrouble | null>(null)
  const { register, handleSubmit, formState } = useForm({
    resolver: valibotResolver(Fields),
    defaultValues: { login: '', password: '' },
    ...(values ? { values } : {}),
  })
  // Without the server's word the strictest kind is assumed: a solution too many harms nobody.
  const captcha = site ?? { captcha: 'altcha', recaptchaSiteKey: null }
  useEffect(() => {
    if (site) prepareCaptcha(site)
  }, [site])

  const submit = handleSubmit(async (fields) => {
    setTrouble(null)
    const answer = await signIn({ ...fields, captchaToken: await captchaToken(captcha) })
    if (answer.state === 'answered') onSignedIn(answer.value)
    else setTrouble(troubleOf(answer))
  })
  const errorOf = (field: keyof LoginFields) => formState.errors[field]?.message && t(`${formState.errors[field].message}`)
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        <TextInput
          {...register('login')}
          label={t('login')}
          error={errorOf('login')}
          size="md"
          type="text"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          withAsterisk={false}
        />
        <PasswordInput
          {...register('password')}
          label={t('password')}
          error={errorOf('password')}
          size="md"
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
          required
          withAsterisk={false}
        />
        {trouble && (
          <Alert role="alert" color="red" icon={<IconAlertCircle aria-hidden />} title={t(trouble.key, { defaultValue: trouble.words })}>
            {site && (
              <>
                {t('supportContact')}{' '}
                <Anchor inherit href={`mailto:${site.supportEmail}`}>
                  {site.supportEmail}
                </Anchor>
              </>
            )}
          </Alert>
        )}
        <Button type="submit" size="lg" loading={formState.isSubmitting}>
          {t('signIn')}
        </Button>
      </Stack>
    </form>
  )
}
