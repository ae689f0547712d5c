import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useDeferredValue, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { MachineStockBar } from '#app/components/MachineStockBar.tsx'
import { MachineTypeIcon } from '#app/components/MachineTypeIcon.tsx'
import { StockBar } from '#app/components/StockBar.tsx'
import { matches, shareOf } from '#app/data/machines.ts'
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

/** "All machines" and each machine with its stock level; only visible rows are rendered, so ten thousand are as fast as ten. */
export function MachinePicker({ machines, area, chosen, query, onSearch }: Props) {
  const { t } = useTranslation('stock')
  const wanted = useDeferredValue(query)
  const found = useMemo(() => machines.filter((machine) => matches(machine, wanted)), [machines, wanted])
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useVirtualizer({
    count: found.length + 1,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 8,
    initialRect: { width: 320, height: 800 },
    getItemKey: (index) => found[index - 1]?.id ?? 'all',
  })
  const total = useMemo(() => sumOf(machines), [machines])
  return (
    <nav aria-label={t('machines')} className={classes.picker}>
      <SearchBox label={t('searchMachine')} value={query} onSearch={onSearch} />
      <div ref={scroller} className={classes.scroller}>
        <ul className={classes.rows} style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map(({ index, key, start }) => {
            const machine = found[index - 1]
            return (
              <li
                key={key}
                className={classes.row}
                style={{ height: ROW_PX, transform: `translateY(${start}px)` }}
                aria-setsize={found.length + 1}
                aria-posinset={index + 1}
              >
                {machine ? (
                  <Link
                    {...area.machine(machine.id)}
                    className={classes.entry}
                    aria-current={chosen === machine.id ? 'page' : undefined}
                    data-chosen={chosen === machine.id || undefined}
                  >
                    <span className={classes.name}>
                      <MachineTypeIcon type={machine.type} />
                      <Text span lineClamp={2} lh={1.25} fw={500}>
                        {machine.name}
                      </Text>
                    </span>
                    <MachineStockBar machine={machine} />
                  </Link>
                ) : (
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
                )}
              </li>
            )
          })}
        </ul>
        {found.length === 0 && (
          <Text c="dimmed" size="sm" p="md">
            {t('noMachineFound', { query: wanted })}
          </Text>
        )}
      </div>
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
