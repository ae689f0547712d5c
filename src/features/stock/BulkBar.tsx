import { Button, CloseButton, SegmentedControl, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formats } from '#app/data/formats.ts'
import { Card } from '#app/ui/Card.tsx'
import { NumberInput } from '#app/ui/NumberInput.tsx'
import { type Bulk, priceStep } from '#domain/slots/bulk.ts'
import { MAX_IN_SLOT, MAX_PRICE } from '#domain/slots/slot.ts'
import classes from './BulkBar.module.css'

type Field = 'vendPrice' | 'maxQuantity'
type Props = { count: number; hasMaximum: boolean; onApply(field: Field, bulk: Bulk): void; onEnd(): void }

/** Sets a value of all selected slots in the list, which is saved together with its other changes. */
export function BulkBar({ count, hasMaximum, onApply, onEnd }: Props) {
  const { t } = useTranslation('stock')
  const { currency, decimals, money } = formats()
  const [field, setField] = useState<Field>('vendPrice')
  const [way, setWay] = useState<Bulk['way']>('set')
  const [value, setValue] = useState<number | null>(null)
  const isPrice = field === 'vendPrice'
  const isSound = value !== null && !Number.isNaN(value)
  const apply = () => {
    if (isSound) onApply(field, { way, value })
  }
  return (
    <Card component="form" aria-label={t('bulk.title')} className={classes.bar} p="sm">
      <div className={classes.head}>
        <Text fw={600} aria-live="polite">
          {t('bulk.chosen', { count })}
        </Text>
        <CloseButton size={44} aria-label={t('bulk.end')} onClick={onEnd} />
      </div>
      <div className={classes.fields}>
        {hasMaximum && (
          <SegmentedControl
            size="md"
            aria-label={t('bulk.field')}
            value={field}
            onChange={(chosen) => {
              setField(chosen === 'maxQuantity' ? 'maxQuantity' : 'vendPrice')
              setValue(null)
            }}
            data={[
              { value: 'vendPrice', label: t('products.price') },
              { value: 'maxQuantity', label: t('products.maximum') },
            ]}
          />
        )}
        <SegmentedControl
          size="md"
          aria-label={t('bulk.way')}
          value={way}
          onChange={(chosen) => {
            setWay(chosen === 'percent' ? 'percent' : 'set')
            setValue(null)
          }}
          data={[
            { value: 'set', label: t('bulk.set') },
            { value: 'percent', label: t('bulk.percent') },
          ]}
        />
        <NumberInput
          key={`${field} ${way}`}
          size="md"
          className={classes.value}
          aria-label={t(way === 'percent' ? 'bulk.percentValue' : isPrice ? 'bulk.newPrice' : 'bulk.newMaximum')}
          placeholder={way === 'percent' ? '±10' : ''}
          decimals={way === 'percent' ? 1 : isPrice ? decimals : 0}
          max={way === 'percent' ? 1_000 : isPrice ? MAX_PRICE : MAX_IN_SLOT}
          min={way === 'percent' ? -100 : 0}
          unit={way === 'percent' ? '%' : isPrice ? currency : null}
          rightSectionWidth={56}
          value={value}
          onChange={setValue}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            apply()
          }}
        />
        <Button size="md" disabled={!isSound} onClick={apply}>
          {t('bulk.apply', { count })}
        </Button>
      </div>
      <Text size="sm" c="dimmed">
        {isPrice && way === 'percent' ? t('bulk.rounded', { step: money(priceStep(currency)) }) : t('bulk.notSaved')}
      </Text>
    </Card>
  )
}
