import { Badge, NativeSelect } from '@mantine/core'
import { IconTruck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { PagedList } from '#app/components/PagedList.tsx'
import { formats } from '#app/data/formats.ts'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { LinkButton } from '#app/ui/LinkButton.tsx'
import { NothingFound } from '#app/ui/NothingFound.tsx'
import { LIST_SIZES, STANDARD_SIZE } from '#app/ui/page-sizes.ts'
import { SearchBox } from '#app/ui/SearchBox.tsx'
import { type Column, Table } from '#app/ui/table/Table.tsx'
import type { SupplierOrder } from '#contract/supplier-orders.ts'
import { fromIso } from '#domain/time.ts'
import { ORDER_STATES } from '#domain/warehouse/order.ts'
import { dayWords } from './order-day.ts'
import { orderList } from './orders.queries.ts'
import type { OrdersTabProps } from './orders-search.ts'
import warehouse from './Warehouse.module.css'

/** All orders, latest first. */
export function OrderListTab({ search, onSearch }: OrdersTabProps) {
  const { t } = useTranslation('supplierOrders')
  const { q = '', page = 1, size = STANDARD_SIZE.lists, state } = search
  const list = useQuery(orderList({ page: page - 1, size, query: q, state }))
  const { money, date, number } = formats()
  const columns: Column<SupplierOrder>[] = [
    {
      key: 'order',
      label: t('column.order'),
      sortBy: (order) => order.number,
      cell: ({ id, number: of }) => (
        <Link to="/dashboard/orders/$orderId" params={{ orderId: String(id) }}>
          {t('orderNumber', { number: of })}
        </Link>
      ),
    },
    { key: 'supplier', label: t('column.supplier'), sortBy: ({ supplier }) => supplier.name, cell: ({ supplier }) => supplier.name },
    {
      key: 'state',
      label: t('column.state'),
      sortBy: ({ state: its }) => t(`state.${its}`),
      cell: (order) => <OrderStateBadge order={order} />,
    },
    {
      key: 'created',
      label: t('column.created'),
      sortBy: ({ createdAt }) => fromIso(createdAt),
      cell: ({ createdAt }) => date(fromIso(createdAt)),
    },
    {
      key: 'expected',
      label: t('column.expected'),
      sortBy: ({ expectedOn }) => expectedOn,
      cell: ({ expectedOn }) => (expectedOn ? dayWords(expectedOn) : '–'),
    },
    {
      key: 'lines',
      label: t('column.products'),
      isNumber: true,
      sortBy: ({ lines }) => lines.length,
      cell: ({ lines }) => number(lines.length),
    },
    {
      key: 'net',
      label: t('column.sum'),
      isNumber: true,
      sortBy: ({ totalNetCost }) => totalNetCost,
      cell: ({ totalNetCost }) => money(totalNetCost),
    },
  ]
  const isFiltered = q !== '' || state !== undefined
  return (
    <>
      <div className={warehouse.head}>
        <div className={warehouse.search}>
          <SearchBox label={t('search')} value={q} onSearch={(words) => onSearch({ ...search, q: words || undefined, page: undefined })} />
        </div>
        <NativeSelect
          size="md"
          aria-label={t('column.state')}
          data={[{ value: '', label: t('state.all') }, ...ORDER_STATES.map((value) => ({ value, label: t(`state.${value}`) }))]}
          value={state ?? ''}
          onChange={({ currentTarget: { value } }) =>
            onSearch({ ...search, state: ORDER_STATES.find((one) => one === value), page: undefined })
          }
        />
      </div>
      <PagedList
        label={t('tab.orders')}
        list={list}
        page={page}
        size={size}
        sizes={LIST_SIZES}
        onPage={(next) => onSearch({ ...search, page: next > 1 ? next : undefined })}
        onSize={(next) => onSearch({ ...search, page: undefined, size: LIST_SIZES.find((one) => one === next) })}
        empty={
          isFiltered ? (
            <NothingFound title={t('warehouse:nothingFound')} action={t('tab.orders')} onShowAll={() => onSearch({ tab: 'orders' })} />
          ) : (
            <EmptyState
              icon={<IconTruck />}
              title={t('none.title')}
              text={t('none.text')}
              action={<LinkButton to="/dashboard/orders">{t('none.action')}</LinkButton>}
            />
          )
        }
      >
        {(rows, isComplete) => (
          <Table
            name="orders"
            isComplete={isComplete}
            label={t('tab.orders')}
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
            isFading={list.isPlaceholderData}
          />
        )}
      </PagedList>
    </>
  )
}

const COLOURS = { DRAFT: 'gray', SENT: 'slate', RECEIVED: 'green', CANCELLED: 'gray' } as const

/** The state of an order in words; for a sent one, whether a part has arrived. */
export function OrderStateBadge({ order: { state, lines } }: { order: Pick<SupplierOrder, 'state' | 'lines'> }) {
  const { t } = useTranslation('supplierOrders')
  const isPart = state === 'SENT' && lines.some(({ received }) => received > 0)
  return (
    <Badge variant="light" color={COLOURS[state]}>
      {t(isPart ? 'state.PART' : `state.${state}`)}
    </Badge>
  )
}
