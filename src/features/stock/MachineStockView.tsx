import { ActionIcon, Tabs } from '@mantine/core'
import { IconCamera, IconClipboardCheck, IconLayoutGrid, IconPackageImport, type TablerIcon } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { memo, Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { ChangedMeanwhile } from '#app/components/operations/ChangedMeanwhile.tsx'
import { MachineLeft } from '#app/components/operations/MachineLeft.tsx'
import { useCamera } from '#app/components/photos/use-camera.tsx'
import { leaveDrafts } from '#app/components/use-draft.ts'
import { storeVisitPhoto } from '#app/data/photos.ts'
import { type MachineStock, machineStock } from '#app/data/stock.ts'
import { LinkButton } from '#app/ui/LinkButton.tsx'
import { ListSkeleton } from '#app/ui/Skeletons.tsx'
import type { MachineId } from '#domain/ids.ts'
import { CountTab } from './CountTab.tsx'
import classes from './MachineStockView.module.css'
import { RestockTab } from './RestockTab.tsx'
import { SlotsTab } from './SlotsTab.tsx'
import { STOCK_TABS, type StockArea, type StockTab } from './stock-area.ts'
import { VisitActions } from './VisitActions.tsx'
import { VisitHead } from './VisitHead.tsx'
import { VisitPhotos } from './VisitPhotos.tsx'

type Props = { machineId: MachineId; area: StockArea; tab: StockTab; onTab(tab: StockTab): void }

const ICONS: Record<StockTab, TablerIcon> = {
  SHORTAGES_TAB: IconPackageImport,
  INVENTORY_TAB: IconClipboardCheck,
  PRODUCTS_TAB: IconLayoutGrid,
}

/**
 * The visit of a machine: restock, count, slots, cash, problems and photos on one screen. Switching to another machine clears the input; returning
 * offers to restore it.
 */
export function MachineStockView({ machineId, area, tab, onTab }: Props) {
  const { t } = useTranslation('stock')
  const { data: stock } = useSuspenseQuery(machineStock(machineId))
  useEffect(() => () => leaveDrafts(machineId), [machineId])
  const camera = useCamera((picture) => storeVisitPhoto(machineId, picture))

  if (!stock)
    return (
      <MachineLeft
        machineId={machineId}
        never={{ title: t('unknownMachine'), text: t('unknownMachineNextStep') }}
        action={<LinkButton {...area.list}>{t('backToMachines')}</LinkButton>}
      />
    )
  return (
    <div>
      <VisitHead stock={stock} area={area}>
        {area.isVisit && (
          <>
            {camera.input}
            <ActionIcon variant="subtle" size={56} aria-label={t('problems:takePhoto')} loading={camera.isBusy} onClick={camera.open}>
              <IconCamera size={24} aria-hidden />
            </ActionIcon>
          </>
        )}
      </VisitHead>
      <ChangedMeanwhile machineId={machineId} />
      <Tabs
        value={tab}
        onChange={(value) => onTab(STOCK_TABS.find((name) => name === value) ?? 'SHORTAGES_TAB')}
        keepMounted={false}
        variant="unstyled"
        classNames={{ tab: classes.tab, list: classes.list, tabLabel: classes.label }}
      >
        <div className={classes.strip}>
          <Tabs.List aria-label={t('machineTabs', { machine: stock.machine.name })}>
            {STOCK_TABS.map((name) => {
              const Icon = ICONS[name]
              return (
                <Tabs.Tab key={name} value={name} leftSection={<Icon size={20} aria-hidden />}>
                  {t(name)}
                </Tabs.Tab>
              )
            })}
          </Tabs.List>
          <VisitActions machine={stock.machine} area={area} className={classes.tab} />
        </div>
        {area.isVisit && <VisitPhotos machineId={machineId} error={camera.error} />}
        {STOCK_TABS.map((name) => (
          <Tabs.Panel key={name} value={name} pt="sm">
            <Suspense fallback={<ListSkeleton />}>{panelOf(name, stock, area)}</Suspense>
          </Tabs.Panel>
        ))}
      </Tabs>
    </div>
  )
}

/** Memoized, because typing in the machine search next to it would otherwise render it at every keystroke. */
const [Restock, Count, Slots] = [memo(RestockTab), memo(CountTab), memo(SlotsTab)]

function panelOf(tab: StockTab, stock: MachineStock, area: StockArea) {
  switch (tab) {
    case 'SHORTAGES_TAB':
      return <Restock stock={stock} area={area} />
    case 'INVENTORY_TAB':
      return <Count stock={stock} area={area} />
    case 'PRODUCTS_TAB':
      return <Slots stock={stock} hasPanel={area.hasPanel ?? false} />
  }
}
