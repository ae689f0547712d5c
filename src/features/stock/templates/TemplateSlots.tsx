import { Checkbox, Table } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProductLabels } from '#app/components/use-product-labels.ts'
import { formats } from '#app/data/formats.ts'
import { Card } from '#app/ui/Card.tsx'
import type { Product } from '#contract/products.ts'
import type { TemplateSlot } from '#contract/templates.ts'
import type { MachineType } from '#domain/machines/machine.ts'
import { bulkMaximum, bulkPrice } from '#domain/slots/bulk.ts'
import { packagingsFor } from '#domain/slots/fitting.ts'
import { BulkBar } from '../BulkBar.tsx'
import { SlotRow } from '../SlotRow.tsx'
import classes from '../SlotsTab.module.css'
import { moveInGrid } from '../use-grid-keys.ts'

type Props = {
  name: string
  type: MachineType
  slots: readonly TemplateSlot[]
  products: readonly Product[]
  onChange(slots: TemplateSlot[]): void
}

/** The slots of a template as a grid with spreadsheet keys, like those of a machine. */
export function TemplateSlots({ name, type, slots, products, onChange }: Props) {
  const { t } = useTranslation('stock')
  const { currency } = formats()
  const labelOf = useProductLabels()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const isSnack = type === 'SNACK'
  const byId = useMemo(() => new Map(products.map((product) => [product.id, product])), [products])
  const choices = useMemo(() => {
    const fitting = packagingsFor(type)
    return products
      .filter(({ packaging, deleted }) => fitting.includes(packaging) && !deleted)
      .map((product) => ({ value: String(product.id), label: labelOf(product) }))
  }, [products, type, labelOf])
  const selected = slots.filter(({ slotNumber }) => chosen.has(slotNumber))
  const change = (isMeant: (slot: TemplateSlot) => boolean, to: (slot: TemplateSlot) => Partial<TemplateSlot>) =>
    onChange(slots.map((slot) => (isMeant(slot) ? { ...slot, ...to(slot) } : slot)))
  return (
    <>
      {selected.length > 0 && (
        <BulkBar
          count={selected.length}
          hasMaximum={isSnack}
          onApply={(field, bulk) =>
            change(
              ({ slotNumber }) => chosen.has(slotNumber),
              (slot) =>
                field === 'vendPrice'
                  ? { vendPrice: bulkPrice(slot.vendPrice, bulk, currency) }
                  : { maxQuantity: bulkMaximum(slot.maxQuantity, bulk) },
            )
          }
          onEnd={() => setChosen(new Set())}
        />
      )}
      <Card>
        <Table className={classes.table} verticalSpacing="xs" onKeyDown={moveInGrid}>
          <Table.Caption className={classes.caption}>{t('products.caption', { machine: name })}</Table.Caption>
          <Table.Thead>
            <Table.Tr>
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
                  onChange={({ currentTarget: { checked } }) =>
                    setChosen(new Set(checked ? slots.map(({ slotNumber }) => slotNumber) : []))
                  }
                />
              </Table.Th>
              <Table.Th scope="col">{t('products.slot')}</Table.Th>
              <Table.Th scope="col">{t('products.product')}</Table.Th>
              <Table.Th scope="col">{t('products.priceIn', { currency })}</Table.Th>
              {isSnack && <Table.Th scope="col">{t('products.maximum')}</Table.Th>}
              <Table.Td />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {slots.map((slot, row) => {
              const { slotNumber, productId } = slot
              return (
                <SlotRow
                  key={slotNumber}
                  slot={{ ...slot, slotId: row, productInstallationId: null }}
                  row={row}
                  product={productId === null ? undefined : byId.get(productId)}
                  choices={choices}
                  canEdit
                  hasMaximum={isSnack}
                  change={undefined}
                  isUnsent={false}
                  isSelected={chosen.has(slotNumber)}
                  onSelect={(isChosen) =>
                    setChosen(isChosen ? new Set(chosen).add(slotNumber) : new Set([...chosen].filter((one) => one !== slotNumber)))
                  }
                  onDelete={() => onChange(slots.filter((one) => one.slotNumber !== slotNumber))}
                  onChange={(field, value) =>
                    change(
                      (one) => one.slotNumber === slotNumber,
                      () => ({ [field]: value }),
                    )
                  }
                />
              )
            })}
          </Table.Tbody>
        </Table>
      </Card>
    </>
  )
}
