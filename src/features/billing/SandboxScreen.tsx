import { Alert, Button, Stack, Text, Title } from '@mantine/core'
import { IconFlask } from '@tabler/icons-react'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useServerMutation } from '#app/components/use-server-mutation.ts'
import { useWhyNot } from '#app/components/use-why-not.ts'
import { payInSandbox, type SandboxOutcome } from '#app/data/billing.ts'
import { homeOf, mustSelectPlan } from '#app/data/home.ts'
import { isRefused } from '#app/data/server-requests.ts'
import { signedIn } from '#app/data/session.ts'
import { Card } from '#app/ui/Card.tsx'
import { monthlyPrice, STARTER_PRICE } from '#domain/billing/plan.ts'
import { moneyIn } from '#domain/formats.ts'
import classes from './Billing.module.css'

export const Route = createFileRoute('/sandbox-payment')({
  validateSearch: ({ reference, machines, manage }): { reference: string; machines: number; manage?: true } => ({
    reference: String(reference ?? ''),
    machines: Math.max(STARTER_PRICE.machines, Math.trunc(Number(machines)) || 0),
    ...(manage === undefined ? {} : { manage: true }),
  }),
  beforeLoad: async ({ location }) => {
    const account = await signedIn()
    if (!account) throw redirect({ to: '/login', search: { next: location.href }, replace: true })
    return { account }
  },
  component: SandboxScreen,
})

/** Replaces a provider's payment page with buttons for every outcome. */
function SandboxScreen() {
  const { t, i18n } = useTranslation('billing')
  const { account } = Route.useRouteContext()
  const { reference, machines, manage } = Route.useSearch()
  const why = useWhyNot()
  const title = t(manage ? 'sandbox.manageTitle' : 'sandbox.title')
  useEffect(() => {
    document.title = t('common:windowTitle', { page: title })
  }, [t, title])
  const home = mustSelectPlan(account) ? '/pricing' : homeOf(account)

  const payment = useServerMutation({
    ...payInSandbox,
    onSuccess: (now, { outcome }) => {
      if (outcome === 'PAID') location.assign(`${now ? homeOf(now) : '/'}?upgraded=1`)
    },
  })
  const { isPending, isSuccess, error, variables } = payment
  const pay = (outcome: SandboxOutcome) => payment.mutate({ reference, outcome })
  const isBusy = isPending || (isSuccess && variables.outcome === 'PAID')
  const isDone = isSuccess && variables.outcome !== 'PAID' && variables.outcome !== 'DECLINED'
  const message = isRefused(error)
    ? t('sandbox.failed')
    : error
      ? why(error).text
      : isDone
        ? t('sandbox.done')
        : isSuccess && variables.outcome === 'DECLINED' && t('sandbox.declined')
  return (
    <main className={classes.screen}>
      <Card component="div" p="lg">
        <Stack gap="md">
          <Title order={1} size="h2">
            {title}
          </Title>
          <Alert color="orange" icon={<IconFlask aria-hidden />}>
            {t('sandbox.text')}
          </Alert>
          <Text>{t('sandbox.order', { count: machines })}</Text>
          {message && (
            <Alert role="alert" color={isDone ? 'slate' : 'red'}>
              {message}
            </Alert>
          )}
          {manage ? (
            <>
              <Button size="md" color="red" variant="light" loading={isBusy} disabled={isDone} onClick={() => pay('CANCELLED')}>
                {t('sandbox.cancel')}
              </Button>
              <Button size="md" variant="default" loading={isBusy} disabled={isDone} onClick={() => pay('EXPIRED')}>
                {t('sandbox.expire')}
              </Button>
            </>
          ) : (
            <>
              <Button size="lg" loading={isBusy} onClick={() => pay('PAID')}>
                {t('sandbox.pay', { price: moneyIn(monthlyPrice(machines), STARTER_PRICE.currency, i18n.language) })}
              </Button>
              <Button size="md" variant="default" loading={isBusy} onClick={() => pay('DECLINED')}>
                {t('sandbox.decline')}
              </Button>
            </>
          )}
          <Button component="a" href={home} variant="subtle">
            {t(manage ? 'pricing.back' : 'sandbox.back')}
          </Button>
        </Stack>
      </Card>
    </main>
  )
}
