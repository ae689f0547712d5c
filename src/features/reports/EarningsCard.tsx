import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useProductLabels } from '#app/components/use-product-labels.ts'
import { formats } from '#app/data/formats.ts'
import type { Column } from '#app/ui/table/column.ts'
import type { ProductRevenue } from '#contract/machine-reports.ts'
import { revenueOf } from './machine-reports.queries.ts'
import { RowsOfMachine } from './RowsOfMachine.tsx'

type Props = { machine: { id: number; name: string }; month: string; onClose(): void }

/** Revenue of each product of one machine, and better alternatives. */
export function EarningsCard({ machine, month, onClose }: Props) {
  const { t } = useTranslation('machineReports')
  const report = useQuery(revenueOf(machine.id, month))
  const { money, number } = formats()
  const labelOf = useProductLabels()
  const column = (key: string) => ({ key, label: t(`revenue.column.${key}`) })
  const columns: Column<ProductRevenue>[] = [
    { ...column('product'), sortBy: ({ product }) => labelOf(product), cell: ({ product }) => labelOf(product) },
    { ...column('slots'), sortBy: ({ slots }) => slots[0], cell: ({ slots }) => slots.join(', ') },
    { ...column('sold'), isNumber: true, sortBy: ({ sold }) => sold, cell: ({ sold }) => number(sold) },
    { ...column('margin'), isNumber: true, sortBy: ({ margin }) => margin, cell: ({ margin }) => money(margin) },
    { ...column('perDay'), isNumber: true, sortBy: ({ marginPerDay }) => marginPerDay, cell: ({ marginPerDay }) => money(marginPerDay) },
    {
      ...column('empty'),
      isNumber: true,
      sortBy: ({ hoursEmpty }) => hoursEmpty,
      cell: ({ hoursEmpty }) => (hoursEmpty === null ? '–' : number(hoursEmpty)),
    },
    { ...column('missed'), isNumber: true, sortBy: ({ missed }) => missed, cell: ({ missed }) => (missed === null ? '–' : money(missed)) },
    {
      ...column('better'),
      sortBy: ({ better }) => better?.gain,
      cell: ({ better }) => better && t('revenue.better', { product: labelOf(better.product), gain: money(better.gain) }),
    },
  ]
  return (
    <RowsOfMachine
      title={t('revenue.productsIn', { name: machine.name })}
      report={report}
      columns={columns}
      keyOf={({ product }) => String(product.id)}
      failed={t('revenue.failed')}
      none={t('revenue.noProducts')}
      onClose={onClose}
    />
  )
}
