import { useCallbackRef } from '@mantine/hooks'
import { type ComponentProps, useState } from 'react'
import { formats } from '#app/data/formats.ts'
import type { Slot } from '#app/data/slots.ts'
import type { MachineStock } from '#app/data/stock.ts'
import type { Product } from '#contract/products.ts'
import type { SlotId } from '#domain/ids.ts'
import { DeleteSlotDialog } from './DeleteSlotDialog.tsx'
import { SlotGrid } from './SlotGrid.tsx'
import { SlotRow } from './SlotRow.tsx'
import { changeField, changeMany, type SlotChanges, typedSlot } from './slot-changes.ts'

type Props = {
  stock: MachineStock
  slots: readonly Slot[]
  products: readonly Product[]
  changes: SlotChanges
  unsent: ReadonlySet<SlotId>
  canEdit: boolean
  onChange(to: (changes: SlotChanges) => SlotChanges): void
}

/** The slots of a machine. */
export function SlotList({ stock: { machine, places }, slots, products, changes, unsent, canEdit, onChange }: Props) {
  const { currency } = formats()
  const [leaving, setLeaving] = useState<Slot | null>(null)
  const onDelete = useCallbackRef((row: number) => setLeaving(slots[row] ?? null))
  const onField = useCallbackRef<ComponentProps<typeof SlotRow>['onChange']>((row, field, value) => {
    const slot = slots[row]
    if (slot) onChange((known) => changeField(known, slot, field, value))
  })
  return (
    <>
      <SlotGrid
        name={machine.name}
        type={machine.type}
        slots={slots}
        products={products}
        canEdit={canEdit}
        buttons={2}
        idOf={({ slotId }) => slotId}
        onApply={(selected, field, bulk) => onChange((known) => changeMany(known, selected, field, bulk, currency))}
        rowOf={(slot, cells, productOf) => {
          const shown = typedSlot(slot, changes)
          return (
            <SlotRow
              key={slot.slotId}
              {...cells}
              slot={shown}
              machineId={machine.id}
              slotId={slot.slotId}
              product={productOf(shown.productId)}
              change={changes[slot.slotId]}
              isUnsent={unsent.has(slot.slotId)}
              onDelete={onDelete}
              onChange={onField}
            />
          )
        }}
      />
      <DeleteSlotDialog
        machineId={machine.id}
        slot={leaving}
        place={places.find(({ slotId }) => slotId !== null && slotId === leaving?.slotId)}
        onClose={() => setLeaving(null)}
      />
    </>
  )
}
