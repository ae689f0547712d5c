import { useCallbackRef } from '@mantine/hooks'
import type { ComponentProps } from 'react'
import { formats } from '#app/data/formats.ts'
import type { Product } from '#contract/products.ts'
import type { TemplateSlot } from '#contract/templates.ts'
import type { MachineType } from '#domain/machines/machine.ts'
import { bulkMaximum, bulkPrice } from '#domain/slots/bulk.ts'
import { SlotGrid } from '../SlotGrid.tsx'
import { SlotRow } from '../SlotRow.tsx'

type Props = {
  name: string
  type: MachineType
  slots: readonly TemplateSlot[]
  products: readonly Product[]
  onChange(slots: TemplateSlot[]): void
}

/** The slots of a template. */
export function TemplateSlots({ name, type, slots, products, onChange }: Props) {
  const { currency } = formats()
  const change = (changed: readonly TemplateSlot[], to: (slot: TemplateSlot) => Partial<TemplateSlot>) =>
    onChange(slots.map((slot) => (changed.includes(slot) ? { ...slot, ...to(slot) } : slot)))
  const onDelete = useCallbackRef((row: number) => onChange(slots.filter((_, other) => other !== row)))
  const onField = useCallbackRef<ComponentProps<typeof SlotRow>['onChange']>((row, field, value) =>
    onChange(slots.map((slot, other) => (other === row ? { ...slot, [field]: value } : slot))),
  )
  return (
    <SlotGrid
      name={name}
      type={type}
      slots={slots}
      products={products}
      buttons={1}
      idOf={({ slotNumber }) => slotNumber}
      onApply={(selected, field, bulk) =>
        change(selected, ({ vendPrice, maxQuantity }) =>
          field === 'vendPrice' ? { vendPrice: bulkPrice(vendPrice, bulk, currency) } : { maxQuantity: bulkMaximum(maxQuantity, bulk) },
        )
      }
      rowOf={(slot, cells, productOf) => (
        <SlotRow
          key={slot.slotNumber}
          {...cells}
          slot={slot}
          product={productOf(slot.productId)}
          change={undefined}
          isUnsent={false}
          onDelete={onDelete}
          onChange={onField}
        />
      )}
    />
  )
}
