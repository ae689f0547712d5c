import { Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Planogram } from '#app/components/planogram/Planogram.tsx'
import type { SlotCell } from '#app/components/planogram/slot-cell.ts'
import { StockHistoryDialog } from '#app/components/StockHistory.tsx'
import { formats } from '#app/data/formats.ts'
import { type Place, unitAt } from '#app/data/stock.ts'
import { Card } from '#app/ui/Card.tsx'
import type { Machine } from '#contract/machines.ts'
import classes from './MachineOverview.module.css'

/** The machine as it is; a tap on a slot or canister opens its history. */
export function PlacesCard({ type, places }: { type: Machine['type']; places: readonly Place[] }) {
  const { t } = useTranslation('machines')
  const { t: common } = useTranslation()
  const { amount } = formats()
  const [opened, setOpened] = useState<Place | null>(null)
  const [isOpen, setOpen] = useState(false)
  const cellOf = (place: Place): SlotCell => {
    const { productInstallationId, slotNumber, product, currentQuantity, maxQuantity } = place
    const unit = unitAt(place)
    const now = amount(currentQuantity, unit)
    return {
      id: String(productInstallationId),
      number: slotNumber,
      product,
      places: [place],
      label: t('history:open', { place: slotNumber === null ? product.name : `${slotNumber} · ${product.name}` }),
      quantity: currentQuantity,
      cap: maxQuantity,
      step: 1,
      dragFrom: currentQuantity,
      level: { now: currentQuantity, after: currentQuantity, max: maxQuantity },
      figures: maxQuantity === null ? now : common('stockBar.of', { current: now, max: amount(maxQuantity, unit) }),
      mark: null,
      isDone: false,
      tap: null,
    }
  }
  const open = ({ places: [place] }: SlotCell) => {
    setOpened(place ?? null)
    setOpen(true)
  }
  return (
    <Card className={classes.wide}>
      <Title order={2} mb="sm">
        {t('places')}
      </Title>
      {places.length === 0 ? (
        <Text c="dimmed">{t('noPlaces')}</Text>
      ) : (
        <Planogram label={t('places')} type={type} cells={places.map(cellOf)} onOpen={open} />
      )}
      {opened && (
        <StockHistoryDialog
          key={opened.productInstallationId}
          of={{ point: opened.productInstallationId, product: opened.product, slotNumber: opened.slotNumber }}
          isOpen={isOpen}
          onClose={() => setOpen(false)}
        />
      )}
    </Card>
  )
}
