import { Button, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ProductName } from '#app/components/ProductName.tsx'
import { StockBar } from '#app/components/StockBar.tsx'
import { WhyThisNumber } from '#app/components/StockHistory.tsx'
import { formats } from '#app/data/formats.ts'
import type { Place } from '#app/data/stock.ts'
import { unitAt } from '#app/data/stock.ts'
import { Card } from '#app/ui/Card.tsx'
import { QuantityInput } from '#app/ui/QuantityInput.tsx'
import { type Counted, countCapOf, isAsShown } from './count.ts'
import classes from './StockCards.module.css'

type Props = { place: Place; counted: Counted | undefined; step: number; onQuantity(quantity: number): void; onAsShown(): void }

/** One slot: its current and its counted quantity. */
export function CountCard({ place, counted, step, onQuantity, onAsShown }: Props) {
  const { t } = useTranslation('stock')
  const { amount, exactAmount, unitWord } = formats()
  const unit = unitAt(place)
  const quantity = counted?.quantity ?? place.currentQuantity
  const confirmed = counted !== undefined && isAsShown(counted)
  const label =
    place.slotNumber === null
      ? t('countOfProduct', { product: place.product.name })
      : t('countOf', { slot: place.slotNumber, product: place.product.name })
  const danger =
    place.currentQuantity < 0 ? 'belowZero' : place.maxQuantity !== null && place.currentQuantity > place.maxQuantity ? 'overMaximum' : null
  return (
    <Card className={classes.card} data-chosen={counted !== undefined || undefined}>
      <div className={classes.head}>
        {place.slotNumber !== null && <span className={classes.slot}>{place.slotNumber}</span>}
        <div className={classes.name}>
          <ProductName product={place.product} />
          <Text size="sm" c="dimmed">
            {place.maxQuantity === null ? t('noMaximum') : t('maximum', { amount: amount(place.maxQuantity, unit) })}
          </Text>
        </div>
        <div className={classes.why}>
          <WhyThisNumber of={{ point: place.productInstallationId, product: place.product, slotNumber: place.slotNumber }} />
        </div>
      </div>
      <StockBar current={quantity} max={place.maxQuantity} unit={unit} />
      <QuantityInput label={label} value={quantity} step={step} unit={unitWord(unit)} cap={countCapOf(place)} onChange={onQuantity} />
      <Button
        variant={confirmed ? 'filled' : 'default'}
        h={48}
        leftSection={confirmed && <IconCheck size={20} aria-hidden />}
        aria-pressed={confirmed}
        aria-label={`${t('asShown')}: ${label}`}
        onClick={onAsShown}
      >
        {t('asShown')}
      </Button>
      {counted && !confirmed ? (
        <Text size="sm" fw={500}>
          {t('wasShown', { base: exactAmount(counted.base, unit), quantity: exactAmount(counted.quantity, unit) })}
        </Text>
      ) : (
        danger && (
          <Text size="sm" c="red">
            {t(danger)}
          </Text>
        )
      )}
      {counted && counted.base !== place.currentQuantity && (
        <Text size="sm">
          {t('changedMeanwhile', { base: exactAmount(counted.base, unit), now: exactAmount(place.currentQuantity, unit) })}
        </Text>
      )}
    </Card>
  )
}
