import { Skeleton, Text } from '@mantine/core'
import { IconCashOff } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ExportTable } from '#app/components/ExportTable.tsx'
import { UnlessNoMachines } from '#app/components/NoMachines.tsx'
import { PagedList } from '#app/components/PagedList.tsx'
import { getSession } from '#app/data/device.ts'
import { formats } from '#app/data/formats.ts'
import { machineList } from '#app/data/machines.ts'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { LinkButton } from '#app/ui/LinkButton.tsx'
import layout from '#app/ui/list-page.module.css'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import { SALES_SIZES, STANDARD_SIZE } from '#app/ui/page-sizes.ts'
import type { CashSummary } from '#contract/cash.ts'
import classes from './Cash.module.css'
import { CashFilters } from './CashFilters.tsx'
import { CashTable } from './CashTable.tsx'
import { type CashQuestion, cashSummary, cashTable, cashWithdraws } from './cash.queries.ts'
import { CashSearch, spanIn } from './cash-search.ts'

export const Route = createFileRoute('/_signed-in/_managers/dashboard/more/cash-withdrawal/')({
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
        actions={
          <>
            <LinkButton to="/dashboard/more/cash-withdrawal/differences" variant="default" size="md">
              {t('collections:differences.title')}
            </LinkButton>
            <LinkButton to="/dashboard/more/cash-withdrawal/count" size="md">
              {t('collections:count.title')}
            </LinkButton>
            {/* Resets when the filters change. */}
            <ExportTable
              key={JSON.stringify(question)}
              request={(language) => cashTable(question, language)}
              isEmpty={page === 1 && !list.isPlaceholderData && list.data?.items.length === 0}
            />
          </>
        }
      />
      <div className={layout.page}>
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
            <UnlessNoMachines>
              <EmptyState
                icon={<IconCashOff />}
                title={t('none')}
                text={t(machine === undefined && group === undefined ? 'noneText' : 'noneHere')}
              />
            </UnlessNoMachines>
          }
        >
          {(rows, isComplete) => <CashTable rows={rows} isComplete={isComplete} isFading={list.isPlaceholderData} />}
        </PagedList>
      </div>
    </>
  )
}

/** Totals of the filtered withdrawals. */
function CashTiles({ summary, isFading }: { summary: CashSummary | null; isFading: boolean }) {
  const { t } = useTranslation('cash')
  const { money, number } = formats()
  const counted = (key: 'count' | 'counted', count: number) => t(key, { count, shown: number(count) })
  const difference = summary && (summary.counted === 0 ? '–' : money(summary.difference))
  return (
    <ul className={classes.tiles} aria-label={t('figures')} data-fading={isFading || undefined}>
      <Tile
        label={t('column.withdrawn')}
        figure={summary && money(summary.withdrawnAmount)}
        note={summary && counted('count', summary.count)}
      />
      <Tile label={t('column.expected')} figure={summary && money(summary.expectedAmount)} note={summary && t('expectedMeans')} />
      <Tile label={t('column.difference')} figure={difference} note={summary && counted('counted', summary.counted)} />
    </ul>
  )
}

function Tile({ label, figure, note }: { label: string; figure: string | null; note: string | null }) {
  return (
    <li className={classes.tile}>
      <Text fw={500}>{label}</Text>
      {figure === null ? (
        <>
          <Skeleton height={28} width="70%" my={4} />
          <Skeleton height={14} width="50%" />
        </>
      ) : (
        <>
          <span className={classes.figure} data-figures>
            {figure}
          </span>
          <Text size="sm" c="dimmed">
            {note}
          </Text>
        </>
      )}
    </li>
  )
}
