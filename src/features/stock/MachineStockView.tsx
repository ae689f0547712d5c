import { Stack, Tabs } from '@mantine/core'
import { IconArrowLeft, IconInfoCircle } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { memo, Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { ChangedMeanwhile } from '#app/components/operations/ChangedMeanwhile.tsx'
import { MachineLeft } from '#app/components/operations/MachineLeft.tsx'
import { StateBadge } from '#app/components/StateBadge.tsx'
import { leaveDrafts } from '#app/components/use-draft.ts'
import { type MachineStock, machineStock } from '#app/data/stock.ts'
import { LinkButton } from '#app/ui/LinkButton.tsx'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import { ListSkeleton } from '#app/ui/Skeletons.tsx'
import type { MachineId } from '#domain/ids.ts'
import { CountTab } from './CountTab.tsx'
import classes from './MachineStockView.module.css'
import { RestockTab } from './RestockTab.tsx'
import { SlotsTab } from './SlotsTab.tsx'
import page from './StockPage.module.css'
import { STOCK_TABS, type StockArea, type StockTab } from './stock-area.ts'

type Props = { machineId: MachineId; area: StockArea; tab: StockTab; onTab(tab: StockTab): void }

/** One machine with its stock actions. Switching to another machine clears the input; returning offers to restore it. */
export function MachineStockView({ machineId, area, tab, onTab }: Props) {
  const { t } = useTranslation('stock')
  const { data: stock } = useSuspenseQuery(machineStock(machineId))
  useEffect(() => () => leaveDrafts(machineId), [machineId])

  if (!stock)
    return (
      <MachineLeft
        machineId={machineId}
        never={{ title: t('unknownMachine'), text: t('unknownMachineNextStep') }}
        action={<LinkButton {...area.list}>{t('backToMachines')}</LinkButton>}
      />
    )
  return (
    <Stack gap={0}>
      <Link {...area.list} className={page.back}>
        <IconArrowLeft size={18} aria-hidden /> {t('backToMachines')}
      </Link>
      <PageHeader
        title={stock.machine.name}
        actions={
          <>
            <StateBadge state={stock.machine.state} />
            <LinkButton {...area.about(machineId)} variant="subtle" leftSection={<IconInfoCircle size={18} aria-hidden />}>
              {t('openMachine')}
            </LinkButton>
          </>
        }
      />
      <ChangedMeanwhile machineId={machineId} />
      <Tabs
        value={tab}
        onChange={(value) => onTab(STOCK_TABS.find((name) => name === value) ?? 'SHORTAGES_TAB')}
        keepMounted={false}
        classNames={{ tab: classes.tab }}
      >
        <Tabs.List grow aria-label={t('machineTabs', { machine: stock.machine.name })}>
          {STOCK_TABS.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(name)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {STOCK_TABS.map((name) => (
          <Tabs.Panel key={name} value={name} pt="md">
            <Suspense fallback={<ListSkeleton />}>{panelOf(name, stock, area.hasPanel ?? false)}</Suspense>
          </Tabs.Panel>
        ))}
      </Tabs>
    </Stack>
  )
}

/** Memoized, because typing in the machine search next to it would otherwise render it at every keystroke. */
const [Restock, Count, Slots] = [memo(RestockTab), memo(CountTab), memo(SlotsTab)]

function panelOf(tab: StockTab, stock: MachineStock, hasPanel: boolean) {
  switch (tab) {
    case 'SHORTAGES_TAB':
      return <Restock stock={stock} />
    case 'INVENTORY_TAB':
      return <Count stock={stock} />
    case 'PRODUCTS_TAB':
      return <Slots stock={stock} hasPanel={hasPanel} />
  }
}
