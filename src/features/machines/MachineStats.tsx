import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { getSession } from '#app/data/device.ts'
import { formats } from '#app/data/formats.ts'
import { machineStats, type Today } from '#app/data/machine-today.ts'
import type { Machine } from '#contract/machines.ts'
import classes from './MachineStats.module.css'

/** Revenue of a machine, for managers; and its signal, if the server shows it to this company. */
export function MachineStats({ machine, today }: { machine: Machine; today: Today | undefined }) {
  const { t } = useTranslation('machines')
  const { money, percentage } = formats()
  const { data } = useQuery(machineStats(machine.id))
  const { signalStrength } = today ?? machine
  return (
    <section aria-label={t('revenue')} className={classes.stats}>
      {(['drr', 'mrr', 'totalRevenue'] as const).map((name) => (
        <Figure key={name} label={t(name)}>
          {data ? money(data[name]) : '–'}
        </Figure>
      ))}
      {getSession().account.gsmSignal && (
        <Figure label={t('gsmSignal')}>{signalStrength === undefined ? '–' : percentage(signalStrength)}</Figure>
      )}
    </section>
  )
}

const Figure = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <Text size="sm" c="dimmed">
      {label}
    </Text>
    <Text fw={650} size="lg" data-figures>
      {children}
    </Text>
  </div>
)
