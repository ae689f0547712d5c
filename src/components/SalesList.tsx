import { Box, Group, Loader, NativeSelect, Pagination, Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { getSession } from '#app/data/device.ts'
import { formats } from '#app/data/formats.ts'
import type { SalesPage } from '#app/data/transactions.ts'
import { Card } from '#app/ui/Card.tsx'
import { ErrorState } from '#app/ui/ErrorState.tsx'
import { SALES_SIZES } from '#app/ui/page-sizes.ts'
import { ListSkeleton } from '#app/ui/Skeletons.tsx'
import { type Column, Table } from '#app/ui/table/Table.tsx'
import type { Transaction } from '#contract/transactions.ts'
import { stamp } from '#domain/formats.ts'
import type { Moment } from '#domain/time.ts'
import classes from './SalesTable.module.css'
import { StoredNote } from './StoredNote.tsx'
import { useExistingPage } from './use-existing-page.ts'
import { useWhyNot } from './use-why-not.ts'

type SalesSize = (typeof SALES_SIZES)[number]

type Props = {
  list: Pick<UseQueryResult<SalesPage>, 'data' | 'dataUpdatedAt' | 'isPlaceholderData' | 'isFetching'>
  failure: Error | null
  onRetry(): void
  /** Counts from 1. */
  page: number
  size: SalesSize
  /** `asOf`: the time at which the first page was loaded; every later page shows the same state. */
  onPage(next: { page: number | undefined; asOf: Moment | undefined }): void
  onSize(size: SalesSize | undefined): void
  /** Whether all sales are of one machine, whose name the page shows. */
  isOfOne?: boolean
  /** Shown if there are no sales. */
  empty: ReactNode
}

/** Individual sales, one page at a time. */
export function SalesList({ list, failure, onRetry, page, size, onPage, onSize, isOfOne = false, empty }: Props) {
  const { t } = useTranslation('transactions')
  const why = useWhyNot()
  useExistingPage(page, list.isPlaceholderData ? undefined : list.data?.pages)
  if (failure && !list.data) {
    const { title, text } = why(failure)
    return <ErrorState title={title} text={text} onRetry={onRetry} />
  }
  if (!list.data) return <ListSkeleton rows={8} height={56} />
  const { rows, total, pages, asOf } = list.data
  if (total === 0) return empty
  return (
    <Card aria-label={t('title')} p={0}>
      <Box px="md">
        <StoredNote error={failure} at={list.dataUpdatedAt} />
      </Box>
      <SalesTable rows={rows} isOfOne={isOfOne} isComplete={pages <= 1} isFading={list.isPlaceholderData} />
      <Group justify="space-between" p="md">
        <Group gap="sm">
          <Text size="sm" c="dimmed" aria-live="polite">
            {t('count', { count: total, shown: formats().number(total) })}
          </Text>
          <NativeSelect
            aria-label={t('rowsPerPage')}
            data={SALES_SIZES.map(String)}
            value={String(size)}
            onChange={({ currentTarget: { value } }) => onSize(SALES_SIZES.find((choice) => String(choice) === value))}
          />
          {list.isFetching && <Loader size="xs" role="status" aria-label={t('loading')} />}
        </Group>
        {pages > 1 && (
          <Pagination
            total={pages}
            siblings={0}
            value={page}
            onChange={(chosen) => onPage(chosen > 1 ? { page: chosen, asOf } : { page: undefined, asOf: undefined })}
            aria-label={t('pages')}
            getControlProps={(control) => ({ 'aria-label': t(`page.${control}`) })}
            getItemProps={(number) => ({ 'aria-label': t('page.of', { number }) })}
          />
        )}
      </Group>
    </Card>
  )
}

type SalesTableProps = { rows: readonly Transaction[]; isOfOne: boolean; isComplete: boolean; isFading: boolean }

/** A table on a desktop; on a phone the product and the amount, with machine, time and payment below. */
function SalesTable({ rows, isOfOne, ...list }: SalesTableProps) {
  const { t } = useTranslation('transactions')
  const { money } = formats()
  const { timezone } = getSession().account
  const nameOf = ({ product }: Transaction) => product?.name ?? t('unknownProduct')
  const column = (key: string, width: string) => ({
    key,
    label: t(`column.${key}`),
    width,
    hasNoPhoneLabel: key !== 'slot',
    className: classes[key],
  })
  const columns: Column<Transaction>[] = [
    {
      ...column('created', '11rem'),
      sortBy: ({ created }) => created,
      cell: ({ created }) => <time dateTime={created}>{stamp(created, timezone)}</time>,
    },
    {
      ...column('machine', 'minmax(10rem, 1.4fr)'),
      sortBy: ({ machine }) => machine.name,
      cell: ({ machine }) => (
        <Link to="/dashboard/machines/$machineId" params={{ machineId: String(machine.id) }}>
          {machine.name}
        </Link>
      ),
    },
    { ...column('product', 'minmax(8rem, 1fr)'), sortBy: nameOf, cell: nameOf },
    {
      ...column('type', '7.5rem'),
      sortBy: ({ type }) => t(`type.${type}`),
      cell: ({ type }) => (
        <span className={classes.badge} data-type={type}>
          {t(`type.${type}`)}
        </span>
      ),
    },
    { ...column('slot', '4rem'), sortBy: ({ slotNumber }) => slotNumber, cell: ({ slotNumber }) => slotNumber },
    {
      ...column('card', '6.5rem'),
      sortBy: ({ employeeCardIdentifier }) => employeeCardIdentifier,
      cell: ({ employeeCardIdentifier }) => employeeCardIdentifier && `•••• ${employeeCardIdentifier}`,
    },
    { ...column('amount', '7.5rem'), isNumber: true, sortBy: ({ amount }) => amount, cell: ({ amount }) => money(amount) },
  ]
  return (
    <Table
      name="sales"
      label={t('title')}
      columns={isOfOne ? columns.filter(({ key }) => key !== 'machine') : columns}
      rows={rows}
      keyOf={({ id }) => id}
      cardClass={isOfOne ? classes.ofOne : classes.sale}
      {...list}
    />
  )
}
