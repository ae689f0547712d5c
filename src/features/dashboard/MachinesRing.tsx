import { Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Fleet } from '#app/data/fleet.ts'
import { formats } from '#app/data/formats.ts'
import { Card } from '#app/ui/Card.tsx'
import { RingFigure } from '#app/ui/charts/LazyCharts.tsx'
import type { DashboardLive } from '#contract/dashboard.ts'
import classes from './MachinesRing.module.css'

type Props = { live: DashboardLive | null; fleet: Fleet }

/** The number of running machines, with a link to the others. */
export function MachinesRing({ live, fleet }: Props) {
  const { t } = useTranslation('dashboard')
  const { number } = formats()
  // Local data is shown until the server has responded once.
  const running = live?.onlineMachinesCount ?? fleet.byKind.running
  const all = live?.allMachinesCount ?? fleet.total
  // Machines that are offline or have no device may be running, so they have their own colour.
  const silent = Math.min(fleet.byKind.offline + fleet.byKind.noDevice, Math.max(0, all - running))
  const stopped = Math.max(0, all - running - silent)
  const words = t('runningOf', { count: all, running: number(running), all: number(all) })
  return (
    <Card aria-label={t('machines')}>
      <Title order={2} mb="sm">
        {t('machines')}
      </Title>
      <div className={classes.ring}>
        <RingFigure
          words={words}
          label={`${number(running)} / ${number(all)}`}
          size={148}
          parts={[
            { name: t('running'), value: running, color: 'green.6' },
            { name: t('notRunning'), value: stopped, color: 'red.6' },
            { name: t('offline'), value: silent, color: 'gray.5' },
          ]}
        />
        <ul className={classes.kinds}>
          {(['running', 'stopped', 'warning', 'offline', 'noDevice'] as const)
            .filter((kind) => (kind !== 'warning' && kind !== 'noDevice') || fleet.byKind[kind] > 0)
            .map((kind) => (
              <li key={kind}>
                <Link to="/dashboard/machines" search={{ only: kind }} className={classes.kind} data-look={kind}>
                  <span className={classes.name}>{kind === 'noDevice' ? t('common:machineState.NONE') : t(kind)}</span>
                  <span data-figures className={classes.count}>
                    {number(fleet.byKind[kind])}
                  </span>
                </Link>
              </li>
            ))}
        </ul>
      </div>
      {live && (
        <div className={classes.refilled}>
          <span className={classes.name}>{t('refilledToday')}</span>
          <span>
            <span data-figures className={classes.count}>
              {number(live.refilledTodayCount)}
            </span>{' '}
            <Text span c="dimmed" size="sm">
              {t('machinesOf', { count: all, total: number(all) })}
            </Text>
          </span>
        </div>
      )}
    </Card>
  )
}
