import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { MachineStockBar } from '#app/components/MachineStockBar.tsx'
import { StateBadge } from '#app/components/StateBadge.tsx'
import { WhyVisit } from '#app/components/WhyVisit.tsx'
import type { Ahead } from '#app/data/ahead.ts'
import { getSession } from '#app/data/device.ts'
import { formats } from '#app/data/formats.ts'
import { waysOf } from '#app/data/ways.ts'
import type { Machine } from '#contract/machines.ts'
import type { MachineId } from '#domain/ids.ts'
import classes from './DashboardScreen.module.css'

/** A loss below one unit of the currency is within the error of the forecast. */
const MIN_LOSS = 1

/** `ahead`: the loss of each machine until tomorrow without a visit. */
export function WorstMachines({ machines, ahead }: { machines: readonly Machine[]; ahead: ReadonlyMap<MachineId, Ahead> }) {
  const { t } = useTranslation('machines')
  const { visit } = waysOf(getSession().account)
  const { money } = formats()
  const lostAt = (machine: MachineId) => ahead.get(machine)?.loss ?? 0
  return (
    <ol className={classes.rows}>
      {machines.map((machine) => (
        <li key={machine.id} className={classes.row}>
          <span>
            <Link {...visit(machine.id)} className={classes.link}>
              {machine.name}
            </Link>
            <Text span size="sm" c="dimmed" display="block">
              <WhyVisit machine={machine} />
              {lostAt(machine.id) >= MIN_LOSS && ` · ${t('forecast:lost', { amount: money(Math.round(lostAt(machine.id))) })}`}
            </Text>
          </span>
          <StateBadge state={machine.state} alerts={machine.alerts} />
          <div className={classes.wide}>
            <MachineStockBar machine={machine} />
          </div>
        </li>
      ))}
    </ol>
  )
}
