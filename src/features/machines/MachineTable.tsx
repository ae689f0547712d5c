import { Link, type LinkProps } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { MachineStockBar } from '#app/components/MachineStockBar.tsx'
import { MachineTypeIcon } from '#app/components/MachineTypeIcon.tsx'
import { StateBadge } from '#app/components/StateBadge.tsx'
import { WhyVisit } from '#app/components/WhyVisit.tsx'
import { formats } from '#app/data/formats.ts'
import { shareOf } from '#app/data/machines.ts'
import { type Column, Table } from '#app/ui/table/Table.tsx'
import type { Machine } from '#contract/machines.ts'
import { fromIso } from '#domain/time.ts'
import classes from './FleetTable.module.css'
import { urgencyOf } from './sort-machines.ts'

type Props = { machines: readonly Machine[]; linkTo(machine: Machine): LinkProps }

/** A table on a desktop, cards on a phone. */
export function MachineTable({ machines, linkTo }: Props) {
  const { t } = useTranslation('machines')
  const { date, number } = formats()
  const column = (key: string, width: string) => ({ key, label: t(`column.${key}`), width })
  const columns: Column<Machine>[] = [
    {
      ...column('state', '10rem'),
      sortBy: urgencyOf,
      hasNoPhoneLabel: true,
      className: classes.state,
      cell: (machine) => <StateBadge state={machine.state} alerts={machine.alerts} />,
    },
    {
      ...column('name', 'minmax(12rem, 2fr)'),
      isFixed: true,
      sortBy: ({ name }) => name,
      hasNoPhoneLabel: true,
      className: classes.wide,
      cell: (machine) => (
        <span className={classes.name}>
          <MachineTypeIcon type={machine.type} />
          <span className={classes.words}>
            <Link {...linkTo(machine)} className={classes.link}>
              {machine.name}
            </Link>
            <span className={classes.address}>{machine.address}</span>
          </span>
        </span>
      ),
    },
    {
      ...column('stock', 'minmax(10rem, 1.2fr)'),
      sortBy: shareOf,
      hasNoPhoneLabel: true,
      className: classes.wide,
      cell: (machine) => <MachineStockBar machine={machine} />,
    },
    {
      ...column('empty', '8rem'),
      isNumber: true,
      sortBy: ({ emptyPlaces }) => emptyPlaces,
      hasNoPhoneLabel: true,
      className: classes.figure,
      cell: (machine) => (
        <span data-some={machine.emptyPlaces > 0 || undefined}>
          <span className={classes.onDesk}>{number(machine.emptyPlaces)}</span>
          <span className={classes.onPhone}>
            <WhyVisit machine={machine} />
          </span>
        </span>
      ),
    },
    {
      ...column('lastRefill', '8.5rem'),
      sortBy: ({ lastRefill }) => lastRefill,
      className: classes.last,
      cell: ({ lastRefill }) => (lastRefill ? date(fromIso(lastRefill)) : '–'),
    },
  ]
  return (
    <div className={classes.fleet}>
      <Table
        name="own-machines"
        label={t('title')}
        columns={columns}
        rows={machines}
        keyOf={({ id }) => id}
        isVirtual
        rowPx={72}
        cardClass={classes.card}
      />
    </div>
  )
}
