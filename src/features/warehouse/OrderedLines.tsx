import { Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ProductName } from '#app/components/ProductName.tsx'
import { formats } from '#app/data/formats.ts'
import { Card } from '#app/ui/Card.tsx'
import { LinkButton } from '#app/ui/LinkButton.tsx'
import { type Column, Table } from '#app/ui/table/Table.tsx'
import type { SupplierOrder } from '#contract/supplier-orders.ts'
import { fromIso } from '#domain/time.ts'
import { openOf } from '#domain/warehouse/order.ts'

type Line = SupplierOrder['lines'][number]

/** What was ordered and has arrived, and the purchases by which it arrived. */
export function OrderedLines({ order: { lines, deliveries, totalNetCost, state } }: { order: SupplierOrder }) {
  const { t } = useTranslation('supplierOrders')
  const { number, money, dateTime } = formats()
  const unitsOf = ({ cases, piecesPerCase }: Line) => cases * piecesPerCase
  const columns: Column<Line>[] = [
    {
      key: 'product',
      label: t('column.product'),
      sortBy: ({ product }) => product.name,
      cell: ({ product }) => <ProductName product={product} />,
    },
    { key: 'cases', label: t('column.cases'), isNumber: true, sortBy: ({ cases }) => cases, cell: ({ cases }) => number(cases) },
    {
      key: 'quantity',
      label: t('column.quantity'),
      isNumber: true,
      sortBy: unitsOf,
      cell: (line) =>
        line.piecesPerCase > 1 ? t('ofCase', { shown: number(unitsOf(line)), size: number(line.piecesPerCase) }) : number(unitsOf(line)),
    },
    {
      key: 'received',
      label: t('column.received'),
      isNumber: true,
      sortBy: ({ received }) => received,
      cell: ({ received }) => (received > 0 ? number(received) : '–'),
    },
    {
      key: 'open',
      label: t('column.open'),
      isNumber: true,
      sortBy: openOf,
      cell: (line) => (state === 'SENT' && openOf(line) > 0 ? <strong>{number(openOf(line))}</strong> : '–'),
    },
    {
      key: 'price',
      label: t('column.price'),
      isNumber: true,
      sortBy: ({ unitCost }) => unitCost || null,
      cell: ({ unitCost }) => (unitCost > 0 ? money(unitCost) : '–'),
    },
    {
      key: 'sum',
      label: t('column.sum'),
      isNumber: true,
      sortBy: (line) => unitsOf(line) * line.unitCost,
      cell: (line) => (line.unitCost > 0 ? money(unitsOf(line) * line.unitCost) : '–'),
    },
  ]
  return (
    <>
      <Card p={0}>
        <Table label={t('column.products')} columns={columns} rows={lines} keyOf={({ productId }) => productId} />
        <Text fw={600} p="md">
          {t('sum', { shown: number(lines.length), amount: money(totalNetCost) })}
        </Text>
      </Card>
      {deliveries.length > 0 && (
        <Card>
          <Title order={2}>{t('deliveries.title')}</Title>
          <ul>
            {deliveries.map(({ identifier, invoiceNumber, deliveredAt, units }) => (
              <li key={identifier}>
                {t('deliveries.of', {
                  at: deliveredAt === null ? '–' : dateTime(fromIso(deliveredAt)),
                  invoice: invoiceNumber ?? t('deliveries.noInvoice'),
                  shown: number(units),
                })}
              </li>
            ))}
          </ul>
          <LinkButton variant="light" to="/dashboard/inventory" search={{ tab: 'purchases' }}>
            {t('deliveries.all')}
          </LinkButton>
        </Card>
      )}
    </>
  )
}
