import { Checkbox, Table } from '@mantine/core'
import { useCallbackRef } from '@mantine/hooks'
import { type ComponentProps, type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProductLabels } from '#app/components/use-product-labels.ts'
import { formats } from '#app/data/formats.ts'
import { Card } from '#app/ui/Card.tsx'
import type { Product } from '#contract/products.ts'
import type { MachineType } from '#domain/machines/machine.ts'
import { packagingsFor } from '#domain/slots/fitting.ts'
import { BulkBar } from './BulkBar.tsx'
import type { SlotRow } from './SlotRow.tsx'
import classes from './SlotsTab.module.css'
import { moveInGrid } from './use-grid-keys.ts'

/** What the grid passes to each of its rows. */
type Cells = Pick<ComponentProps<typeof SlotRow>, 'row' | 'choices' | 'hasMaximum' | 'canEdit' | 'isSelected' | 'onSelect'>

type Props<S, Id> = {
  name: string
  type: MachineType
  slots: readonly S[]
  products: readonly Product[]
  canEdit?: boolean
  /** Number of columns after the figures. */
  buttons: number
  idOf(slot: S): Id
  onApply(selected: readonly S[], ...bulk: Parameters<ComponentProps<typeof BulkBar>['onApply']>): void
  rowOf(slot: S, cells: Cells, productOf: (id: number | null) => Product | undefined): ReactNode
}

/** Slots as a grid with spreadsheet keys, selection and bulk changes. */
export function SlotGrid<S, Id>({ name, type, slots, products, canEdit = true, buttons, idOf, onApply, rowOf }: Props<S, Id>) {
  const { t } = useTranslation('stock')
  const { currency } = formats()
  const labelOf = useProductLabels()
  const [chosen, setChosen] = useState<ReadonlySet<Id>>(new Set())
  const hasMaximum = type === 'SNACK'
  const byId = useMemo(() => new Map(products.map((product) => [product.id, product])), [products])
  const choices = useMemo(() => {
    const fitting = packagingsFor(type)
    return products
      .filter(({ packaging, deleted }) => fitting.includes(packaging) && !deleted)
      .map((product) => ({ value: String(product.id), label: labelOf(product) }))
  }, [products, type, labelOf])
  const selected = slots.filter((slot) => chosen.has(idOf(slot)))
  const onSelect = useCallbackRef((row: number, isChosen: boolean) => {
    const slot = slots[row]
    if (!slot) return
    const id = idOf(slot)
    setChosen((known) => (isChosen ? new Set(known).add(id) : new Set([...known].filter((one) => one !== id))))
  })
  return (
    <>
      {selected.length > 0 && (
        <BulkBar
          count={selected.length}
          hasMaximum={hasMaximum}
          onApply={(...bulk) => onApply(selected, ...bulk)}
          onEnd={() => setChosen(new Set())}
        />
      )}
      <Card>
        <Table className={`${classes.table} ${canEdit ? '' : classes.readOnly}`} verticalSpacing="xs" onKeyDown={moveInGrid}>
          <Table.Caption className={classes.caption}>{t('products.caption', { machine: name })}</Table.Caption>
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
                    onChange={({ currentTarget: { checked } }) => setChosen(new Set(checked ? slots.map(idOf) : []))}
                  />
                </Table.Th>
              )}
              <Table.Th scope="col">{t('products.slot')}</Table.Th>
              <Table.Th scope="col">{t('products.product')}</Table.Th>
              <Table.Th scope="col" ta="end">
                {t('products.priceIn', { currency })}
              </Table.Th>
              {hasMaximum && (
                <Table.Th scope="col" ta="end">
                  {t('products.maximum')}
                </Table.Th>
              )}
              {canEdit && <Table.Td colSpan={buttons} />}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {slots.map((slot, row) => {
              const cells = { row, choices, hasMaximum, canEdit, isSelected: chosen.has(idOf(slot)), onSelect }
              return rowOf(slot, cells, (product) => (product === null ? undefined : byId.get(product)))
            })}
          </Table.Tbody>
        </Table>
      </Card>
    </>
  )
}
