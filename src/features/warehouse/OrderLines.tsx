import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ProductName } from '#app/components/ProductName.tsx'
import { formats } from '#app/data/formats.ts'
import { useLateValue } from '#app/ui/late-value.ts'
import { NumberTextInput } from '#app/ui/NumberInput.tsx'
import { type Column, Table } from '#app/ui/table/Table.tsx'
import { daysOfCover } from '#domain/warehouse/order.ts'
import classes from './Orders.module.css'
import { casesIn, casesRules, casesText, type OrderDraft, type OrderRow } from './order-draft.ts'

type Props = {
  label: string
  rows: readonly OrderRow[]
  typed: OrderDraft['cases']
  onChange(productId: number, cases: string): void
}

/** The products of an order with their supply, and a field for the cases of each. */
export function OrderLines({ label, rows, typed, onChange }: Props) {
  const { t } = useTranslation('supplierOrders')
  const { number, money, amount, locale } = formats()
  const stockOf = ({ product }: OrderRow, value: number) => amount(value, product.packaging === 'INGREDIENT' ? product.volumeType : 'PIECE')
  const coverOf = ({ supply }: OrderRow) => supply && daysOfCover(supply)
  const lasts = (row: OrderRow) => {
    const days = coverOf(row)
    return days === null ? '–' : number(Math.floor(days))
  }
  const unitsOf = (row: OrderRow) => (casesIn(row, typed, locale) ?? 0) * row.piecesPerCase
  const columns: Column<OrderRow>[] = [
    {
      key: 'product',
      label: t('column.product'),
      sortBy: ({ product }) => product.name,
      cell: ({ product }) => <ProductName product={product} />,
    },
    { key: 'lasts', label: t('column.lasts'), isNumber: true, sortBy: coverOf, cell: lasts },
    {
      key: 'inWarehouse',
      label: t('column.inWarehouse'),
      isNumber: true,
      sortBy: ({ supply }) => supply?.inWarehouse,
      cell: (row) => (row.supply ? stockOf(row, row.supply.inWarehouse) : '–'),
    },
    {
      key: 'onOrder',
      label: t('column.onOrder'),
      isNumber: true,
      sortBy: ({ supply }) => supply?.onOrder,
      cell: (row) => (row.supply?.onOrder ? stockOf(row, row.supply.onOrder) : '–'),
    },
    {
      key: 'shortage',
      label: t('column.shortage'),
      isNumber: true,
      sortBy: ({ supply }) => supply?.shortage,
      cell: (row) => (row.supply?.shortage ? stockOf(row, row.supply.shortage) : '–'),
    },
    {
      key: 'cases',
      label: t('column.cases'),
      isNumber: true,
      cell: (row) => <CasesField row={row} stored={casesText(row, typed)} onChange={(cases) => onChange(row.productId, cases)} />,
    },
    {
      key: 'quantity',
      label: t('column.quantity'),
      isNumber: true,
      cell: (row) =>
        row.piecesPerCase > 1 ? t('ofCase', { shown: number(unitsOf(row)), size: number(row.piecesPerCase) }) : number(unitsOf(row)),
    },
    {
      key: 'price',
      label: t('column.price'),
      isNumber: true,
      sortBy: ({ unitCost }) => unitCost || null,
      cell: ({ unitCost }) => (unitCost > 0 ? money(unitCost) : '–'),
    },
    { key: 'sum', label: t('column.sum'), isNumber: true, cell: (row) => (row.unitCost > 0 ? money(unitsOf(row) * row.unitCost) : '–') },
  ]
  return <Table label={label} columns={columns} rows={rows} keyOf={({ productId }) => productId} isVirtual={false} />
}

/** Keeps its own text, because rows are rendered after the key stroke. */
function CasesField({ row, stored, onChange }: { row: OrderRow; stored: string; onChange(cases: string): void }) {
  const { t } = useTranslation('supplierOrders')
  const [text, setText] = useState<string | null>(null)
  const report = useLateValue(stored, () => setText(null))
  return (
    <NumberTextInput
      {...casesRules(row.piecesPerCase)}
      step={1}
      className={classes.cases ?? ''}
      aria-label={t('casesOf', { product: row.product.name })}
      value={text ?? stored}
      onChange={(value) => {
        setText(value)
        report(value)
        onChange(value)
      }}
    />
  )
}
