import { Alert, Anchor, Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconAlertCircle, IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, redirect, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWhyNot } from '#app/components/use-why-not.ts'
import { beginCheckout, moneyIn, resumePlan, subscription } from '#app/data/billing.ts'
import { homeOf, mustSelectPlan } from '#app/data/home.ts'
import { forgetSignIn, refreshAccount, signedIn, siteInfo } from '#app/data/session.ts'
import { Card } from '#app/ui/Card.tsx'
import { LinkButton } from '#app/ui/LinkButton.tsx'
import { NumberInput } from '#app/ui/NumberInput.tsx'
import { NumberLocale } from '#app/ui/number-fields.ts'
import { monthlyPrice, planButton, STARTER_PRICE } from '#domain/billing/plan.ts'
import classes from './Billing.module.css'

export const Route = createFileRoute('/pricing')({
  beforeLoad: async () => {
    const account = await signedIn()
    if (!account) throw redirect({ to: '/login', replace: true })
    if (account.companyRole !== 'ROLE_MANAGER' && !mustSelectPlan(account)) throw redirect({ to: homeOf(account), replace: true })
    return { account }
  },
  component: PricingScreen,
})

const MAX_MACHINES = 10_000

/** The plan. A company without one sees only this page. */
function PricingScreen() {
  const { t, i18n } = useTranslation('billing')
  const { account } = Route.useRouteContext()
  const router = useRouter()
  const isManager = account.companyRole === 'ROLE_MANAGER'
  const { data: site } = useQuery(siteInfo())
  const { data: standing, refetch } = useQuery({ ...subscription(), enabled: isManager })
  const [wanted, setWanted] = useState<number | null | undefined>(undefined)
  const [trouble, setTrouble] = useState<'none' | 'plan' | { cause: unknown } | null>(null)
  const why = useWhyNot()
  const [isBusy, setBusy] = useState(false)
  const title = mustSelectPlan(account) ? t('pricing.mustTitle', { company: account.companyName }) : t('pricing.title')
  useEffect(() => {
    document.title = t('common:windowTitle', { page: title })
  }, [t, title])

  const least = Math.max(STARTER_PRICE.machines, standing?.machines ?? 0)
  const machines = wanted === null || wanted === undefined || Number.isNaN(wanted) ? least : wanted
  const price = (amount: number) => moneyIn(amount, STARTER_PRICE.currency, i18n.language)
  const button = planButton(account.planName, standing?.status ?? null)

  const choose = async () => {
    setBusy(true)
    setTrouble(null)
    if (button.leads === 'to-change') {
      const outcome = await resumePlan(least)
      if (outcome !== 'resumed' && 'checkoutUrl' in outcome) return location.assign(outcome.checkoutUrl)
      if (outcome !== 'resumed') setTrouble(outcome.cause ? { cause: outcome.cause } : 'plan')
      await refetch()
    } else {
      const begun = await beginCheckout(machines)
      if (begun.state === 'answered' && begun.value.checkoutUrl) return location.assign(begun.value.checkoutUrl)
      setTrouble(begun.state === 'answered' ? 'none' : { cause: begun })
    }
    setBusy(false)
  }
  const askAgain = async () => {
    setBusy(true)
    const answer = await refreshAccount()
    setBusy(false)
    if (answer.state !== 'answered') return setTrouble({ cause: answer })
    if (!mustSelectPlan(answer.value)) await router.navigate({ to: homeOf(answer.value), replace: true })
  }
  const leave = async () => {
    await forgetSignIn()
    await router.navigate({ to: '/login', replace: true })
  }
  const support = site && (
    <Anchor inherit href={`mailto:${site.supportEmail}`}>
      {site.supportEmail}
    </Anchor>
  )
  return (
    <main className={classes.door}>
      <Title order={1} size="h2">
        {title}
      </Title>
      {mustSelectPlan(account) && <Text c="dimmed">{t('pricing.mustText')}</Text>}
      <Card component="div" p="lg">
        <Stack gap="md">
          <div>
            <Title order={2} size="h4">
              {t('pricing.plan')}
            </Title>
            <Text className={classes.price}>{t('pricing.price', { price: price(STARTER_PRICE.amount) })}</Text>
            <Text c="dimmed">
              {t('pricing.forMachines', { count: STARTER_PRICE.machines })}.{' '}
              {t('pricing.extra', { price: price(STARTER_PRICE.extraMachine) })}.
            </Text>
          </div>
          <ul className={classes.features}>
            {(t('pricing.features', { returnObjects: true }) as string[]).map((feature) => (
              <li key={feature}>
                <IconCheck size={20} aria-hidden />
                {feature}
              </li>
            ))}
          </ul>
          {isManager && (
            <>
              {button.leads === 'to-checkout' && (
                <NumberLocale value={i18n.language}>
                  <NumberInput
                    size="md"
                    label={t('pricing.machines')}
                    description={t('pricing.total', { price: price(monthlyPrice(machines)), count: machines })}
                    min={least}
                    max={MAX_MACHINES}
                    step={1}
                    value={wanted === undefined ? least : wanted}
                    onChange={setWanted}
                  />
                </NumberLocale>
              )}
              {trouble && (
                <Alert role="alert" color={trouble === 'none' ? 'slate' : 'orange'} icon={<IconAlertCircle aria-hidden />}>
                  {trouble === 'plan' && t('plan.failed')}
                  {trouble === 'none' && (
                    <>
                      {t('pricing.none')} {support}
                    </>
                  )}
                  {typeof trouble === 'object' && why(trouble.cause).text}
                </Alert>
              )}
              <Button
                size="lg"
                loading={isBusy}
                disabled={button.isDisabled || (button.leads === 'to-checkout' && (wanted === null || Number.isNaN(wanted)))}
                onClick={() => void choose()}
              >
                {button.isDisabled ? t('pricing.current') : t(`pricing.${button.words}`)}
              </Button>
            </>
          )}
          <Group gap="sm">
            {mustSelectPlan(account) ? (
              <>
                <Button variant="default" loading={isBusy} onClick={() => void askAgain()}>
                  {t('pricing.again')}
                </Button>
                <Button variant="subtle" onClick={() => void leave()}>
                  {t('pricing.leave')}
                </Button>
              </>
            ) : (
              <LinkButton to={homeOf(account)} variant="subtle">
                {t('pricing.back')}
              </LinkButton>
            )}
          </Group>
        </Stack>
      </Card>
      {support && (
        <Text size="sm" c="dimmed">
          {t('pricing.support')} {support}
        </Text>
      )}
    </main>
  )
}
