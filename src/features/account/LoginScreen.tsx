import { Alert, Anchor, Button, Text, Title } from '@mantine/core'
import { IconCloudOff, IconLock, IconLogin } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute, Link, redirect, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useServerMutation } from '#app/components/use-server-mutation.ts'
import { useWhyNot } from '#app/components/use-why-not.ts'
import { homeOf, mustSelectPlan, safeNext } from '#app/data/home.ts'
import { sealedOutboxes, signedIn, siteInfo, workSignedOut } from '#app/data/session.ts'
import { ageOf } from '#app/ui/AgeText.tsx'
import { Card } from '#app/ui/Card.tsx'
import type { Account } from '#contract/account.ts'
import type { ReceivedOf } from '#contract/endpoint.ts'
import type { site } from '#contract/system.ts'
import { BrowserWarning } from './BrowserWarning.tsx'
import { type LoginFields, LoginForm } from './LoginForm.tsx'
import classes from './LoginScreen.module.css'
import { loginErrorText } from './login-error.ts'
import { SignInFooter } from './SignInFooter.tsx'
import { signInWithCaptcha } from './sign-in.queries.ts'

export const Route = createFileRoute('/login')({
  validateSearch: ({ next, ended }): { next?: string; ended?: true } => {
    const safe = safeNext(next)
    return { ...(safe ? { next: safe } : {}), ...(ended === true ? { ended } : {}) }
  },
  // A signed-in user continues at once, also offline; only an expired session that the server reported requires a new sign-in.
  beforeLoad: async ({ search: { next, ended } }) => {
    const account = await signedIn()
    if (account && !ended) throw redirect({ href: destinationOf(account, next), replace: true })
  },
  loader: () => sealedOutboxes(),
  component: LoginScreen,
})

const destinationOf = (account: Account, next: string | undefined) =>
  mustSelectPlan(account) ? '/pricing' : (safeNext(next) ?? homeOf(account))

/** Time to see the confirmation. */
const MANAGERS_WAIT_MS = 400

function LoginScreen() {
  const { t, i18n } = useTranslation('account')
  const { next, ended } = Route.useSearch()
  const sealed = Route.useLoaderData()
  const router = useRouter()
  const queryClient = useQueryClient()
  const { data: site, error, refetch } = useQuery(siteInfo())
  const why = useWhyNot()
  const unreachable = error && !site ? why(error) : null

  useEffect(() => {
    document.title = t('windowTitle')
  }, [t])
  useEffect(() => {
    const again = () => void refetch()
    window.addEventListener('online', again)
    return () => window.removeEventListener('online', again)
  }, [refetch])

  const goOn = async (account: Account) => {
    // Another user may have signed in, so cached data of the first one is removed.
    if (ended) queryClient.clear()
    if (account.companyRole === 'ROLE_MANAGER') await new Promise((resolve) => setTimeout(resolve, MANAGERS_WAIT_MS))
    await router.navigate({ href: destinationOf(account, next), replace: true })
  }
  const goOnWithout = async () => {
    workSignedOut()
    const account = await signedIn()
    if (account) await router.navigate({ href: destinationOf(account, next), replace: true })
  }
  const demoSignIn = useServerMutation({ ...signInWithCaptcha, onSuccess: goOn })

  return (
    <main className={classes.page}>
      <div className={classes.column} data-steady>
        <header className={classes.head}>
          <img src="/icons/favicon.svg" alt="" width={48} height={48} />
          <div>
            <Title order={1}>Roundsman</Title>
            <Text c="dimmed">{t('tagline')}</Text>
          </div>
        </header>
        <BrowserWarning />
        {ended && (
          <Alert role="status" color="orange" icon={<IconLogin aria-hidden />} title={t('ended.title')}>
            <Text size="sm" mb="xs">
              {t('ended.text')}
            </Text>
            <Button variant="default" mih={48} onClick={() => void goOnWithout()}>
              {t('ended.goOn')}
            </Button>
          </Alert>
        )}
        {unreachable && (
          <Alert role="status" color="slate" icon={<IconCloudOff aria-hidden />} title={unreachable.title}>
            {unreachable.reason === 'offline' ? t('offline.text') : unreachable.text}
          </Alert>
        )}
        {sealed
          .filter(({ unsent }) => unsent > 0)
          .map(({ database, unsent, since }) => (
            <Alert key={database} color="slate" icon={<IconLock aria-hidden />}>
              {t('sealed', { count: unsent, age: ageOf(since, Date.now(), i18n.language) })}
            </Alert>
          ))}
        <Card component="div" p="lg">
          <LoginForm site={site ?? null} onSignedIn={(account) => void goOn(account)} />
          <div className={classes.links}>
            <Anchor component={Link} to="/reset">
              {t('resetPassword')}
            </Anchor>
            <Anchor component={Link} to="/register">
              {t('createAccount')}
            </Anchor>
          </div>
        </Card>
        {demoSignIn.error && (
          <Alert role="alert" color="red">
            {loginErrorText(t, demoSignIn.error)}
          </Alert>
        )}
        {site?.demo && (
          <DemoSignIns
            demo={site.demo}
            isBusy={demoSignIn.isPending}
            onChoose={(fields) => demoSignIn.mutate({ ...fields, captcha: site })}
          />
        )}
        <SignInFooter />
      </div>
    </main>
  )
}

type Demo = NonNullable<ReceivedOf<typeof site>['demo']>

/** The most used accounts: a manager and a serviceman. */
const FIRST = 2

/** The accounts of the demo; one tap signs in. */
function DemoSignIns({ demo, isBusy, onChoose }: { demo: Demo; isBusy: boolean; onChoose(fields: LoginFields): void }) {
  const { t } = useTranslation('account')
  const [isOpen, setOpen] = useState(false)
  const people = isOpen ? demo.logins : demo.logins.slice(0, FIRST)
  return (
    <section aria-label={t('demo.title')}>
      <Text fw={600} mb={4}>
        {t('demo.title')}
      </Text>
      <Text size="sm" c="dimmed" mb="sm">
        {t('demo.text')}
      </Text>
      <div className={classes.people}>
        {people.map(({ login, role, company }) => (
          <Button
            key={login}
            variant="light"
            h="auto"
            py="xs"
            justify="flex-start"
            disabled={isBusy}
            onClick={() => onChoose({ login, password: demo.password })}
          >
            <span className={classes.person}>
              <span>{t(`demo.${role}`, { defaultValue: role })}</span>
              <span className={classes.company}>{t('demo.as', { login, company })}</span>
            </span>
          </Button>
        ))}
        {!isOpen && demo.logins.length > FIRST && (
          <Button variant="subtle" mih={48} onClick={() => setOpen(true)}>
            {t('demo.more', { count: demo.logins.length - FIRST })}
          </Button>
        )}
      </div>
    </section>
  )
}
