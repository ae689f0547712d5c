import { Anchor, Badge, Button, Group, Skeleton, Text, Title } from '@mantine/core'
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { Link, type LinkProps, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SampleOffer } from '#app/components/sample/SampleOffer.tsx'
import { accountSettings, changeAccountSettings } from '#app/data/account.ts'
import { getSession } from '#app/data/device.ts'
import { live } from '#app/data/local-query.ts'
import { recall, remember } from '#app/data/local-settings.ts'
import { answered } from '#app/data/server-requests.ts'
import { siteInfo } from '#app/data/session.ts'
import { Card } from '#app/ui/Card.tsx'
import { LinkButton } from '#app/ui/LinkButton.tsx'
import type { Account } from '#contract/account.ts'
import { listDevices } from '#contract/devices.ts'
import { listProducts } from '#contract/products.ts'
import { listUsers } from '#contract/users.ts'
import { daysLeft } from '#domain/billing/plan.ts'
import { dayOf, isoDay } from '#domain/calendar.ts'
import { SECOND } from '#domain/time.ts'
import { call } from '#offline/api-client.ts'
import classes from './TrialCard.module.css'

/** The setup steps of a trial company, the next one, and the remaining time. */
export function TrialCard({ account }: { account: Account }) {
  const { t } = useTranslation('dashboard')
  const router = useRouter()
  const { data: site } = useQuery(siteInfo())
  const { data: local } = useQuery(machineSteps())
  const { data: done, isError } = useQuery(deviceSteps())
  const [isHidden, hide] = useSetupStepsHidden(account.userId)
  const until = account.cancellationEffectiveDate
  const left = until === null ? null : daysLeft(until.slice(0, 10), isoDay(dayOf(Date.now(), account.timezone)))
  const machine = local?.anyMachine
  const ways: Record<string, { isDone: boolean; way?: Pick<LinkProps, 'to' | 'params' | 'search'> }> = {
    account: { isDone: true },
    device: { isDone: done?.hasDevice ?? false, ...('/dashboard/more/devices-list' in router.routesByPath ? { way: DEVICES } : {}) },
    machine: { isDone: machine !== undefined, way: { to: '/dashboard/settings/create-machine' } },
    connect: { isDone: done?.isConnected ?? false, ...(machine !== undefined ? { way: wayTo(machine, 'settings') } : {}) },
    product: { isDone: done?.hasProduct ?? false, way: { to: '/dashboard/import' } },
    slot: {
      isDone: local?.hasSlot ?? false,
      ...(machine !== undefined ? { way: wayTo(machine, 'installed_products') } : {}),
    },
    employee: { isDone: done?.hasEmployee ?? false, way: { to: '/dashboard/settings/employees' } },
  }
  const next = local?.isFetched && done ? Object.entries(ways).find(([, { isDone, way }]) => !isDone && way) : undefined
  return (
    <Card aria-labelledby="trial">
      <Group justify="space-between" mb={isHidden ? 0 : 'sm'}>
        <Group gap="sm">
          <Title order={2} id="trial">
            {t('trial.title')}
          </Title>
          <Button variant="subtle" size="md" aria-expanded={!isHidden} onClick={() => hide(!isHidden)}>
            {t(isHidden ? 'trial.show' : 'trial.hide')}
          </Button>
        </Group>
        {left !== null && (
          <Badge size="lg" variant="light" color={left <= 5 ? 'orange' : 'slate'}>
            {left > 0 ? t('trial.daysLeft', { count: left }) : t('trial.over')}
          </Badge>
        )}
      </Group>
      {!isHidden && (
        <>
          {local?.isFetched && done ? (
            <ol className={classes.steps}>
              {Object.entries(ways).map(([step, { isDone, way }]) => (
                <li key={step} data-done={isDone || undefined}>
                  {isDone ? <IconCircleCheckFilled size={22} aria-hidden /> : <IconCircle size={22} aria-hidden />}
                  {isDone || !way ? <span>{t(`trial.steps.${step}`)}</span> : <Link {...way}>{t(`trial.steps.${step}`)}</Link>}
                  {isDone && <span className={classes.done}>{t('trial.done')}</span>}
                </li>
              ))}
            </ol>
          ) : isError ? (
            <Text c="dimmed">{t('common:partMissing')}</Text>
          ) : (
            <Skeleton height={260} radius="md" />
          )}
          <div className={classes.sample}>
            <SampleOffer />
          </div>
          <Group mt="md" gap="md">
            {next?.[1].way && <LinkButton {...next[1].way}>{t('trial.next', { step: t(`trial.steps.${next[0]}`) })}</LinkButton>}
            <LinkButton to="/pricing" variant={next ? 'default' : 'filled'}>
              {t('trial.upgrade')}
            </LinkButton>
            <LinkButton to="/dashboard/guide/$page" params={{ page: 'start' }} variant="default">
              {t('trial.guide')}
            </LinkButton>
            {site && (
              <Text size="sm" c="dimmed">
                {t('trial.support')}{' '}
                <Anchor inherit href={`mailto:${site.supportEmail}`}>
                  {site.supportEmail}
                </Anchor>
              </Text>
            )}
          </Group>
        </>
      )}
    </Card>
  )
}

/** Shown once this app has the page. */
const DEVICES: Pick<LinkProps, 'to'> = { to: '/dashboard/more/devices-list' as '/' }

const wayTo = (machine: number, tab: 'settings' | 'installed_products') =>
  ({ to: '/dashboard/machines/$machineId', params: { machineId: String(machine) }, search: { tab } }) as const

/** The setup steps of a new company that the mirror shows, once it was fetched. */
const machineSteps = () =>
  queryOptions({
    queryKey: ['machineSteps'],
    queryFn: live(async () => {
      const { db } = getSession()
      const [machine, withSlots, synced] = await Promise.all([
        db.machines.toCollection().first(),
        db.machines.filter(({ maxQuantity }) => maxQuantity > 0).count(),
        db.meta.get('syncedAt'),
      ])
      const isFetched = synced?.key === 'syncedAt' && synced.value !== null
      return { anyMachine: machine?.id, hasSlot: withSlots > 0, isFetched }
    }),
  })

/** The setup steps whose state only the server has. */
const deviceSteps = () =>
  queryOptions({
    queryKey: ['deviceSteps'],
    meta: { topics: ['devices', 'machines', 'slots', 'products', 'team'] },
    queryFn: async () => {
      const [devices, connected, products, users] = await Promise.all([
        answered(call(listDevices, { query: { size: '1' } }, { timeoutMs: 15 * SECOND })),
        answered(call(listDevices, { query: { size: '1', connected: 'true' } }, { timeoutMs: 15 * SECOND })),
        answered(call(listProducts, { query: { size: '1' } }, { timeoutMs: 15 * SECOND })),
        answered(call(listUsers, { query: { size: '2' } }, { timeoutMs: 15 * SECOND })),
      ])
      return {
        hasDevice: devices.items.length > 0,
        isConnected: connected.items.length > 0,
        hasProduct: products.items.length > 0,
        // The manager who registered the company is one of its users.
        hasEmployee: users.items.length > 1,
      }
    },
  })

/**
 * Whether the user has hidden the setup steps, and a function that hides or shows them on all devices of the user. This device has a copy for
 * times without a network, and its last choice is sent when the server responds.
 */
function useSetupStepsHidden(userId: number): [boolean, (is: boolean) => void] {
  const [copy, unsent] = [`setupStepsHidden/${userId}`, `setupStepsHidden/${userId}/unsent`]
  const [isHidden, setHidden] = useState(() => recall(copy) === 'true')
  const { data: settings } = useQuery(accountSettings())
  const { mutate } = useMutation(changeAccountSettings)
  const saved = settings?.setupStepsHidden
  const isKnown = settings !== undefined
  useEffect(() => {
    if (!isKnown) return
    // Earlier versions of the app stored the choice on the device only.
    const isOwn = recall(unsent) === 'true' || (saved === undefined && recall(copy) !== null)
    if (isOwn) {
      const body = { key: crypto.randomUUID(), setupStepsHidden: recall(copy) === 'true' }
      mutate(body, { onSuccess: () => void remember(unsent, 'false') })
    } else if (saved !== undefined) {
      remember(copy, String(saved))
      setHidden(saved)
    }
  }, [isKnown, saved, copy, unsent, mutate])
  const hide = (is: boolean) => {
    remember(copy, String(is))
    remember(unsent, 'true')
    setHidden(is)
    mutate({ key: crypto.randomUUID(), setupStepsHidden: is }, { onSuccess: () => void remember(unsent, 'false') })
  }
  return [isHidden, hide]
}
