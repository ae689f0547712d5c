import { Link, type LinkProps } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { MachineStockBar } from '#app/components/MachineStockBar.tsx'
import { MachineTypeIcon } from '#app/components/MachineTypeIcon.tsx'
import { StateBadge } from '#app/components/StateBadge.tsx'
import { WhyVisit } from '#app/components/WhyVisit.tsx'
import { formats } from '#app/data/formats.ts'
import { WindowRows } from '#app/ui/WindowRows.tsx'
import type { Machine } from '#contract/machines.ts'
import { fromIso } from '#domain/time.ts'
import classes from './MachineTable.module.css'

const COLUMNS = ['state', 'name', 'stock', 'empty', 'lastRefill'] as const

type Props = { machines: readonly Machine[]; linkTo(machine: Machine): LinkProps }

/** A table on a desktop, cards on a phone: the same cells with another layout. */
export function MachineTable({ machines, linkTo }: Props) {
  const { t } = useTranslation('machines')
  const { date, number } = formats()
  return (
    <table aria-label={t('title')} aria-rowcount={machines.length + 1} className={classes.table}>
      <thead>
        <tr className={classes.heads}>
          {COLUMNS.map((column) => (
            <th key={column} scope="col" className={classes[column]}>
              {t(`column.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <WindowRows items={machines} keyOf={({ id }) => id} rowPx={72} row="tr" rowClass={classes.row}>
        {(machine) => (
          <>
            <td className={classes.state}>
              <StateBadge state={machine.state} alerts={machine.alerts} />
            </td>
            <td className={classes.name}>
              <MachineTypeIcon type={machine.type} />
              <span className={classes.words}>
                <Link {...linkTo(machine)} className={classes.link}>
                  {machine.name}
                </Link>
                <span className={classes.address}>{machine.address}</span>
              </span>
            </td>
            <td className={classes.stock}>
              <MachineStockBar machine={machine} />
            </td>
            <td className={classes.empty} data-some={machine.emptyPlaces > 0 || undefined}>
              <span className={classes.onDesk}>{number(machine.emptyPlaces)}</span>
              <span className={classes.onPhone}>
                <WhyVisit machine={machine} />
              </span>
            </td>
            <td className={classes.lastRefill}>
              <span className={classes.onPhone}>{t('lastRefill')} </span>
              {machine.lastRefill ? date(fromIso(machine.lastRefill)) : '–'}
            </td>
          </>
        )}
      </WindowRows>
    </table>
  )
}
