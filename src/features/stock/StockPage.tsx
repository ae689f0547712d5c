import { IconArrowLeft } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { machineList } from '#app/data/machines.ts'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import type { MachineId } from '#domain/ids.ts'
import { MachinePicker } from './MachinePicker.tsx'
import classes from './StockPage.module.css'
import type { StockArea } from './stock-area.ts'
import { useMachineOrder } from './use-machine-order.ts'

type Props = {
  area: StockArea
  /** Null: nothing is selected, which shows the list on a phone and all machines next to it on a desktop. */
  chosen: MachineId | 'all' | null
  query: string
  onSearch(query: string): void
  children: ReactNode
}

/**
 * The machines on the left, shortages on the right; on a phone one after the other. Without machines there is nothing to select. The content
 * keeps its place in the tree, because it may contain input when the first machines arrive.
 */
export function StockPage({ area, chosen, query, onSearch, children }: Props) {
  const { t } = useTranslation('stock')
  const machines = useMachineOrder(useSuspenseQuery(machineList()).data, area)
  const title = <PageHeader title={t('title')} />
  const hasMachines = machines.length > 0
  return (
    <div className={classes.page} data-open={chosen !== null || !hasMachines || undefined} data-alone={!hasMachines || undefined}>
      {hasMachines && (
        <div className={classes.picker}>
          <div className={classes.listTitle}>{title}</div>
          <MachinePicker machines={machines} area={area} chosen={chosen} query={query} onSearch={onSearch} />
        </div>
      )}
      <div className={classes.content}>
        {hasMachines && chosen === 'all' && (
          <Link {...area.list} className={classes.back}>
            <IconArrowLeft size={18} aria-hidden /> {t('backToMachines')}
          </Link>
        )}
        {typeof chosen !== 'number' && title}
        {children}
      </div>
    </div>
  )
}
