import { Skeleton, Text } from '@mantine/core'
import { IconReceiptOff } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ExportList } from '#app/components/ExportList.tsx'
import { ExportTable } from '#app/components/ExportTable.tsx'
import { UnlessNoMachines } from '#app/components/NoMachines.tsx'
import { SalesList } from '#app/components/SalesList.tsx'
import { getSession } from '#app/data/device.ts'
import { formats } from '#app/data/formats.ts'
import { machineList } from '#app/data/machines.ts'
import { type SalesQuestion, salesPage, salesSummary, salesTable } from '#app/data/transactions.ts'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { LinkButton } from '#app/ui/LinkButton.tsx'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import { STANDARD_SIZE } from '#app/ui/page-sizes.ts'
import type { TransactionSummary } from '#contract/transactions.ts'
import type { MachineId } from '#domain/ids.ts'
import type { ShownType } from '#domain/sales/transaction.ts'
import classes from './Sales.module.css'
import { SalesFilters } from './SalesFilters.tsx'
import { type SalesSearch, spanIn } from './sales-search.ts'

/** Sales of all machines or one, as selected by the URL: totals and individual sales. */
export function Sales({ search, machineId }: { search: SalesSearch; machineId: MachineId | null }) {
  const { t } = useTranslation('transactions')
  const navigate = useNavigate()
  const { data: machines } = useSuspenseQuery(machineList())
  const { timezone } = getSession().account
  // The day may end while the page is open; it keeps the day on which it was opened.
  const [now] = useState(() => Date.now())
  const { page = 1, size = STANDARD_SIZE.sales, group, type, product, asOf } = search
  const { from, until } = spanIn(search, now, timezone)
  const question: SalesQuestion = { from, until, group, machine: machineId ?? undefined, product, method: type }

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
  /** A changed filter starts at the first page. */
  const narrow = (next: Partial<SalesSearch>, to?: MachineId | null) => go({ ...search, page: undefined, asOf: undefined, ...next }, to)
  const named = machineId === null ? null : (machines.find(({ id }) => id === machineId)?.name ?? t('unknownMachine'))
  const isNarrowed = machineId !== null || group !== undefined || type !== undefined || product !== undefined

  return (
    <>
      <PageHeader
        title={named === null ? t('title') : t('of', { machine: named })}
        breadcrumb={named === null ? [] : [{ label: t('title'), link: { to: '/dashboard/transactions' } }, { label: named }]}
        // Resets when the filters change.
        actions={
          <ExportTable
            key={JSON.stringify(question)}
            request={(language) => salesTable(question, language)}
            isEmpty={!summary.isPlaceholderData && summary.data?.count === 0}
          />
        }
      />
      <ExportList />
      <div className={classes.page}>
        {(summary.data || !summary.isError) && <SalesTiles summary={summary.data ?? null} isFading={summary.isPlaceholderData} />}
        <SalesFilters search={search} machineId={machineId} machines={machines} onNarrow={narrow} />
        <SalesList
          list={list}
          failure={failure}
          onRetry={() => void (summary.isError ? summary.refetch() : list.refetch())}
          page={page}
          size={size}
          onPage={(next) => go({ ...search, ...next })}
          onSize={(next) => narrow({ size: next })}
          isOfOne={machineId !== null}
          empty={
            <UnlessNoMachines>
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
            </UnlessNoMachines>
          }
        />
      </div>
    </>
  )
}

/** Totals of the filtered sales, and by each of the usual means of payment. */
function SalesTiles({ summary, isFading }: { summary: TransactionSummary | null; isFading: boolean }) {
  const { t } = useTranslation('transactions')
  const { locale } = getSession().account
  // BLIK is a Polish payment system.
  const types: ShownType[] = ['CASH', 'CREDIT_CARD', 'RFID', ...(locale === 'pl-PL' ? (['BLIK'] as const) : [])]
  const of = (type: ShownType) => summary?.byTypes.find((one) => one.type === type) ?? { turnover: 0, count: 0 }
  return (
    <ul className={classes.tiles} aria-label={t('figures')} data-fading={isFading || undefined}>
      <Tile label={t('byFilters')} sum={summary} isMain />
      {types.map((type) => (
        <Tile key={type} label={t(`type.${type}`)} sum={summary && of(type)} />
      ))}
    </ul>
  )
}

function Tile({ label, sum, isMain = false }: { label: string; sum: { turnover: number; count: number } | null; isMain?: boolean }) {
  const { t } = useTranslation('transactions')
  const { money, number } = formats()
  return (
    <li className={classes.tile} data-main={isMain || undefined}>
      <Text fw={500}>{label}</Text>
      {sum ? (
        <>
          <span className={classes.figure} data-figures>
            {money(sum.turnover)}
          </span>
          <Text size="sm" c="dimmed">
            {t('count', { count: sum.count, shown: number(sum.count) })}
          </Text>
        </>
      ) : (
        <>
          <Skeleton height={28} width="70%" my={4} />
          <Skeleton height={14} width="50%" />
        </>
      )}
    </li>
  )
}
