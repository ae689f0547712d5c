import { valibotResolver } from '@hookform/resolvers/valibot'
import { Alert, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { IconCircleCheck, IconLinkOff, IconLock } from '@tabler/icons-react'
import { mutationOptions, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import * as v from 'valibot'
import { Form } from '#app/components/form/Form.tsx'
import { useField } from '#app/components/form/use-field.ts'
import { useServerMutation } from '#app/components/use-server-mutation.ts'
import { useWhyNot } from '#app/components/use-why-not.ts'
import { homeOf, mustSelectPlan } from '#app/data/home.ts'
import { useWay } from '#app/data/installation.ts'
import { answered, NotAnswered, TIMEOUT } from '#app/data/server-requests.ts'
import { FOR_TOKENS, signedIn, signInBy } from '#app/data/session.ts'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { LinkButton } from '#app/ui/LinkButton.tsx'
import { ListSkeleton } from '#app/ui/Skeletons.tsx'
import type { Account } from '#contract/account.ts'
import { acceptInvitation, type OpenInvitation, readInvitation } from '#contract/invitations.ts'
import { NewPassword } from '#contract/profile.ts'
import { call } from '#offline/api-client.ts'
import { AuthPage } from './AuthPage.tsx'

export const Route = createFileRoute('/join')({ loader: () => signedIn(), component: JoinScreen })

const isEnded = (error: unknown) => error instanceof NotAnswered && error.code === 'INVITATION_ENDED'

/** The page of an invitation: its user sets a password, is signed in on this device, and is offered to install the app. */
function JoinScreen() {
  const { t } = useTranslation('account')
  const why = useWhyNot()
  const [token] = useState(() => window.location.hash.slice(1))
  const { data, error, refetch, isFetching } = useQuery(invitation(token))
  const [account, setAccount] = useState<Account | null>(null)
  const [isGone, setGone] = useState(false)
  if (account) return <Joined account={account} />
  if (isGone || token === '' || isEnded(error)) return <Ended login={data?.login} />
  if (data) return <Join invitation={data} token={token} onJoined={setAccount} onEnded={() => setGone(true)} />
  return (
    <AuthPage title={t('join.title')}>
      {error ? (
        <Stack>
          <Alert color="orange" role="alert" title={why(error).title}>
            {why(error).text}
          </Alert>
          <Button size="lg" loading={isFetching} onClick={() => void refetch()}>
            {t('common:tryAgain')}
          </Button>
        </Stack>
      ) : (
        <ListSkeleton />
      )}
    </AuthPage>
  )
}

type Props = { invitation: OpenInvitation; token: string; onJoined(account: Account): void; onEnded(): void }

function Join({ invitation: { companyName, firstName, login, isNew }, token, onJoined, onEnded }: Props) {
  const { t } = useTranslation('account')
  const before = Route.useLoaderData()
  const queryClient = useQueryClient()
  const form = useForm({
    resolver: valibotResolver(v.object({ password: NewPassword })),
    mode: 'onTouched',
    defaultValues: { password: '' },
  })
  const field = useField(form)
  const joining = useServerMutation({
    ...join,
    onSuccess: (account) => {
      // The data of the previous user of this device.
      queryClient.clear()
      onJoined(account)
    },
    onError: (error) => isEnded(error) && onEnded(),
  })
  const isOther = before !== null && before.login !== login
  return (
    <AuthPage title={t('join.to', { company: companyName })}>
      <Text c="dimmed" mb="md">
        {t(isNew ? 'join.text' : 'join.textAgain', { name: firstName })}
      </Text>
      {isOther && (
        <Alert color="orange" icon={<IconLock aria-hidden />} mb="md">
          {t('join.other', { name: `${before.firstName} ${before.lastName}`.trim() })}
        </Alert>
      )}
      <Form
        form={form}
        onSubmit={({ password }) => joining.mutate({ token, password })}
        submit={t('join.submit')}
        mutation={joining}
        isLarge
      >
        <TextInput size="md" variant="filled" label={t('join.login')} value={login} readOnly autoComplete="username" />
        <PasswordInput
          {...field('password')}
          required
          label={t('join.password')}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
        />
      </Form>
    </AuthPage>
  )
}

/** Their login is shown once more, because the installed app of an iPhone requires it. */
function Joined({ account }: { account: Account }) {
  const { t } = useTranslation('account')
  const isInstalled = useWay() === 'installed'
  const home = mustSelectPlan(account) ? '/pricing' : homeOf(account)
  return (
    <AuthPage title={t('join.done', { name: account.firstName })}>
      <EmptyState
        icon={<IconCircleCheck />}
        title={t('join.signedIn')}
        text={t(isInstalled ? 'join.remember' : 'join.installText', { login: account.login })}
        action={
          <Stack gap="sm">
            {!isInstalled && (
              <LinkButton to="/install" size="lg">
                {t('install:install')}
              </LinkButton>
            )}
            <LinkButton to={home} size="lg" variant={isInstalled ? 'filled' : 'default'}>
              {t('join.open')}
            </LinkButton>
          </Stack>
        }
      />
    </AuthPage>
  )
}

function Ended({ login }: { login: string | undefined }) {
  const { t } = useTranslation('account')
  return (
    <AuthPage title={t('join.title')}>
      <EmptyState
        icon={<IconLinkOff />}
        color="red"
        title={t('join.ended')}
        text={[t('join.endedText'), ...(login ? [t('join.endedLogin', { login })] : [])].join(' ')}
        action={<LinkButton to="/login">{t('reset.toLogin')}</LinkButton>}
      />
    </AuthPage>
  )
}

/** What an invitation is for. Reading it does not use it up. */
const invitation = (token: string) =>
  queryOptions({
    queryKey: ['invitation', token],
    enabled: token !== '',
    retry: false,
    refetchOnWindowFocus: false,
    queryFn: () => answered(call(readInvitation, { body: { token } }, TIMEOUT)),
  })

/** Sets the password and signs this device in. The previous user's unsent operations stay encrypted for their owner. */
const join = mutationOptions({
  mutationFn: (body: { token: string; password: string }) => answered(signInBy(() => call(acceptInvitation, { body }, FOR_TOKENS))),
})
