import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { MachineStockBar } from '#app/components/MachineStockBar.tsx'
import { MachineTypeIcon } from '#app/components/MachineTypeIcon.tsx'
import { SignalBars } from '#app/components/SignalBars.tsx'
import { StateBadge } from '#app/components/StateBadge.tsx'
import { formats } from '#app/data/formats.ts'
import { tableOfView } from '#app/ui/table/layout.ts'
import { type Column, Table } from '#app/ui/table/Table.tsx'
import type { Selection } from '#app/ui/table/use-selection.ts'
import type { MachineId } from '#domain/ids.ts'
import { fromIso } from '#domain/time.ts'
import { FleetActions } from './FleetActions.tsx'
import classes from './FleetTable.module.css'
import { type FleetMachine, isOffline } from './fleet-machine.ts'
import { MachineLink } from './MachineLink.tsx'
import { columnOf, type Sort } from './machine-columns.ts'
import { sortBy, sortOf } from './sort-machines.ts'

type Props = {
  machines: readonly FleetMachine[]
  sort: Sort | undefined
  onSort(sort: Sort): void
  /** The saved view, which has its own columns. */
  view?: string | undefined
  /** Shows a machine beside the table. */
  onOpen?: ((id: MachineId) => void) | undefined
  /** A machine is shown beside the table, which has room for fewer columns. */
  isNarrow?: boolean
  selection?: Selection<FleetMachine>
}

/** The columns beside a machine. */
const NARROW: readonly string[] = ['state', 'name', 'stock', 'alerts']

/** Sorted machines: a table on a desktop, cards on a phone. */
export function FleetTable({ machines, sort = 'name', onSort, view, onOpen, isNarrow = false, selection }: Props) {
  const { t } = useTranslation('machines')
  const { date, money, number } = formats()
  const columns = useMemo(() => {
    const figure = (value: number | undefined, words: (value: number) => string) => (value === undefined ? '–' : words(value))
    // Every column has a share of the width, because columns with a fixed maximum would grow before the names do.
    const column = (key: keyof typeof sortBy, width: string) => ({ key, label: t(`column.${key}`), sortBy: sortBy[key], width })
    const figures = (key: keyof typeof sortBy, width: string) => ({ ...column(key, width), isNumber: true, className: classes.figure })
    const all: Column<FleetMachine>[] = [
      {
        ...column('state', 'minmax(6.5rem, 1.4fr)'),
        hasNoPhoneLabel: true,
        className: classes.state,
        cell: (machine) => <StateBadge state={machine.state} alerts={machine.alerts} />,
      },
      {
        ...column('name', 'minmax(10.5rem, 3fr)'),
        isFixed: true,
        hasNoPhoneLabel: true,
        className: classes.wide,
        cell: (machine) => (
          <span className={classes.name}>
            <MachineTypeIcon type={machine.type} />
            <span className={classes.words}>
              <MachineLink machine={machine} className={classes.link} onOpen={onOpen} />
              <span className={classes.address}>{machine.address}</span>
            </span>
          </span>
        ),
      },
      {
        ...figures('alerts', 'minmax(4.75rem, 0.6fr)'),
        cell: ({ alerts }) => <span data-some={alerts?.length || undefined}>{number(alerts?.length ?? 0)}</span>,
      },
      {
        ...column('lastRefill', 'minmax(5.75rem, 1fr)'),
        className: classes.figure,
        cell: ({ lastRefill }) => (lastRefill ? date(fromIso(lastRefill)) : '–'),
      },
      {
        ...column('stock', 'minmax(8.75rem, 1.6fr)'),
        hasNoPhoneLabel: true,
        className: classes.wide,
        cell: (machine) => <MachineStockBar machine={machine} />,
      },
      { ...figures('sold', 'minmax(3.5rem, 0.9fr)'), cell: ({ today }) => figure(today?.soldToday, number) },
      { ...figures('turnover', 'minmax(4.75rem, 0.9fr)'), cell: ({ today }) => figure(today?.turnoverToday, money) },
      {
        ...figures('cash', 'minmax(5.25rem, 0.9fr)'),
        cell: (machine) => (isOffline(machine) ? '–' : figure(machine.today?.cashInMachine, money)),
      },
      {
        ...figures('signal', 'minmax(3.25rem, 0.6fr)'),
        cell: (machine) =>
          isOffline(machine) || machine.signalStrength === undefined ? '–' : <SignalBars strength={machine.signalStrength} />,
      },
    ]
    return isNarrow ? all.filter(({ key }) => NARROW.includes(key)) : all
  }, [t, date, money, number, isNarrow, onOpen])
  return (
    <div className={classes.fleet}>
      <Table
        key={view}
        name={tableOfView('machines', view)}
        selection={{
          ...(selection && { of: selection }),
          nameOf: ({ name }) => name,
          actions: (selected) => <FleetActions machines={selected} />,
        }}
        label={t('title')}
        columns={columns}
        rows={machines}
        keyOf={({ id }) => id}
        sort={{ id: columnOf(sort), desc: sort.startsWith('-') }}
        onSort={(next) => onSort(sortOf(next))}
        isVirtual
        rowPx={64}
        cardClass={classes.card}
      />
    </div>
  )
}
