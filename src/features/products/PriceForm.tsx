import { Button, SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formats } from '#app/data/formats.ts'
import { NumberInput } from '#app/ui/NumberInput.tsx'
import type { Bulk } from '#domain/slots/bulk.ts'
import { MAX_PRICE } from '#domain/slots/slot.ts'
import classes from './ProductPrices.module.css'

const WAYS = ['set', 'amount', 'percent'] as const

type Props = {
  /** The number of prices that change. */
  count: number
  bulk: Bulk | null
  onChange(bulk: Bulk | null): void
  onSave(): void
}

/** How the selected prices change. The table shows the effect while the user types. */
export function PriceForm({ count, bulk, onChange, onSave }: Props) {
  const { t } = useTranslation('products')
  const { currency, decimals } = formats()
  const [way, setWay] = useState<Bulk['way']>('set')
  const isPercent = way === 'percent'
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (count > 0) onSave()
      }}
    >
      <SegmentedControl
        aria-label={t('prices.way')}
        value={way}
        onChange={(chosen) => {
          setWay(WAYS.find((one) => one === chosen) ?? 'set')
          onChange(null)
        }}
        data={WAYS.map((value) => ({ value, label: t(`prices.${value}`) }))}
      />
      <NumberInput
        key={way}
        className={classes.value}
        aria-label={t('prices.value')}
        decimals={isPercent ? 1 : decimals}
        min={way === 'set' ? 0 : isPercent ? -100 : -MAX_PRICE}
        max={isPercent ? 1_000 : MAX_PRICE}
        unit={isPercent ? '%' : currency}
        rightSectionWidth={56}
        value={bulk?.value ?? null}
        onChange={(value) => onChange(value === null || Number.isNaN(value) ? null : { way, value })}
      />
      <Button type="submit" disabled={count === 0}>
        {t('prices.save', { count })}
      </Button>
    </form>
  )
}
