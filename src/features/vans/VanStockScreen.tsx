import { Badge, Button } from '@mantine/core'
import { IconPencil, IconTruck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { QueryError } from '#app/components/QueryError.tsx'
import { WhyThisNumber } from '#app/components/StockHistory.tsx'
import { useProductLabels } from '#app/components/use-product-labels.ts'
import { unitOf } from '#app/data/activity.ts'
import { formats } from '#app/data/formats.ts'
import { idIn } from '#app/data/id-in.ts'
import { Card } from '#app/ui/Card.tsx'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import { ListSkeleton } from '#app/ui/Skeletons.tsx'
import { type Column, Table } from '#app/ui/table/Table.tsx'
import type { VanStock } from '#contract/vans.ts'
import { fromIso } from '#domain/time.ts'
import { GoodsName } from './GoodsName.tsx'
import { VanDialog } from './VanDialog.tsx'
import classes from './Vans.module.css'
import { oneVan } from './vans.queries.ts'

export const Route = createFileRoute('/_signed-in/_managers/dashboard/vans/$vanId')({
  // Not in `beforeLoad`, whose imports are loaded with the first page.
  loader: ({ params }) => {
    if (idIn(params.vanId) === 0) throw redirect({ to: '/dashboard/vans', replace: true })
  },
  component: VanStockScreen,
})

/** One van: its driver, and its stock by product with its history. */
function VanStockScreen() {
  const { t } = useTranslation('vans')
  const vanId = idIn(Route.useParams().vanId)
  const { dateTime, amount } = formats()
  const { data: van, error, refetch } = useQuery(oneVan(vanId))
  const [isEdited, setEdited] = useState(false)
  const labelOf = useProductLabels()
  const columns = useMemo(
    (): Column<VanStock>[] => [
      {
        key: 'product',
        label: t('product'),
        sortBy: ({ product }) => labelOf(product),
        cell: ({ product }) => <GoodsName product={product} />,
      },
      {
        key: 'quantity',
        label: t('quantity'),
        isNumber: true,
        sortBy: ({ quantity }) => quantity,
        cell: ({ product, quantity }) => (
          <span className={quantity < 0 ? (classes.below ?? '') : ''}>{amount(quantity, unitOf(product))}</span>
        ),
      },
      {
        key: 'countedAt',
        label: t('countedAt'),
        sortBy: ({ countedAt }) => countedAt,
        cell: ({ countedAt }) => (countedAt === null ? t('neverCounted') : dateTime(fromIso(countedAt))),
      },
      {
        key: 'history',
        label: t('history:title'),
        cell: ({ product, productInstallationId: point }) => <WhyThisNumber of={{ point, product, slotNumber: null }} />,
      },
    ],
    [t, dateTime, amount, labelOf],
  )
  return (
    <>
      <PageHeader
        title={van?.name ?? t('title')}
        subtitle={
          van && (
            <>
              {van.driver ? t('drivenBy', { name: van.driver.name }) : t('noDriver')}{' '}
              {!van.isActive && (
                <Badge variant="light" color="gray">
                  {t('outOfUse')}
                </Badge>
              )}
            </>
          )
        }
        breadcrumb={[{ label: t('title'), link: { to: '/dashboard/vans' } }, { label: van?.name ?? t('title') }]}
        actions={
          van && (
            <Button size="md" leftSection={<IconPencil size={18} aria-hidden />} onClick={() => setEdited(true)}>
              {t('edit')}
            </Button>
          )
        }
      />
      {error && !van ? (
        <QueryError error={error} onRetry={() => void refetch()} />
      ) : !van ? (
        <ListSkeleton />
      ) : van.stocks.length === 0 ? (
        <EmptyState icon={<IconTruck />} title={t('empty')} text={t('emptyText')} />
      ) : (
        <Card p={0}>
          <Table
            name="van-stock"
            label={t('contents')}
            columns={columns}
            rows={van.stocks}
            keyOf={({ productInstallationId }) => productInstallationId}
          />
        </Card>
      )}
      {van && <VanDialog opened={isEdited} van={van} onClose={() => setEdited(false)} />}
    </>
  )
}
