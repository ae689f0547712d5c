import { useQuery } from '@tanstack/react-query'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { QueryError } from '#app/components/QueryError.tsx'
import { formats } from '#app/data/formats.ts'
import { idIn } from '#app/data/id-in.ts'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import { ListSkeleton } from '#app/ui/Skeletons.tsx'
import type { SupplierOrder } from '#contract/supplier-orders.ts'
import { fromIso } from '#domain/time.ts'
import { DraftOrder } from './DraftOrder.tsx'
import { OrderActions } from './OrderActions.tsx'
import { OrderedLines } from './OrderedLines.tsx'
import { OrderStateBadge } from './OrderListTab.tsx'
import classes from './Orders.module.css'
import { dayWords } from './order-day.ts'
import { orderOf } from './orders.queries.ts'
import { OrderSearch } from './orders-search.ts'

export const Route = createFileRoute('/_signed-in/_managers/dashboard/orders/$orderId')({
  validateSearch: OrderSearch,
  // Not in `beforeLoad`, whose imports are loaded with the first page.
  loader: ({ params }) => {
    if (idIn(params.orderId) === 0) throw redirect({ to: '/dashboard/orders', search: { tab: 'orders' }, replace: true })
  },
  component: OrderScreen,
})

/** An order: a draft to edit, or what was ordered and has arrived. */
function OrderScreen() {
  const { t } = useTranslation('supplierOrders')
  const { orderId } = Route.useParams()
  const { open } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data: order, error, refetch } = useQuery(orderOf(orderId))
  const title = order ? t('orderNumber', { number: order.number }) : t('title')
  const list = { label: t('title'), link: { to: '/dashboard/orders' as const, search: { tab: 'orders' as const } } }
  return (
    <>
      <PageHeader
        title={title}
        subtitle={order?.supplier.name}
        breadcrumb={[list, { label: title }]}
        actions={
          order && (
            <OrderActions
              order={order}
              isReceiving={open === 'receipt'}
              onReceive={(isOpen) => void navigate({ search: isOpen ? { open: 'receipt' } : {} })}
            />
          )
        }
      />
      {order ? (
        <div className={classes.page}>
          <Facts order={order} />
          {order.state === 'DRAFT' ? <DraftOrder order={order} /> : <OrderedLines order={order} />}
        </div>
      ) : error ? (
        <QueryError error={error} onRetry={() => void refetch()} />
      ) : (
        <ListSkeleton rows={6} height={48} />
      )}
    </>
  )
}

/** State, dates and recipient of an order. */
function Facts({ order }: { order: SupplierOrder }) {
  const { t } = useTranslation('supplierOrders')
  const { dateTime, number } = formats()
  const { state, createdAt, createdBy, sentAt, sentTo, sends, expectedOn, closedAt, note } = order
  const at = (iso: string) => dateTime(fromIso(iso))
  const facts: [label: string, value: string | null][] = [
    [t('fact.created'), createdBy ? t('fact.by', { at: at(createdAt), name: createdBy }) : at(createdAt)],
    [t('fact.sent'), sentAt && (sends > 1 ? t('fact.times', { at: at(sentAt), shown: number(sends) }) : at(sentAt))],
    [t('fact.to'), sentAt && (sentTo ?? t('fact.otherwise'))],
    [t('column.expected'), state === 'DRAFT' ? null : expectedOn && dayWords(expectedOn)],
    [t(state === 'CANCELLED' ? 'state.CANCELLED' : 'state.RECEIVED'), closedAt && at(closedAt)],
    [t('note'), state === 'DRAFT' ? null : note],
  ]
  return (
    <dl className={classes.facts}>
      <div>
        <dt>{t('column.state')}</dt>
        <dd>
          <OrderStateBadge order={order} />
        </dd>
      </div>
      {facts.map(
        ([label, value]) =>
          value && (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
