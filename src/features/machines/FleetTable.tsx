import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { MachineStockBar } from '#app/components/MachineStockBar.tsx'
import { MachineTypeIcon } from '#app/components/MachineTypeIcon.tsx'
import { SignalBars } from '#app/components/SignalBars.tsx'
import { StateBadge } from '#app/components/StateBadge.tsx'
import { formats } from '#app/data/formats.ts'
import { WindowRows } from '#app/ui/WindowRows.tsx'
import { fromIso } from '#domain/time.ts'
import classes from './FleetTable.module.css'
import { type FleetMachine, isOffline } from './fleet-machine.ts'
import { MachineLink } from './MachineLink.tsx'
import { COLUMNS, type Column, nextSort, type Sort } from './sort-machines.ts'

type Props = { machines: readonly FleetMachine[]; sort: Sort | undefined; onSort(sort: Sort): void }

/** A table on a desktop, cards on a phone: the same cells with another layout. */
export function FleetTable({ machines, sort = 'name', onSort }: Props) {
  const { t } = useTranslation('machines')
  const { date, money, number } = formats()
  const figure = (value: number | undefined, words: (value: number) => string) => (value === undefined ? '–' : words(value))
  const said = (column: Column) => <span className={classes.onPhone}>{t(`column.${column}`)} </span>
  return (
    <table aria-label={t('title')} aria-rowcount={machines.length + 1} className={classes.table}>
      <thead>
        <tr className={classes.heads}>
          {COLUMNS.map((column) => (
            <th
              key={column}
              scope="col"
              className={classes[column]}
              aria-sort={sort === column ? 'ascending' : sort === `-${column}` ? 'descending' : undefined}
            >
              <button type="button" className={classes.sort} onClick={() => onSort(nextSort(column, sort))}>
                {t(`column.${column}`)}
                {sort === column && <IconChevronUp size={14} aria-hidden />}
                {sort === `-${column}` && <IconChevronDown size={14} aria-hidden />}
              </button>
            </th>
          ))}
        </tr>
      </thead>
      <WindowRows items={machines} keyOf={({ id }) => id} rowPx={64} row="tr" rowClass={classes.row}>
        {(machine) => (
          <>
            <td className={classes.state}>
              <StateBadge state={machine.state} alerts={machine.alerts} />
            </td>
            <td className={classes.name}>
              <MachineTypeIcon type={machine.type} />
              <span className={classes.words}>
                <MachineLink machine={machine} className={classes.link} />
                <span className={classes.address}>{machine.address}</span>
              </span>
            </td>
            <td className={classes.alerts} data-some={machine.alerts?.length || undefined}>
              {said('alerts')}
              {number(machine.alerts?.length ?? 0)}
            </td>
            <td className={classes.lastRefill}>
              {said('lastRefill')}
              {machine.lastRefill ? date(fromIso(machine.lastRefill)) : '–'}
            </td>
            <td className={classes.stock}>
              <MachineStockBar machine={machine} />
            </td>
            <td className={classes.sold}>
              {said('sold')}
              {figure(machine.today?.soldToday, number)}
            </td>
            <td className={classes.turnover}>
              {said('turnover')}
              {figure(machine.today?.turnoverToday, money)}
            </td>
            <td className={classes.cash}>
              {said('cash')}
              {isOffline(machine) ? '–' : figure(machine.today?.cashInMachine, money)}
            </td>
            <td className={classes.signal}>
              {said('signal')}
              {isOffline(machine) || machine.signalStrength === undefined ? '–' : <SignalBars strength={machine.signalStrength} />}
            </td>
          </>
        )}
      </WindowRows>
    </table>
  )
}
