import { Group, Loader, NativeSelect, Pagination, Text } from '@mantine/core'
import { IconReceiptOff } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { openHere } from '#app/data/device.ts'
import { formats } from '#app/data/formats.ts'
import { machineList } from '#app/data/machines.ts'
import { NotAnswered, type SalesQuestion, salesPage, salesSummary } from '#app/data/transactions.ts'
import { Card } from '#app/ui/Card.tsx'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { ErrorState } from '#app/ui/ErrorState.tsx'
import { LinkButton } from '#app/ui/LinkButton.tsx'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import { ListSkeleton } from '#app/ui/Skeletons.tsx'
import type { MachineId } from '#domain/ids.ts'
import { ExportSales } from './ExportSales.tsx'
import classes from './Sales.module.css'
import { SalesFilters } from './SalesFilters.tsx'
import { SalesTable } from './SalesTable.tsx'
import { SalesTiles } from './SalesTiles.tsx'
import { type SalesSearch, SIZES, STANDARD_SIZE, spanIn } from './sales-search.ts'

/** What was sold, of all machines or of one: what it comes to, and sale by sale. The address says which. */
export function Sales({ search, machineId }: { search: SalesSearch; machineId: MachineId | null }) {
  const { t } = useTranslation('transactions')
  const navigate = useNavigate()
  const { data: machines } = useSuspenseQuery(machineList())
  const { timezone } = openHere().account
  // The day may end while somebody reads on: what they see is the day on which they came.
  const [now] = useState(() => Date.now())
  const { page = 1, size = STANDARD_SIZE, type, product, asOf } = search
  const { from, until } = spanIn(search, now, timezone)
  const question: SalesQuestion = { from, until, machine: machineId ?? undefined, product, method: type }

  const summary = useQuery(salesSummary(question, page === 1))
  const isSummaryDone = summary.isError || (summary.isSuccess && !summary.isPlaceholderData)
  const list = useQuery({ ...salesPage(question, { page: page - 1, size, asOf: page > 1 ? asOf : undefined }), enabled: isSummaryDone })
  const failure = list.error ?? summary.error

  const go = (next: SalesSearch, to: MachineId | null = machineId) =>
    navigate(
      to === null
        ? { to: '/dashboard/transactions', search: next }
        : { to: '/dashboard/transactions/$machineId', params: { machineId: String(to) }, search: next },
    )
  /** Another question begins at its first page. */
  const narrow = (next: Partial<SalesSearch>, to?: MachineId | null) => go({ ...search, page: undefined, asOf: undefined, ...next }, to)
  const named = machineId === null ? null : (machines.find(({ id }) => id === machineId)?.name ?? t('unknownMachine'))
  const isNarrowed = machineId !== null || type !== undefined || product !== undefined

  return (
    <>
      <PageHeader
        title={named === null ? t('title') : t('of', { machine: named })}
        breadcrumb={named === null ? [] : [{ label: t('title'), link: { to: '/dashboard/transactions' } }, { label: named }]}
        // Begins anew with every other question.
        actions={<ExportSales key={JSON.stringify(question)} question={question} />}
      />
      <div className={classes.page}>
        <SalesTiles summary={summary.data ?? null} isFading={summary.isPlaceholderData} />
        <SalesFilters search={search} machineId={machineId} machines={machines} onNarrow={narrow} />
        {failure ? (
          <ErrorState
            title={t(failure instanceof NotAnswered && failure.code ? 'refused' : 'unreachable')}
            text={failure instanceof NotAnswered && failure.code ? t(`refusals:${failure.code}`, t('refused')) : t('unreachableText')}
            onRetry={() => void (summary.isError ? summary.refetch() : list.refetch())}
          />
        ) : !list.data ? (
          <ListSkeleton rows={8} height={56} />
        ) : list.data.rows.length === 0 ? (
          <EmptyState
            icon={<IconReceiptOff />}
            title={t('NO_DATA_AVAILABLE')}
            text={t(isNarrowed ? 'nothingHere' : 'nothingThen')}
            action={
              isNarrowed && (
                <LinkButton to="/dashboard/transactions" search={{ period: search.period, from: search.from, until: search.until }}>
                  {t('showAll')}
                </LinkButton>
              )
            }
          />
        ) : (
          <Card aria-label={t('title')} p={0}>
            <SalesTable rows={list.data.rows} isFading={list.isPlaceholderData} />
            <Group justify="space-between" p="md">
              <Group gap="sm">
                <Text size="sm" c="dimmed" aria-live="polite">
                  {t('count', { count: list.data.total, shown: formats().number(list.data.total) })}
                </Text>
                <NativeSelect
                  aria-label={t('rowsPerPage')}
                  data={SIZES.map(String)}
                  value={String(size)}
                  onChange={({ currentTarget: { value } }) => narrow({ size: SIZES.find((choice) => String(choice) === value) })}
                />
                {list.isFetching && <Loader size="xs" aria-label={t('loading')} />}
              </Group>
              {list.data.pages > 1 && (
                <Pagination
                  total={list.data.pages}
                  value={page}
                  onChange={(chosen) =>
                    go({ ...search, page: chosen > 1 ? chosen : undefined, asOf: chosen > 1 ? list.data.asOf : undefined })
                  }
                  aria-label={t('pages')}
                  getControlProps={(control) => ({ 'aria-label': t(`page.${control}`) })}
                  getItemProps={(number) => ({ 'aria-label': t('page.of', { number }) })}
                />
              )}
            </Group>
          </Card>
        )}
      </div>
    </>
  )
}
