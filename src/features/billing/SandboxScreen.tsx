import { Alert, Button, Stack, Text, Title } from '@mantine/core'
import { IconFlask } from '@tabler/icons-react'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWhyNot } from '#app/components/use-why-not.ts'
import { moneyIn, payInSandbox } from '#app/data/billing.ts'
import { homeOf, mustSelectPlan } from '#app/data/home.ts'
import { refreshAccount, signedIn } from '#app/data/session.ts'
import { Card } from '#app/ui/Card.tsx'
import { monthlyPrice, STARTER_PRICE } from '#domain/billing/plan.ts'
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

type Word = 'declined' | 'done' | 'failed' | { cause: unknown }

/** Replaces a provider's payment page with buttons for every outcome. */
function SandboxScreen() {
  const { t, i18n } = useTranslation('billing')
  const { account } = Route.useRouteContext()
  const { reference, machines, manage } = Route.useSearch()
  const [isBusy, setBusy] = useState(false)
  const why = useWhyNot()
  const [word, setWord] = useState<Word | null>(null)
  const title = t(manage ? 'sandbox.manageTitle' : 'sandbox.title')
  useEffect(() => {
    document.title = t('common:windowTitle', { page: title })
  }, [t, title])
  const home = mustSelectPlan(account) ? '/pricing' : homeOf(account)

  const act = async (outcome: Parameters<typeof payInSandbox>[1]) => {
    setBusy(true)
    const answer = await payInSandbox(reference, outcome)
    const now = await refreshAccount()
    setBusy(false)
    if (answer.state !== 'answered') return setWord(answer.state === 'refused' ? 'failed' : { cause: answer })
    if (outcome === 'PAID') return location.assign(`${now.state === 'answered' ? homeOf(now.value) : '/'}?upgraded=1`)
    setWord(outcome === 'DECLINED' ? 'declined' : 'done')
  }
  return (
    <main className={classes.door}>
      <Card component="div" p="lg">
        <Stack gap="md">
          <Title order={1} size="h3">
            {title}
          </Title>
          <Alert color="orange" icon={<IconFlask aria-hidden />}>
            {t('sandbox.text')}
          </Alert>
          <Text>{t('sandbox.order', { count: machines })}</Text>
          {word && (
            <Alert role="alert" color={word === 'done' ? 'slate' : 'red'}>
              {typeof word === 'string' ? t(`sandbox.${word}`) : why(word.cause).text}
            </Alert>
          )}
          {manage ? (
            <>
              <Button
                size="md"
                color="red"
                variant="light"
                loading={isBusy}
                disabled={word === 'done'}
                onClick={() => void act('CANCELLED')}
              >
                {t('sandbox.cancel')}
              </Button>
              <Button size="md" variant="default" loading={isBusy} disabled={word === 'done'} onClick={() => void act('EXPIRED')}>
                {t('sandbox.expire')}
              </Button>
            </>
          ) : (
            <>
              <Button size="lg" loading={isBusy} onClick={() => void act('PAID')}>
                {t('sandbox.pay', { price: moneyIn(monthlyPrice(machines), STARTER_PRICE.currency, i18n.language) })}
              </Button>
              <Button size="md" variant="default" loading={isBusy} onClick={() => void act('DECLINED')}>
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
