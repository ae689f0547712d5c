import { ActionIcon, Badge, Checkbox, NumberInput, Select, Table, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formats } from '#app/data/formats.ts'
import type { Slot } from '#app/data/slots.ts'
import type { ProductCard } from '#contract/products.ts'
import { MOST_IN_SLOT } from '#domain/slots/slot.ts'
import type { SlotFields } from '#domain/slots/slot-edit.ts'
import classes from './SlotsTab.module.css'
import { maximumOf, priceOf, type SlotChange } from './slot-changes.ts'
import { inGrid } from './use-grid-keys.ts'

type Props = {
  slot: Slot
  /** Its place in the list, by which the keys move. */
  row: number
  product: ProductCard | undefined
  choices: { value: string; label: string }[]
  canEdit: boolean
  hasMaximum: boolean
  change: SlotChange | undefined
  isUnsent: boolean
  isSelected: boolean
  onSelect(isSelected: boolean): void
  onDelete?: (() => void) | undefined
  onChange<F extends keyof SlotFields>(field: F, value: SlotFields[F]): void
}

/** One slot: product, price and maximum. */
export function SlotRow(props: Props) {
  const { slot, row, product, choices, canEdit, hasMaximum, change, isUnsent, isSelected, onSelect, onDelete, onChange } = props
  const { t } = useTranslation('stock')
  const { currency, decimals, money, number: figure } = formats()
  const number = slot.slotNumber
  // What lies there now stays a choice, even if it is no longer in the catalogue.
  const offered =
    product && !choices.some(({ value }) => value === String(product.id))
      ? [{ value: String(product.id), label: product.name }, ...choices]
      : choices
  const was = (field: 'vendPrice' | 'maxQuantity', write: (value: number) => string) => {
    const base = change?.base[field]
    return base === undefined ? null : (
      <Text size="sm" c="dimmed">
        {t('products.was', { value: base === null ? '–' : write(base) })}
      </Text>
    )
  }
  return (
    <Table.Tr data-changed={change !== undefined || undefined} className={classes.row}>
      {canEdit && (
        <Table.Td className={classes.check}>
          <Checkbox
            size="md"
            aria-label={t('products.select', { slot: number })}
            checked={isSelected}
            onChange={({ currentTarget: { checked } }) => onSelect(checked)}
          />
        </Table.Td>
      )}
      <Table.Th scope="row" className={classes.number}>
        {number}
        {change ? (
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
          {...inGrid(row, 0)}
        />
      </Table.Td>
      <Table.Td className={classes.price}>
        <span className={classes.term} aria-hidden>
          {t('products.priceIn', { currency })}
        </span>
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
          withKeyboardEvents={false}
          hideControls={!canEdit}
          {...inGrid(row, 1)}
        />
        {was('vendPrice', money)}
      </Table.Td>
      {hasMaximum && (
        <Table.Td className={classes.maximum}>
          <span className={classes.term} aria-hidden>
            {t('products.maximum')}
          </span>
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
            withKeyboardEvents={false}
            hideControls={!canEdit}
            {...inGrid(row, 2)}
          />
          {was('maxQuantity', figure)}
        </Table.Td>
      )}
      {canEdit && (
        <Table.Td className={classes.delete}>
          {onDelete && (
            <ActionIcon variant="subtle" color="gray" size={44} aria-label={t('products.delete.of', { slot: number })} onClick={onDelete}>
              <IconTrash size={20} aria-hidden />
            </ActionIcon>
          )}
        </Table.Td>
      )}
    </Table.Tr>
  )
}
