import { Button, SegmentedControl, Select, Text, Title } from '@mantine/core'
import { IconBoxSeam, IconTruck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { QueryError } from '#app/components/QueryError.tsx'
import { useKeyedMutation } from '#app/components/use-server-mutation.ts'
import { formats } from '#app/data/formats.ts'
import { suppliers } from '#app/data/warehouse.ts'
import { Card } from '#app/ui/Card.tsx'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { LinkButton } from '#app/ui/LinkButton.tsx'
import { ListSkeleton } from '#app/ui/Skeletons.tsx'
import { toastSuccess } from '#app/ui/toasts.ts'
import type { ProposedLine } from '#contract/supplier-orders.ts'
import { COVER_DAYS, STANDARD_COVER_DAYS } from '#domain/warehouse/order.ts'
import classes from './Orders.module.css'
import { proposals, setSupplierProducts } from './orders.queries.ts'
import type { OrdersTabProps } from './orders-search.ts'
import { SupplierProposal } from './SupplierProposal.tsx'

const ALL_SUPPLIERS = { page: 0, size: 1_000, query: '' }

/** What to order from each supplier, most needed first. */
export function ProposalsTab({ search, onSearch }: OrdersTabProps) {
  const { t } = useTranslation('supplierOrders')
  const { days = STANDARD_COVER_DAYS } = search
  const { data, error, refetch } = useQuery(proposals(days))
  const period = (
    <div className={classes.head}>
      <Text c="dimmed" maw="60ch">
        {t('formula')}
      </Text>
      <SegmentedControl
        aria-label={t('coverDays')}
        value={String(days)}
        onChange={(chosen) => onSearch({ ...search, days: COVER_DAYS.find((one) => String(one) === chosen) })}
        data={COVER_DAYS.map((one) => ({ value: String(one), label: t('cover', { days: one }) }))}
      />
    </div>
  )
  if (error && !data) return <QueryError error={error} onRetry={() => void refetch()} />
  if (!data) return <ListSkeleton rows={6} height={56} />
  if (data.length === 0)
    return (
      <EmptyState
        icon={<IconTruck />}
        title={t('nothing.title')}
        text={t('nothing.text')}
        action={
          <LinkButton to="/dashboard/inventory" search={{ tab: 'suppliers' }}>
            {t('nothing.action')}
          </LinkButton>
        }
      />
    )
  // Suppliers from whom nothing is needed come last, in the same order.
  const isNeeded = ({ lines }: (typeof data)[number]) => Number(lines.some(({ cases }) => cases > 0))
  return (
    <div className={classes.page}>
      {period}
      {data
        .toSorted((a, b) => isNeeded(b) - isNeeded(a))
        .map(({ supplier, ...proposal }) =>
          supplier ? (
            <SupplierProposal key={supplier.identifier} {...proposal} supplier={supplier} />
          ) : (
            <Unassigned key="none" lines={proposal.lines} />
          ),
        )}
    </div>
  )
}

/** Needed products without a supplier: they are ordered once one is chosen. */
function Unassigned({ lines }: { lines: readonly ProposedLine[] }) {
  const { t } = useTranslation('supplierOrders')
  const { number } = formats()
  const title = useId()
  const { data } = useQuery(suppliers(ALL_SUPPLIERS))
  const [chosen, setChosen] = useState<string | null>(null)
  const mutation = useKeyedMutation(setSupplierProducts)
  const known = data?.items ?? []
  const assign = () =>
    chosen !== null &&
    mutation.mutate(
      { identifier: Number(chosen), productIds: lines.map(({ productId }) => productId) },
      { onSuccess: () => toastSuccess(t('unassigned.done')) },
    )
  return (
    <Card aria-labelledby={title} className={classes.proposal}>
      <Title order={2} id={title}>
        {t('unassigned.title', { shown: number(lines.length) })}
      </Title>
      <Text>{lines.map(({ product }) => product.name).join(', ')}</Text>
      {data && known.length === 0 ? (
        <EmptyState
          icon={<IconBoxSeam />}
          title={t('nothing.title')}
          text={t('nothing.text')}
          action={
            <LinkButton to="/dashboard/inventory" search={{ tab: 'suppliers' }}>
              {t('nothing.action')}
            </LinkButton>
          }
        />
      ) : (
        <form
          className={classes.below}
          onSubmit={(event) => {
            event.preventDefault()
            assign()
          }}
        >
          <Select
            aria-label={t('unassigned.supplier')}
            placeholder={t('unassigned.supplier')}
            searchable
            size="md"
            data={known.map(({ identifier, name }) => ({ value: String(identifier), label: name }))}
            value={chosen}
            onChange={setChosen}
            error={mutation.errorText}
          />
          <div>
            <Button type="submit" size="md" disabled={chosen === null} loading={mutation.isPending}>
              {t('unassigned.assign')}
            </Button>
          </div>
        </form>
      )}
    </Card>
  )
}
