import { Badge, Checkbox, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ProductName } from '#app/components/ProductName.tsx'
import { StockBar } from '#app/components/StockBar.tsx'
import { WhenEmpty } from '#app/components/WhenEmpty.tsx'
import { formats } from '#app/data/formats.ts'
import type { Place, ProductPlaces } from '#app/data/stock.ts'
import { unitAt } from '#app/data/stock.ts'
import { Card } from '#app/ui/Card.tsx'
import { QuantityInput } from '#app/ui/QuantityInput.tsx'
import { capOf, type Entry, type RestockLine, totalOf } from './restock.ts'
import classes from './StockCards.module.css'

type PlaceProps = { place: Place; entry: Entry | undefined; isStale: boolean; onQuantity(quantity: number): void; onMax(): void }

/** One slot: its shortage, and the restocked quantity. */
export function PlaceCard({ place, entry, isStale, onQuantity, onMax }: PlaceProps) {
  const { t } = useTranslation('stock')
  const outcome = useOutcome()
  const cap = capOf(place, isStale)
  return (
    <Card className={classes.card} data-chosen={entry !== undefined || undefined}>
      <div className={classes.head}>
        <span className={classes.slot}>{place.slotNumber}</span>
        <ProductName product={place.product} />
        <Missing places={[place]} shortage={place.currentShortage} />
      </div>
      <StockBar current={place.currentQuantity} max={place.maxQuantity} unit={unitAt(place)} />
      <WhenEmpty places={[place]} />
      <QuantityInput
        label={t('quantityOf', { slot: place.slotNumber ?? '', product: place.product.name })}
        value={entry?.quantity ?? 0}
        step={1}
        cap={cap}
        onChange={onQuantity}
        {...(place.maxQuantity === null ? {} : { onMax })}
        hint={outcome(entry?.full ?? false, entry?.quantity ?? 0, place.currentShortage)}
      />
    </Card>
  )
}

type ProductProps = {
  group: ProductPlaces
  lines: readonly RestockLine[]
  cap: number | null
  step: number
  /** A snack machine's products can also be selected with a checkbox. */
  isCheckable: boolean
  onQuantity(quantity: number): void
  onMax(): void
  onClear(): void
}

/** One product over all its slots in the machine. */
export function ProductCard({ group, lines, cap, step, isCheckable, onQuantity, onMax, onClear }: ProductProps) {
  const { t } = useTranslation('stock')
  const outcome = useOutcome()
  const quantity = totalOf(lines)
  const [first] = group.places
  const isChosen = lines.length > 0
  const hasMaximum = group.places.some(({ maxQuantity }) => maxQuantity !== null)
  return (
    <Card className={classes.card} data-chosen={isChosen || undefined}>
      <div className={classes.head}>
        {isCheckable && (
          <Checkbox
            size="lg"
            className={classes.check}
            aria-label={t('choose', { product: group.product.name })}
            checked={isChosen}
            disabled={!hasMaximum && !isChosen}
            onChange={({ currentTarget: { checked } }) => (checked ? onMax() : onClear())}
          />
        )}
        <div className={classes.name}>
          <ProductName product={group.product} />
          {isCheckable && (
            <Text size="sm" c="dimmed">
              {t('slots', { count: group.places.length, numbers: group.places.map(({ slotNumber }) => slotNumber).join(', ') })}
            </Text>
          )}
        </div>
        <Missing places={group.places} shortage={group.currentShortage} />
      </div>
      <StockBar
        current={group.currentQuantity}
        filled={hasMaximum ? group.filledQuantity : group.currentQuantity}
        max={hasMaximum ? group.maxQuantity : null}
        {...(hasMaximum && group.maxQuantity > 0 ? { share: group.filledQuantity / group.maxQuantity } : {})}
        unit={first && unitAt(first)}
      />
      <WhenEmpty places={group.places} />
      <QuantityInput
        label={t('quantityOfProduct', { product: group.product.name })}
        value={quantity}
        step={step}
        unit={first && formats().unitWord(unitAt(first))}
        cap={cap}
        onChange={onQuantity}
        {...(hasMaximum ? { onMax } : {})}
        hint={outcome(isChosen && lines.every(({ full }) => full), quantity, group.currentShortage)}
      />
    </Card>
  )
}

function Missing({ places, shortage }: { places: readonly Place[]; shortage: number }) {
  const { t } = useTranslation('stock')
  const [first] = places
  const amount = first ? formats().amount(shortage, unitAt(first)) : ''
  if (shortage > 0)
    return (
      <Badge variant="light" color="orange" size="lg" className={classes.missing}>
        {t('missing', { amount })}
      </Badge>
    )
  return (
    <Badge variant="light" color="gray" size="lg" className={classes.missing}>
      {t(first?.maxQuantity === null ? 'noMaximum' : 'full')}
    </Badge>
  )
}

/** The meaning of the quantity as text; empty if it is obvious. */
function useOutcome() {
  const { t } = useTranslation('stock')
  return (isFull: boolean, quantity: number, shortage: number): string | undefined => {
    if (isFull) return t('recordedAsFull')
    return quantity > shortage && shortage > 0 ? t('moreThanMissing', { missing: formats().number(shortage) }) : undefined
  }
}
