import { useTranslation } from 'react-i18next'
import { ProductName } from '#app/components/ProductName.tsx'
import { getSession } from '#app/data/device.ts'
import { formats } from '#app/data/formats.ts'
import { type Column, Table } from '#app/ui/table/Table.tsx'
import type { WarehouseChangeRow } from '#contract/warehouse.ts'
import { stamp } from '#domain/formats.ts'
import { fromIso } from '#domain/time.ts'
import classes from './ChangesTable.module.css'

/** Warehouse changes with sign and colour, type, user, time and note. */
export function ChangesTable({
  rows,
  ...list
}: {
  rows: readonly WarehouseChangeRow[]
  isComplete?: boolean
  isFading?: boolean
  name?: string
}) {
  const { t } = useTranslation('warehouse')
  const { exactAmount } = formats()
  const { timezone } = getSession().account
  const unitOf = ({ product }: WarehouseChangeRow) => (product.packaging === 'INGREDIENT' ? product.volumeType : 'PIECE')
  const columns: Column<WarehouseChangeRow>[] = [
    {
      key: 'product',
      label: t('column.product'),
      sortBy: ({ product }) => product.name,
      cell: ({ product }) => <ProductName product={product} />,
    },
    {
      key: 'change',
      label: t('column.change'),
      isNumber: true,
      sortBy: (row) => row.quantityChange,
      cell: (row) => (
        <span className={classes.change} data-sign={Math.sign(row.quantityChange)}>
          {signed(row.quantityChange, exactAmount(Math.abs(row.quantityChange), unitOf(row)))}
        </span>
      ),
    },
    { key: 'type', label: t('column.type'), isWord: true, sortBy: ({ type }) => t(`type.${type}`), cell: ({ type }) => t(`type.${type}`) },
    {
      key: 'before',
      sortBy: (row) => row.quantityBeforeChange,
      label: t('column.before'),
      isNumber: true,
      cell: (row) => exactAmount(row.quantityBeforeChange, unitOf(row)),
    },
    { key: 'user', label: t('column.user'), sortBy: ({ user }) => user?.name, cell: ({ user }) => user?.name ?? '–' },
    {
      key: 'when',
      sortBy: ({ createdAt }) => fromIso(createdAt),
      label: t('column.when'),
      cell: ({ createdAt }) => <time dateTime={createdAt}>{stamp(createdAt, timezone)}</time>,
    },
    { key: 'note', label: t('column.note'), cell: ({ note }) => note || '–' },
  ]
  return <Table label={t('tab.changes')} columns={columns} rows={rows} keyOf={({ id }) => id} {...list} />
}

/** A real minus sign, which is as wide as a plus. */
const signed = (change: number, amount: string) => (change > 0 ? `+${amount}` : change < 0 ? `−${amount}` : amount)
