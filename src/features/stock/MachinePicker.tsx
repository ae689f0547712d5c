import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useDeferredValue, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { MachineStockBar } from '#app/components/MachineStockBar.tsx'
import { MachineTypeIcon } from '#app/components/MachineTypeIcon.tsx'
import { StockBar } from '#app/components/StockBar.tsx'
import { matches, shareOf } from '#app/data/machines.ts'
import { ScrolledRows } from '#app/ui/ScrolledRows.tsx'
import { SearchBox } from '#app/ui/SearchBox.tsx'
import type { Machine } from '#contract/machines.ts'
import type { MachineId } from '#domain/ids.ts'
import { meanShare } from '#domain/stock/fill.ts'
import classes from './MachinePicker.module.css'
import type { StockArea } from './stock-area.ts'

type Props = {
  machines: readonly Machine[]
  area: StockArea
  chosen: MachineId | 'all' | null
  query: string
  onSearch(query: string): void
}

const ROW_PX = 76

/** "All machines" and each machine with its stock level. */
export function MachinePicker({ machines, area, chosen, query, onSearch }: Props) {
  const { t } = useTranslation('stock')
  const wanted = useDeferredValue(query)
  const found = useMemo(() => machines.filter((machine) => matches(machine, wanted)), [machines, wanted])
  const entries = useMemo((): readonly (Machine | 'all')[] => ['all', ...found], [found])
  const total = useMemo(() => sumOf(machines), [machines])
  return (
    <nav aria-label={t('machines')} className={classes.picker}>
      <SearchBox label={t('searchMachine')} value={query} onSearch={onSearch} />
      {area.isVisit && (
        <Text size="sm" c="dimmed">
          {t('inOrderOfWay')}
        </Text>
      )}
      <ScrolledRows
        items={entries}
        keyOf={(entry) => (entry === 'all' ? entry : entry.id)}
        rowPx={ROW_PX}
        className={classes.scroller}
        footer={
          found.length === 0 && (
            <Text c="dimmed" size="sm" p="md">
              {t('noMachineFound', { query: wanted })}
            </Text>
          )
        }
      >
        {(entry) =>
          entry === 'all' ? (
            <Link
              {...area.all}
              className={classes.entry}
              aria-current={chosen === 'all' ? 'page' : undefined}
              data-chosen={chosen === 'all' || undefined}
              data-unchosen={chosen === null || undefined}
            >
              <Text span fw={600}>
                {t('allMachines')}
              </Text>
              <StockBar {...total} />
            </Link>
          ) : (
            <Link
              {...area.machine(entry.id)}
              className={classes.entry}
              aria-current={chosen === entry.id ? 'page' : undefined}
              data-chosen={chosen === entry.id || undefined}
            >
              <span className={classes.name}>
                <MachineTypeIcon type={entry.type} />
                <Text span lineClamp={2} lh={1.25} fw={500}>
                  {entry.name}
                </Text>
              </span>
              <MachineStockBar machine={entry} />
            </Link>
          )
        }
      </ScrolledRows>
    </nav>
  )
}

/** Sums the pieces of snack machines; with coffee machines it is the average stock level. */
function sumOf(machines: readonly Machine[]) {
  const sum = (of: (machine: Machine) => number) => machines.reduce((total, machine) => total + of(machine), 0)
  const isMixed = machines.some(({ type }) => type === 'COFFEE')
  const filled = sum(({ filledQuantity, currentQuantity }) => filledQuantity ?? currentQuantity)
  const max = sum(({ maxQuantity }) => maxQuantity)
  const share = isMixed ? meanShare(machines.map(shareOf)) : max > 0 ? filled / max : null
  return { current: filled, filled, max, share, isMixed }
}
