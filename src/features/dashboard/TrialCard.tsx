import { Anchor, Badge, Button, Group, Text, Title } from '@mantine/core'
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps, useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { SampleOffer } from '#app/components/sample/SampleOffer.tsx'
import { siteInfo } from '#app/data/session.ts'
import { Card } from '#app/ui/Card.tsx'
import { LinkButton } from '#app/ui/LinkButton.tsx'
import type { Account } from '#contract/account.ts'
import { daysLeft } from '#domain/billing/plan.ts'
import { dayOf, isoDay } from '#domain/calendar.ts'
import classes from './TrialCard.module.css'
import { deviceSteps, machineSteps } from './trial.queries.ts'
import { useSetupStepsHidden } from './use-setup-steps-hidden.ts'

/** The setup steps of a trial company, the next one, and the remaining time. */
export function TrialCard({ account }: { account: Account }) {
  const { t } = useTranslation('dashboard')
  const router = useRouter()
  const { data: site } = useQuery(siteInfo())
  const { data: local } = useQuery(machineSteps())
  const { data: done } = useQuery(deviceSteps())
  const [isHidden, hide] = useSetupStepsHidden(account.userId)
  const until = account.cancellationEffectiveDate
  const left = until === null ? null : daysLeft(until.slice(0, 10), isoDay(dayOf(Date.now(), account.timezone)))
  const machine = local?.anyMachine
  const ways: Record<string, { isDone: boolean; way?: Pick<LinkProps, 'to' | 'params' | 'search'> }> = {
    account: { isDone: true },
    device: { isDone: done?.hasDevice ?? false, ...('/dashboard/more/devices-list' in router.routesByPath ? { way: DEVICES } : {}) },
    machine: { isDone: machine !== undefined && machine !== null, way: { to: '/dashboard/settings/create-machine' } },
    connect: { isDone: done?.isConnected ?? false, ...(machine ? { way: wayTo(machine, 'settings') } : {}) },
    product: { isDone: done?.hasProduct ?? false, way: { to: '/dashboard/import' } },
    slot: {
      isDone: local?.hasSlot ?? false,
      ...(machine ? { way: wayTo(machine, 'installed_products') } : {}),
    },
    employee: { isDone: done?.hasEmployee ?? false, way: { to: '/dashboard/settings/employees' } },
  }
  const next = local && done && Object.entries(ways).find(([, { isDone, way }]) => !isDone && way)
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
          <ol className={classes.steps}>
            {Object.entries(ways).map(([step, { isDone, way }]) => (
              <li key={step} data-done={isDone || undefined}>
                {isDone ? <IconCircleCheckFilled size={22} aria-hidden /> : <IconCircle size={22} aria-hidden />}
                {isDone || !way ? <span>{t(`trial.steps.${step}`)}</span> : <Link {...way}>{t(`trial.steps.${step}`)}</Link>}
                {isDone && <span className={classes.done}>{t('trial.done')}</span>}
              </li>
            ))}
          </ol>
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
