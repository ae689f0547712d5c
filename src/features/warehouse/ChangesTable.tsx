import { useTranslation } from 'react-i18next'
import { type Column, DataTable } from '#app/components/DataTable.tsx'
import { ProductName } from '#app/components/ProductName.tsx'
import { formats } from '#app/data/formats.ts'
import type { WarehouseChangeRow } from '#contract/warehouse.ts'
import { fromIso } from '#domain/time.ts'
import classes from './ChangesTable.module.css'

/** Warehouse changes with sign and colour, type, user, time and note. */
export function ChangesTable({ rows, isFading = false }: { rows: readonly WarehouseChangeRow[]; isFading?: boolean }) {
  const { t } = useTranslation('warehouse')
  const { exactAmount, dateTime } = formats()
  const unitOf = ({ product }: WarehouseChangeRow) => (product.packaging === 'INGREDIENT' ? product.volumeType : 'PIECE')
  const columns: Column<WarehouseChangeRow>[] = [
    {
      key: 'change',
      label: t('column.change'),
      cell: (row) => (
        <span className={classes.change} data-sign={Math.sign(row.quantityChange)}>
          {signed(row.quantityChange, exactAmount(Math.abs(row.quantityChange), unitOf(row)))}
        </span>
      ),
    },
    { key: 'product', label: t('column.product'), cell: ({ product }) => <ProductName product={product} /> },
    { key: 'type', label: t('column.type'), isWord: true, cell: ({ type }) => t(`type.${type}`) },
    {
      key: 'before',
      label: t('column.before'),
      isNumber: true,
      cell: (row) => exactAmount(row.quantityBeforeChange, unitOf(row)),
    },
    { key: 'user', label: t('column.user'), cell: ({ user }) => user?.name ?? '–' },
    {
      key: 'when',
      label: t('column.when'),
      cell: ({ createdAt }) => <time dateTime={createdAt}>{dateTime(fromIso(createdAt))}</time>,
    },
    { key: 'note', label: t('column.note'), cell: ({ note }) => note || '–' },
  ]
  return <DataTable label={t('tab.changes')} columns={columns} rows={rows} keyOf={({ id }) => id} isFading={isFading} />
}

/** A real minus sign, which is as wide as a plus. */
const signed = (change: number, amount: string) => (change > 0 ? `+${amount}` : change < 0 ? `−${amount}` : amount)
