import { ActionIcon, Badge, Checkbox, Select, Table, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChangesOfSlot } from '#app/components/ChangesLink.tsx'
import { formats } from '#app/data/formats.ts'
import { NumberInput } from '#app/ui/NumberInput.tsx'
import type { ProductCard } from '#contract/products.ts'
import type { MachineId, SlotId } from '#domain/ids.ts'
import { MAX_IN_SLOT, MAX_PRICE } from '#domain/slots/slot.ts'
import type { SlotFields } from '#domain/slots/slot-edit.ts'
import classes from './SlotsTab.module.css'
import type { SlotChange } from './slot-changes.ts'
import { inGrid } from './use-grid-keys.ts'

type Props = {
  slot: SlotFields & { slotNumber: string }
  /** Without them, the row has no link to the changes of its slot. */
  machineId?: MachineId
  slotId?: SlotId
  /** Its row in the grid, for keyboard navigation and the callbacks. */
  row: number
  product: ProductCard | undefined
  choices: { value: string; label: string }[]
  canEdit: boolean
  hasMaximum: boolean
  change: SlotChange | undefined
  isUnsent: boolean
  isSelected: boolean
  onSelect(row: number, isSelected: boolean): void
  onDelete?: ((row: number) => void) | undefined
  onChange<F extends keyof SlotFields>(row: number, field: F, value: SlotFields[F]): void
}

/**
 * One slot: product, price and maximum. A machine has up to a hundred of them, so a row renders only if its own properties change: callers
 * pass the same callbacks each time.
 */
export const SlotRow = memo(function SlotRow(props: Props) {
  const { slot, machineId, slotId, row, product, choices, canEdit, hasMaximum } = props
  const { change, isUnsent, isSelected, onSelect, onDelete, onChange } = props
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
      if (!Number.isNaN(value)) onChange(row, field, value)
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
            onChange={({ currentTarget: { checked } }) => onSelect(row, checked)}
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
          onChange={(value) => onChange(row, 'productId', value === null ? null : Number(value))}
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
      {canEdit && machineId !== undefined && slotId !== undefined && (
        <Table.Td className={classes.changes}>
          <ChangesOfSlot machineId={machineId} slot={{ slotId, slotNumber: number }} />
        </Table.Td>
      )}
      {canEdit && (
        <Table.Td className={classes.delete}>
          {onDelete && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size={44}
              aria-label={t('products.delete.of', { slot: number })}
              onClick={() => onDelete(row)}
            >
              <IconTrash size={20} aria-hidden />
            </ActionIcon>
          )}
        </Table.Td>
      )}
    </Table.Tr>
  )
})
