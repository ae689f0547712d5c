import { Alert, Anchor, Button, Group, Stack, Text, Title } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { IconAlertCircle, IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, redirect, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useServerMutation } from '#app/components/use-server-mutation.ts'
import { useWhyNot } from '#app/components/use-why-not.ts'
import { beginCheckout, resumePlan, subscription } from '#app/data/billing.ts'
import { homeOf, mustSelectPlan } from '#app/data/home.ts'
import { accountRefresh, clearSignIn, signedIn, siteInfo } from '#app/data/session.ts'
import { Card } from '#app/ui/Card.tsx'
import { LinkButton } from '#app/ui/LinkButton.tsx'
import { NumberInput } from '#app/ui/NumberInput.tsx'
import { NumberLocale } from '#app/ui/number-fields.ts'
import { toastError, toastSuccess } from '#app/ui/toasts.ts'
import { monthlyPrice, planButton, STARTER_PRICE } from '#domain/billing/plan.ts'
import { moneyIn } from '#domain/formats.ts'
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
  const { data: stored } = useQuery({ ...subscription(), enabled: isManager })
  const [wanted, setWanted] = useState<number | null | undefined>(undefined)
  const why = useWhyNot()
  const title = mustSelectPlan(account) ? t('pricing.mustTitle', { company: account.companyName }) : t('pricing.title')
  useEffect(() => {
    document.title = t('common:windowTitle', { page: title })
  }, [t, title])

  const least = Math.max(STARTER_PRICE.machines, stored?.machines ?? 0)
  const machines = wanted === null || wanted === undefined || Number.isNaN(wanted) ? least : wanted
  const price = (amount: number) => moneyIn(amount, STARTER_PRICE.currency, i18n.language)
  const button = planButton(account.planName, stored?.status ?? null)

  const goToCheckout = ({ checkoutUrl }: { checkoutUrl: string | null }) => {
    if (checkoutUrl) location.assign(checkoutUrl)
  }
  const resumption = useServerMutation({
    ...resumePlan,
    onSuccess: (outcome) => (outcome === 'resumed' ? toastSuccess(t('plan.changed')) : goToCheckout(outcome)),
    onError: () => toastError(t('plan.failed')),
  })
  const checkout = useServerMutation({ ...beginCheckout, onSuccess: goToCheckout })
  const refresh = useServerMutation({
    ...accountRefresh,
    onSuccess: async (now) => {
      if (!mustSelectPlan(now)) await router.navigate({ to: homeOf(now), replace: true })
    },
  })
  const hasNoCheckout = checkout.data?.checkoutUrl === null
  const hasNotResumed = typeof resumption.data === 'object' && resumption.data.checkoutUrl === null
  const error = resumption.error ?? checkout.error ?? refresh.error
  // Until the provider's page replaces this one.
  const isLeaving = Boolean(checkout.data?.checkoutUrl) || (typeof resumption.data === 'object' && !hasNotResumed)
  const isBusy = resumption.isPending || checkout.isPending || refresh.isPending || isLeaving
  const choose = () => (button.leads === 'to-change' ? resumption.mutate(least) : checkout.mutate(machines))
  const leave = async () => {
    await clearSignIn()
    await router.navigate({ to: '/login', replace: true })
  }
  const support = site && (
    <Anchor inherit href={`mailto:${site.supportEmail}`}>
      {site.supportEmail}
    </Anchor>
  )
  return (
    <main className={classes.screen}>
      <Title order={1}>{title}</Title>
      {mustSelectPlan(account) && <Text c="dimmed">{t('pricing.mustText')}</Text>}
      <Card component="div" p="lg">
        <Stack gap="md">
          <div>
            <Title order={2}>{t('pricing.plan')}</Title>
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
              {(hasNoCheckout || hasNotResumed || error) && (
                <Alert role="alert" color={hasNoCheckout ? 'slate' : 'orange'} icon={<IconAlertCircle aria-hidden />}>
                  {hasNotResumed && t('plan.failed')}
                  {hasNoCheckout && (
                    <>
                      {t('pricing.none')} {support}
                    </>
                  )}
                  {error && why(error).text}
                </Alert>
              )}
              <Button
                size="lg"
                loading={isBusy}
                disabled={button.isDisabled || (button.leads === 'to-checkout' && (wanted === null || Number.isNaN(wanted)))}
                onClick={choose}
              >
                {button.isDisabled ? t('pricing.current') : t(`pricing.${button.words}`)}
              </Button>
            </>
          )}
          <Group gap="sm">
            {mustSelectPlan(account) ? (
              <>
                <Button variant="default" loading={isBusy} onClick={() => refresh.mutate()}>
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
      <Notifications position="bottom-right" limit={3} />
    </main>
  )
}
