import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { StateBadge } from '#app/components/StateBadge.tsx'
import { StockBar } from '#app/components/StockBar.tsx'
import { openHere } from '#app/data/device.ts'
import { waysOf } from '#app/data/ways.ts'
import type { Machine } from '#contract/machines.ts'
import classes from './DashboardScreen.module.css'

export function WorstMachines({ machines }: { machines: readonly Machine[] }) {
  const { t } = useTranslation('machines')
  const { visit } = waysOf(openHere().account)
  return (
    <ol className={classes.rows}>
      {machines.map((machine) => (
        <li key={machine.id} className={classes.row}>
          <span>
            <Link {...visit(machine.id)} className={classes.link}>
              {machine.name}
            </Link>
            <Text span size="sm" c="dimmed" display="block">
              {machine.emptyPlaces > 0 ? t('emptyPlaces', { count: machine.emptyPlaces }) : t('noEmptyPlaces')}
            </Text>
          </span>
          <StateBadge state={machine.state} />
          <div className={classes.wide}>
            <StockBar current={machine.currentQuantity} max={machine.maxQuantity} isMixed={machine.type === 'COFFEE'} />
          </div>
        </li>
      ))}
    </ol>
  )
}
