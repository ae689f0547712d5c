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
          slot={{ ...slot, slotId: cells.row, productInstallationId: null }}
          product={productOf(slot.productId)}
          change={undefined}
          isUnsent={false}
          onDelete={() => onChange(slots.filter((one) => one !== slot))}
          onChange={(field, value) => change([slot], () => ({ [field]: value }))}
        />
      )}
    />
  )
}
