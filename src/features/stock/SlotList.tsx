import { Checkbox, Table } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProductLabels } from '#app/components/use-product-labels.ts'
import { formats } from '#app/data/formats.ts'
import type { Slot } from '#app/data/slots.ts'
import type { MachineStock } from '#app/data/stock.ts'
import { Card } from '#app/ui/Card.tsx'
import type { Product } from '#contract/products.ts'
import type { SlotId } from '#domain/ids.ts'
import { packagingsFor } from '#domain/slots/fitting.ts'
import { BulkBar } from './BulkBar.tsx'
import { DeleteSlotDialog } from './DeleteSlotDialog.tsx'
import { SlotRow } from './SlotRow.tsx'
import classes from './SlotsTab.module.css'
import { changeField, changeMany, type SlotChanges, typedSlot } from './slot-changes.ts'
import { moveInGrid } from './use-grid-keys.ts'

type Props = {
  stock: MachineStock
  slots: readonly Slot[]
  products: readonly Product[]
  changes: SlotChanges
  unsent: ReadonlySet<SlotId>
  canEdit: boolean
  onChange(to: (changes: SlotChanges) => SlotChanges): void
}

/** The slots of a machine as a grid with spreadsheet keys. */
export function SlotList({ stock: { machine, places }, slots, products, changes, unsent, canEdit, onChange }: Props) {
  const { t } = useTranslation('stock')
  const { currency } = formats()
  const [chosen, setChosen] = useState<ReadonlySet<SlotId>>(new Set())
  const [leaving, setLeaving] = useState<Slot | null>(null)
  const isSnack = machine.type === 'SNACK'
  const labelOf = useProductLabels()
  const byId = useMemo(() => new Map(products.map((product) => [product.id, product])), [products])
  const choices = useMemo(() => {
    const fitting = packagingsFor(machine.type)
    return products
      .filter(({ packaging, deleted }) => fitting.includes(packaging) && !deleted)
      .map((product) => ({ value: String(product.id), label: labelOf(product) }))
  }, [products, machine.type, labelOf])
  const selected = slots.filter(({ slotId }) => chosen.has(slotId))
  const select = (slotId: SlotId, isChosen: boolean) =>
    setChosen((known) => (isChosen ? new Set(known).add(slotId) : new Set([...known].filter((one) => one !== slotId))))
  return (
    <>
      {selected.length > 0 && (
        <BulkBar
          count={selected.length}
          hasMaximum={isSnack}
          onApply={(field, bulk) => onChange((known) => changeMany(known, selected, field, bulk, currency))}
          onEnd={() => setChosen(new Set())}
        />
      )}
      <Card>
        <Table className={classes.table} verticalSpacing="xs" onKeyDown={moveInGrid}>
          <Table.Caption className={classes.caption}>{t('products.caption', { machine: machine.name })}</Table.Caption>
          <Table.Thead>
            <Table.Tr>
              {canEdit && (
                <Table.Th className={classes.check}>
                  <Checkbox
                    size="md"
                    aria-label={t('products.selectAll')}
                    label={
                      <span className={classes.term} aria-hidden>
                        {t('products.selectAll')}
                      </span>
                    }
                    checked={selected.length === slots.length}
                    indeterminate={selected.length > 0 && selected.length < slots.length}
                    onChange={({ currentTarget: { checked } }) => setChosen(new Set(checked ? slots.map(({ slotId }) => slotId) : []))}
                  />
                </Table.Th>
              )}
              <Table.Th scope="col">{t('products.slot')}</Table.Th>
              <Table.Th scope="col">{t('products.product')}</Table.Th>
              <Table.Th scope="col">{t('products.priceIn', { currency })}</Table.Th>
              {isSnack && <Table.Th scope="col">{t('products.maximum')}</Table.Th>}
              {canEdit && <Table.Td />}
              {canEdit && <Table.Td />}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {slots.map((slot, row) => {
              const shown = typedSlot(slot, changes)
              return (
                <SlotRow
                  key={slot.slotId}
                  slot={shown}
                  machineId={machine.id}
                  row={row}
                  product={shown.productId === null ? undefined : byId.get(shown.productId)}
                  choices={choices}
                  canEdit={canEdit}
                  hasMaximum={isSnack}
                  change={changes[slot.slotId]}
                  isUnsent={unsent.has(slot.slotId)}
                  isSelected={chosen.has(slot.slotId)}
                  onSelect={(isChosen) => select(slot.slotId, isChosen)}
                  onDelete={() => setLeaving(slot)}
                  onChange={(field, value) => onChange((known) => changeField(known, slot, field, value))}
                />
              )
            })}
          </Table.Tbody>
        </Table>
      </Card>
      <DeleteSlotDialog
        machineId={machine.id}
        slot={leaving}
        place={places.find(({ slotId }) => slotId !== null && slotId === leaving?.slotId)}
        onClose={() => setLeaving(null)}
      />
    </>
  )
}
