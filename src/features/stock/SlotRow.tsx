import { Badge, NumberInput, Select, Table } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formats } from '#app/data/formats.ts'
import type { Slot } from '#app/data/slots.ts'
import type { ProductCard } from '#contract/products.ts'
import { MOST_IN_SLOT } from '#domain/slots/slot.ts'
import type { SlotFields } from '#domain/slots/slot-edit.ts'
import classes from './SlotsTab.module.css'
import { maximumOf, priceOf } from './slot-changes.ts'

type Props = {
  slot: Slot
  product: ProductCard | undefined
  choices: { value: string; label: string }[]
  canEdit: boolean
  hasMaximum: boolean
  isChanged: boolean
  isUnsent: boolean
  onChange<F extends keyof SlotFields>(field: F, value: SlotFields[F]): void
}

/** One slot: product, price and maximum. */
export function SlotRow({ slot, product, choices, canEdit, hasMaximum, isChanged, isUnsent, onChange }: Props) {
  const { t } = useTranslation('stock')
  const { decimals, currency } = formats()
  const number = slot.slotNumber
  // What lies there now stays a choice, even if it is no longer in the catalogue.
  const offered =
    product && !choices.some(({ value }) => value === String(product.id))
      ? [{ value: String(product.id), label: product.name }, ...choices]
      : choices
  return (
    <Table.Tr data-changed={isChanged || undefined} className={classes.row}>
      <Table.Th scope="row" className={classes.number}>
        {number}
        {isChanged ? (
          <Badge size="sm" variant="light" tt="none">
            {t('products.changed')}
          </Badge>
        ) : (
          isUnsent && (
            <Badge size="sm" variant="light" color="orange" tt="none">
              {t('products.pending')}
            </Badge>
          )
        )}
      </Table.Th>
      <Table.Td className={classes.product}>
        <Select
          aria-label={t('products.productOf', { slot: number })}
          placeholder={t('products.noProduct')}
          nothingFoundMessage={t('products.noProductFound')}
          data={offered}
          value={slot.productId === null ? null : String(slot.productId)}
          onChange={(value) => onChange('productId', value === null ? null : Number(value))}
          disabled={!canEdit}
          searchable
          clearable={canEdit}
          limit={100}
        />
      </Table.Td>
      <Table.Td>
        <NumberInput
          aria-label={t('products.priceOf', { slot: number })}
          className={classes.figure}
          value={slot.vendPrice ?? ''}
          onChange={(value) => onChange('vendPrice', priceOf(value))}
          disabled={!canEdit}
          step={0.1}
          min={0}
          clampBehavior="none"
          decimalScale={decimals}
          fixedDecimalScale
          inputMode="decimal"
          hideControls
          rightSection={currency}
          rightSectionWidth={48}
        />
      </Table.Td>
      {hasMaximum && (
        <Table.Td>
          <NumberInput
            aria-label={t('products.maximumOf', { slot: number })}
            className={classes.figure}
            value={slot.maxQuantity ?? ''}
            onChange={(value) => onChange('maxQuantity', maximumOf(value))}
            disabled={!canEdit}
            min={0}
            max={MOST_IN_SLOT}
            allowDecimal={false}
            inputMode="numeric"
            hideControls={!canEdit}
          />
        </Table.Td>
      )}
    </Table.Tr>
  )
}
