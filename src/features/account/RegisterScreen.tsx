import { valibotResolver } from '@hookform/resolvers/valibot'
import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core'
import { IconCheck, IconMailCheck, IconShieldX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useFieldError } from '#app/components/use-field-error.ts'
import { useWhyNot } from '#app/components/use-why-not.ts'
import { captchaToken, prepareCaptcha } from '#app/data/captcha-token.ts'
import { askToRegister, type Newcomer } from '#app/data/registration.ts'
import { siteInfo } from '#app/data/session.ts'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { LinkButton } from '#app/ui/LinkButton.tsx'
import { RegistrationFields } from '#contract/registration.ts'
import { AuthPage } from './AuthPage.tsx'
import classes from './LoginScreen.module.css'

const said = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 200) : '')

export const Route = createFileRoute('/register')({
  validateSearch: (search): Partial<Newcomer> =>
    Object.fromEntries((['email', 'name', 'companyName'] as const).flatMap((key) => (said(search[key]) ? [[key, said(search[key])]] : []))),
  component: RegisterScreen,
})

type Stage = { at: 'form' } | { at: 'success'; email: string } | { at: 'failure'; text: string }

function RegisterScreen() {
  const { t } = useTranslation('account')
  const { email = '', name = '', companyName = '' } = Route.useSearch()
  const { data: site } = useQuery(siteInfo())
  const [stage, setStage] = useState<Stage>({ at: 'form' })
  const { register, handleSubmit, formState } = useForm({
    resolver: valibotResolver(RegistrationFields),
    mode: 'onTouched',
    defaultValues: { email, name, companyName },
  })
  const why = useWhyNot()
  const sendsMail = site?.sendsMail !== false
  const captcha = site ?? { captcha: 'altcha' as const, recaptchaSiteKey: null }
  useEffect(() => {
    if (site) prepareCaptcha(site, 'register')
  }, [site])
  const errorOf = useFieldError(formState.errors)

  const submit = handleSubmit(async (fields) => {
    const answer = await askToRegister(fields, await captchaToken(captcha, 'register'))
    if (answer.state === 'answered') return setStage({ at: 'success', email: fields.email })
    const { reason, text } = why(answer)
    setStage({ at: 'failure', text: reason === 'busy' ? t('register.tooMany') : reason === 'refused' ? t('register.failureText') : text })
  })

  if (stage.at === 'success')
    return (
      <AuthPage title={t('register.title')} needsMail>
        <EmptyState
          icon={<IconMailCheck />}
          title={t(sendsMail ? 'register.success' : 'noMail.requested')}
          text={t(sendsMail ? 'register.successText' : 'noMail.requestedText', { email: stage.email })}
          action={<LinkButton to="/login">{t('signIn')}</LinkButton>}
        />
      </AuthPage>
    )
  if (stage.at === 'failure')
    return (
      <AuthPage title={t('register.title')}>
        <EmptyState
          icon={<IconShieldX />}
          color="red"
          title={t('register.failure')}
          text={<span role="alert">{stage.text}</span>}
          action={
            <LinkButton to="/register" search={(before) => before} onClick={() => setStage({ at: 'form' })}>
              {t('register.tryAgain')}
            </LinkButton>
          }
        />
      </AuthPage>
    )
  const field = { size: 'md', required: true, withAsterisk: false } as const
  return (
    <AuthPage title={t('register.title')} needsMail>
      <Text c="dimmed" mb="sm">
        {t('register.text')}
      </Text>
      <ul className={classes.features}>
        {(t('register.features', { returnObjects: true }) as string[]).map((feature) => (
          <li key={feature}>
            <IconCheck size={20} aria-hidden />
            {feature}
          </li>
        ))}
      </ul>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="md">
          <TextInput
            {...register('name')}
            {...field}
            label={t('register.name')}
            error={errorOf('name')}
            autoComplete="name"
            maxLength={40}
          />
          <TextInput
            {...register('email')}
            {...field}
            label={t('register.email')}
            error={errorOf('email')}
            type="email"
            autoComplete="email"
            maxLength={200}
          />
          <TextInput
            {...register('companyName')}
            {...field}
            label={t('register.companyName')}
            error={errorOf('companyName')}
            autoComplete="organization"
            maxLength={40}
          />
          <Button type="submit" size="lg" loading={formState.isSubmitting} disabled={!formState.isValid}>
            {t('register.submit')}
          </Button>
          <Text size="sm" c="dimmed">
            {t('register.agree')}{' '}
            <Anchor component={Link} inherit to="/terms">
              {t('register.terms')}
            </Anchor>{' '}
            {t('register.and')}{' '}
            <Anchor component={Link} inherit to="/privacy">
              {t('register.privacy')}
            </Anchor>
            .
          </Text>
        </Stack>
      </form>
      <div className={classes.links}>
        <Anchor component={Link} to="/login">
          {t('register.haveAccount')}
        </Anchor>
      </div>
    </AuthPage>
  )
}
