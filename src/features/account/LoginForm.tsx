import { Alert, Anchor, Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { type FormEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as v from 'valibot'
import { useServerMutation } from '#app/components/use-server-mutation.ts'
import { type CaptchaKind, prepareCaptcha } from '#app/data/captcha.ts'
import type { Account } from '#contract/account.ts'
import { loginErrorText } from './login-error.ts'
import { signInWithCaptcha } from './sign-in.queries.ts'

const Fields = v.object({
  login: v.pipe(v.string(), v.trim(), v.toLowerCase(), v.nonEmpty('loginMissing')),
  password: v.pipe(v.string(), v.trim(), v.nonEmpty('passwordMissing')),
})
export type LoginFields = v.InferInput<typeof Fields>

type Props = { login?: string; site: (CaptchaKind & { supportEmail: string }) | null; onSignedIn(account: Account): void }

const read = (form: HTMLFormElement) => v.safeParse(Fields, Object.fromEntries(new FormData(form)))
const errorsIn = ({ issues }: ReturnType<typeof read>) => new Map((issues ?? []).map(({ path, message }) => [path?.[0]?.key, message]))

/**
 * The sign-in form. The captcha is solved in the background while the user types. Written by hand, so that the first screen loads no form
 * library.
 */
export function LoginForm({ login, site, onSignedIn }: Props) {
  const { t } = useTranslation('account')
  /** The errors of each field; null until the first submit. */
  const [wrong, setWrong] = useState<ReturnType<typeof errorsIn> | null>(null)
  const { mutate, isPending, error } = useServerMutation({ ...signInWithCaptcha, onSuccess: onSignedIn })
  // Without a response of the server the strictest kind is assumed, because a superfluous solution is harmless.
  const captcha: CaptchaKind = site ?? { captcha: 'altcha', recaptchaSiteKey: null }
  useEffect(() => {
    if (site) prepareCaptcha(site)
  }, [site])

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const input = read(form)
    const missing = errorsIn(input)
    setWrong(missing)
    if (input.success) mutate({ ...input.output, captcha })
    else form.querySelector<HTMLInputElement>(missing.has('login') ? '[name=login]' : '[name=password]')?.focus()
  }
  const errorOf = (field: keyof LoginFields) => wrong?.has(field) && t(`${wrong.get(field)}`)
  return (
    <form onSubmit={submit} onInput={(event) => wrong && setWrong(errorsIn(read(event.currentTarget)))} noValidate>
      <Stack gap="md">
        <TextInput
          name="login"
          defaultValue={login}
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
          name="password"
          label={t('password')}
          error={errorOf('password')}
          aria-invalid={Boolean(errorOf('password'))}
          size="md"
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
          required
          withAsterisk={false}
        />
        {error && (
          <Alert role="alert" color="red" icon={<IconAlertCircle aria-hidden />} title={loginErrorText(t, error)}>
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
        <Button type="submit" size="lg" loading={isPending}>
          {t('signIn')}
        </Button>
      </Stack>
    </form>
  )
}
