import { valibotResolver } from '@hookform/resolvers/valibot'
import { Anchor, Text, TextInput } from '@mantine/core'
import { IconCheck, IconMailCheck, IconShieldX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Form } from '#app/components/form/Form.tsx'
import { useField } from '#app/components/form/use-field.ts'
import { useServerMutation } from '#app/components/use-server-mutation.ts'
import { useWhyNot } from '#app/components/use-why-not.ts'
import { type CaptchaKind, prepareCaptcha } from '#app/data/captcha.ts'
import { siteInfo } from '#app/data/session.ts'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { LinkButton } from '#app/ui/LinkButton.tsx'
import { RegistrationFields } from '#contract/registration.ts'
import { AuthPage } from './AuthPage.tsx'
import classes from './LoginScreen.module.css'
import { type RequestedCompany, requestCompany } from './registration.queries.ts'

const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 200) : '')

export const Route = createFileRoute('/register')({
  validateSearch: (search): Partial<RequestedCompany> =>
    Object.fromEntries(
      (['email', 'name', 'companyName'] as const).flatMap((key) => (textOf(search[key]) ? [[key, textOf(search[key])]] : [])),
    ),
  component: RegisterScreen,
})

function RegisterScreen() {
  const { t } = useTranslation('account')
  const { email = '', name = '', companyName = '' } = Route.useSearch()
  const { data: site } = useQuery(siteInfo())
  const form = useForm({ resolver: valibotResolver(RegistrationFields), mode: 'onTouched', defaultValues: { email, name, companyName } })
  const field = useField(form)
  const { mutate, isSuccess, isPending, error, variables, reset } = useServerMutation(requestCompany)
  const why = useWhyNot()
  const sendsMail = site?.sendsMail !== false
  const captcha: CaptchaKind = site ?? { captcha: 'altcha', recaptchaSiteKey: null }
  useEffect(() => {
    if (site) prepareCaptcha(site, 'register')
  }, [site])

  if (isSuccess)
    return (
      <AuthPage title={t('register.title')} needsMail>
        <EmptyState
          icon={<IconMailCheck />}
          title={t(sendsMail ? 'register.success' : 'noMail.requested')}
          text={t(sendsMail ? 'register.successText' : 'noMail.requestedText', { email: variables.email })}
          action={<LinkButton to="/login">{t('signIn')}</LinkButton>}
        />
      </AuthPage>
    )
  if (error) {
    const { reason, text } = why(error)
    return (
      <AuthPage title={t('register.title')}>
        <EmptyState
          icon={<IconShieldX />}
          color="red"
          title={t('register.failure')}
          text={
            <span role="alert">{reason === 'busy' ? t('register.tooMany') : reason === 'refused' ? t('register.failureText') : text}</span>
          }
          action={
            <LinkButton to="/register" search={(before) => before} onClick={reset}>
              {t('register.tryAgain')}
            </LinkButton>
          }
        />
      </AuthPage>
    )
  }
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
      <Form
        form={form}
        onSubmit={(fields) => mutate({ ...fields, captcha })}
        submit={t('register.submit')}
        mutation={{ error, isPending }}
        isPrefilled
        isLarge
      >
        <TextInput {...field('name')} required label={t('register.name')} autoComplete="name" maxLength={40} />
        <TextInput {...field('email')} required label={t('register.email')} type="email" autoComplete="email" maxLength={200} />
        <TextInput {...field('companyName')} required label={t('register.companyName')} autoComplete="organization" maxLength={40} />
      </Form>
      <Text size="sm" c="dimmed" mt="md">
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
      <div className={classes.links}>
        <Anchor component={Link} to="/login">
          {t('register.haveAccount')}
        </Anchor>
      </div>
    </AuthPage>
  )
}
