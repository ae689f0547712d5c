import { IconAlertTriangleFilled } from '@tabler/icons-react'
import { useMemo, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { MachineStockBar } from '#app/components/MachineStockBar.tsx'
import { MachineTypeIcon } from '#app/components/MachineTypeIcon.tsx'
import { SignalBars } from '#app/components/SignalBars.tsx'
import { StateBadge } from '#app/components/StateBadge.tsx'
import { formats } from '#app/data/formats.ts'
import { WindowRows } from '#app/ui/WindowRows.tsx'
import { fromIso } from '#domain/time.ts'
import classes from './FleetGrid.module.css'
import { type FleetMachine, isOffline } from './fleet-machine.ts'
import { MachineLink } from './MachineLink.tsx'

/** Number of cards per row. */
const WIDE = ['(min-width: 48em)', '(min-width: 75em)', '(min-width: 100em)'] as const

const columnsNow = () => 1 + WIDE.filter((query) => matchMedia(query).matches).length

const watchColumns = (tell: () => void) => {
  const queries = WIDE.map((query) => matchMedia(query))
  for (const query of queries) query.addEventListener('change', tell)
  return () => {
    for (const query of queries) query.removeEventListener('change', tell)
  }
}

/** The machines as cards; only visible rows are rendered. */
export function FleetGrid({ machines }: { machines: readonly FleetMachine[] }) {
  const columns = useSyncExternalStore(watchColumns, columnsNow)
  const rows = useMemo(
    () => Array.from({ length: Math.ceil(machines.length / columns) }, (_, row) => machines.slice(row * columns, (row + 1) * columns)),
    [machines, columns],
  )
  return (
    <WindowRows items={rows} keyOf={(row) => `${columns}/${row[0]?.id}`} rowPx={220} rowClass={classes.row}>
      {(row) => row.map((machine) => <MachineTile key={machine.id} machine={machine} />)}
    </WindowRows>
  )
}

function MachineTile({ machine }: { machine: FleetMachine }) {
  const { t } = useTranslation('machines')
  const { date, money, number } = formats()
  const { alerts = [], lastRefill, signalStrength, today } = machine
  const refilled = lastRefill === null ? null : date(fromIso(lastRefill))
  return (
    <article className={classes.tile}>
      <header className={classes.head}>
        <MachineTypeIcon type={machine.type} />
        <MachineLink machine={machine} className={classes.link} />
        {!isOffline(machine) && signalStrength !== undefined && <SignalBars strength={signalStrength} />}
      </header>
      <MachineStockBar machine={machine} />
      <div className={classes.line}>
        <StateBadge state={machine.state} alerts={machine.alerts} />
        {alerts.length > 0 && (
          <span className={classes.alerts}>
            <IconAlertTriangleFilled size={14} aria-hidden /> {t('alertCount', { count: alerts.length })}
          </span>
        )}
      </div>
      <dl className={classes.facts} data-figures>
        <dt>{t('lastRefill')}</dt>
        <dd>{refilled === date(Date.now()) ? <strong className={classes.today}>{t('today')}</strong> : (refilled ?? '–')}</dd>
        <dt>{t('soldToday')}</dt>
        <dd>{today ? t('pieces', { text: number(today.soldToday) }) : '–'}</dd>
        {!isOffline(machine) && (
          <>
            <dt>{t('cash')}</dt>
            <dd>{today?.cashInMachine === undefined ? '–' : money(today.cashInMachine)}</dd>
          </>
        )}
      </dl>
    </article>
  )
}
