import { IconCashOff } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ExportTable } from '#app/components/ExportTable.tsx'
import { PagedList } from '#app/components/PagedList.tsx'
import { getSession } from '#app/data/device.ts'
import { machineList } from '#app/data/machines.ts'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import { SALES_SIZES, STANDARD_SIZE } from '#app/ui/page-sizes.ts'
import classes from './Cash.module.css'
import { CashFilters } from './CashFilters.tsx'
import { CashTable } from './CashTable.tsx'
import { CashTiles } from './CashTiles.tsx'
import { type CashQuestion, cashSummary, cashTable, cashWithdraws } from './cash.queries.ts'
import { CashSearch, spanIn } from './cash-search.ts'

export const Route = createFileRoute('/_signed-in/_managers/dashboard/more/cash-withdrawal')({
  validateSearch: CashSearch,
  loader: ({ context: { queryClient } }) => queryClient.ensureQueryData(machineList()),
  component: CashScreen,
})

/** Cash withdrawals, compared to the sales of the cash boxes. */
function CashScreen() {
  const { t } = useTranslation('cash')
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data: machines } = useSuspenseQuery(machineList())
  // The day may end while the page is open; it keeps the day on which it was opened.
  const [now] = useState(() => Date.now())
  const { page = 1, size = STANDARD_SIZE.cash, machine, group } = search
  const question: CashQuestion = { ...spanIn(search, now, getSession().account.timezone), machine, group }
  const summary = useQuery(cashSummary(question))
  const list = useQuery(cashWithdraws(question, { page: page - 1, size }))
  /** A changed filter starts at the first page. */
  const narrow = (next: Partial<CashSearch>) => void navigate({ search: { ...search, page: undefined, ...next } })
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t('subtitle')}
        breadcrumb={[{ label: t('more:title'), link: { to: '/dashboard/more' } }, { label: t('title') }]}
        // Resets when the filters change.
        actions={<ExportTable key={JSON.stringify(question)} request={(language) => cashTable(question, language)} />}
      />
      <div className={classes.page}>
        {!summary.isError && <CashTiles summary={summary.data ?? null} isFading={summary.isPlaceholderData} />}
        <CashFilters search={search} machines={machines} onNarrow={narrow} />
        <PagedList
          label={t('title')}
          list={list}
          page={page}
          size={size}
          sizes={SALES_SIZES}
          onPage={(next) => void navigate({ search: { ...search, page: next > 1 ? next : undefined } })}
          onSize={(next) => narrow({ size: SALES_SIZES.find((one) => one === next) })}
          empty={
            <EmptyState
              icon={<IconCashOff />}
              title={t('none')}
              text={t(machine === undefined && group === undefined ? 'noneText' : 'noneHere')}
            />
          }
        >
          {(rows, isComplete) => <CashTable rows={rows} isComplete={isComplete} isFading={list.isPlaceholderData} />}
        </PagedList>
      </div>
    </>
  )
}
