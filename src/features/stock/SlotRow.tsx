import { ActionIcon, Badge, Checkbox, Select, Table, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChangesOfSlot } from '#app/components/ChangesLink.tsx'
import { formats } from '#app/data/formats.ts'
import type { Slot } from '#app/data/slots.ts'
import { NumberInput } from '#app/ui/NumberInput.tsx'
import type { ProductCard } from '#contract/products.ts'
import type { MachineId } from '#domain/ids.ts'
import { MAX_IN_SLOT, MAX_PRICE } from '#domain/slots/slot.ts'
import type { SlotFields } from '#domain/slots/slot-edit.ts'
import classes from './SlotsTab.module.css'
import type { SlotChange } from './slot-changes.ts'
import { inGrid } from './use-grid-keys.ts'

type Props = {
  slot: Slot
  /** Without it, the row has no link to the changes of its slot. */
  machineId?: MachineId
  /** Its row in the grid, for keyboard navigation. */
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
  const { slot, machineId, row, product, choices, canEdit, hasMaximum, change, isUnsent, isSelected, onSelect, onDelete, onChange } = props
  const { t } = useTranslation('stock')
  const { currency, decimals, money, number: figure } = formats()
  const [wrong, setWrong] = useState({ vendPrice: false, maxQuantity: false })
  const number = slot.slotNumber
  // The current product remains an option, even if it is no longer in the catalogue.
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
  // Invalid text changes nothing in the slot. The list is not saved while a field contains some.
  const figureField = (field: 'vendPrice' | 'maxQuantity') => ({
    value: wrong[field] ? Number.NaN : slot[field],
    onChange: (value: number | null) => {
      setWrong({ ...wrong, [field]: Number.isNaN(value) })
      if (!Number.isNaN(value)) onChange(field, value)
    },
  })
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
          <Badge size="sm" variant="light">
            {t('products.changed')}
          </Badge>
        ) : (
          isUnsent && (
            <Badge size="sm" variant="light" color="orange">
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
          clearSectionMode="clear"
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
          {...figureField('vendPrice')}
          disabled={!canEdit}
          min={0}
          max={MAX_PRICE}
          decimals={decimals}
          fixed
          emptiesNegative
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
            {...figureField('maxQuantity')}
            disabled={!canEdit}
            min={0}
            max={MAX_IN_SLOT}
            {...inGrid(row, 2)}
          />
          {was('maxQuantity', figure)}
        </Table.Td>
      )}
      {canEdit && machineId !== undefined && (
        <Table.Td className={classes.changes}>
          <ChangesOfSlot machineId={machineId} slot={slot} />
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
