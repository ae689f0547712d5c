import { Alert, Anchor, Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { type FormEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as v from 'valibot'
import { type CaptchaKind, captchaToken, prepareCaptcha } from '#app/data/captcha-token.ts'
import { signIn } from '#app/data/session.ts'
import type { Account } from '#contract/account.ts'
import { type LoginTrouble, troubleOf, troubleOfError, troubleText } from './login-trouble.ts'

const Fields = v.object({
  login: v.pipe(v.string(), v.trim(), v.toLowerCase(), v.nonEmpty('loginMissing')),
  password: v.pipe(v.string(), v.trim(), v.nonEmpty('passwordMissing')),
})
export type LoginFields = v.InferInput<typeof Fields>

type Props = { login?: string; site: (CaptchaKind & { supportEmail: string }) | null; onSignedIn(account: Account): void }

const read = (form: HTMLFormElement) => v.safeParse(Fields, Object.fromEntries(new FormData(form)))
const wrongIn = ({ issues }: ReturnType<typeof read>) => new Map((issues ?? []).map(({ path, message }) => [path?.[0]?.key, message]))

/**
 * The sign-in form. The captcha is solved in the background while the user types. Written by hand, so that the first screen loads no form
 * library.
 */
export function LoginForm({ login, site, onSignedIn }: Props) {
  const { t } = useTranslation('account')
  const [trouble, setTrouble] = useState<LoginTrouble | null>(null)
  /** The errors of each field; null until the first submit. */
  const [wrong, setWrong] = useState<ReturnType<typeof wrongIn> | null>(null)
  const [isSending, setSending] = useState(false)
  // Without a response of the server the strictest kind is assumed, because a superfluous solution is harmless.
  const captcha = site ?? { captcha: 'altcha', recaptchaSiteKey: null }
  useEffect(() => {
    if (site) prepareCaptcha(site)
  }, [site])

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const said = read(form)
    const missing = wrongIn(said)
    setWrong(missing)
    if (!said.success) return form.querySelector<HTMLInputElement>(missing.has('login') ? '[name=login]' : '[name=password]')?.focus()
    if (isSending) return
    setTrouble(null)
    setSending(true)
    try {
      const answer = await signIn({ ...said.output, captchaToken: await captchaToken(captcha) })
      if (answer.state === 'answered') onSignedIn(answer.value)
      else setTrouble(troubleOf(answer))
    } catch (error) {
      setTrouble(troubleOfError(error))
    } finally {
      setSending(false)
    }
  }
  const errorOf = (field: keyof LoginFields) => wrong?.has(field) && t(`${wrong.get(field)}`)
  return (
    <form onSubmit={(event) => void submit(event)} onInput={(event) => wrong && setWrong(wrongIn(read(event.currentTarget)))} noValidate>
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
          size="md"
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
          required
          withAsterisk={false}
        />
        {trouble && (
          <Alert role="alert" color="red" icon={<IconAlertCircle aria-hidden />} title={troubleText(t, trouble)}>
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
        <Button type="submit" size="lg" loading={isSending}>
          {t('signIn')}
        </Button>
      </Stack>
    </form>
  )
}
