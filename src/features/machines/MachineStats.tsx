import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formats } from '#app/data/formats.ts'
import { machineStats } from '#app/data/machine-today.ts'
import { Card } from '#app/ui/Card.tsx'
import type { MachineId } from '#domain/ids.ts'
import classes from './MachineStats.module.css'

/** What a machine brings, for managers. */
export function MachineStats({ machineId }: { machineId: MachineId }) {
  const { t } = useTranslation('machines')
  const { money } = formats()
  const { data } = useQuery(machineStats(machineId))
  return (
    <Card aria-label={t('revenue')} className={classes.stats}>
      {(['drr', 'mrr', 'totalRevenue'] as const).map((name) => (
        <div key={name}>
          <Text size="sm" c="dimmed">
            {t(name)}
          </Text>
          <Text fw={650} size="lg" data-figures>
            {data ? money(data[name]) : '–'}
          </Text>
        </div>
      ))}
    </Card>
  )
}
