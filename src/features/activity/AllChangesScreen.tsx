import { IconHistoryOff } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ExportTable } from '#app/components/ExportTable.tsx'
import { PagedList } from '#app/components/PagedList.tsx'
import { spanOfPeriod } from '#app/components/period-search.ts'
import { getSession } from '#app/data/device.ts'
import { machineList } from '#app/data/machines.ts'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { LinkButton } from '#app/ui/LinkButton.tsx'
import layout from '#app/ui/list-page.module.css'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import { AllChangesFilters } from './AllChangesFilters.tsx'
import { AllChangesTable } from './AllChangesTable.tsx'
import { CHANGES_A_PAGE, changes, changesFile } from './audit.queries.ts'
import { AllChangesSearch } from './changes-search.ts'

export const Route = createFileRoute('/_signed-in/_managers/dashboard/more/changes')({
  validateSearch: AllChangesSearch,
  loader: ({ context: { queryClient } }) => queryClient.ensureQueryData(machineList()),
  component: AllChangesScreen,
})

/** Every change of the company: who, when, and the values before and after. */
function AllChangesScreen() {
  const { t } = useTranslation('auditLog')
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data: machines } = useSuspenseQuery(machineList())
  // The day may end while the page is open; it keeps the day on which it was opened.
  const [now] = useState(() => Date.now())
  const { page = 1, kind, person, machine, slot } = search
  const span = spanOfPeriod(search, now, getSession().account.timezone)
  const question = { span, kind, user: person, machine, slot }
  const list = useQuery(changes(question, page - 1))
  const isEmpty = page === 1 && !list.isPlaceholderData && list.data?.items.length === 0
  /** A changed filter starts at the first page. */
  const narrow = (next: Partial<AllChangesSearch>) => void navigate({ search: { ...search, page: undefined, ...next }, replace: true })
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t('subtitle')}
        // Resets when the filters change.
        actions={
          <>
            <ExportTable
              key={`xlsx ${JSON.stringify(question)}`}
              request={(language) => changesFile(question, 'xlsx', language)}
              isEmpty={isEmpty}
            />
            <ExportTable
              key={`csv ${JSON.stringify(question)}`}
              request={(language) => changesFile(question, 'csv', language)}
              label={t('toCsv')}
              isEmpty={isEmpty}
            />
          </>
        }
      />
      <div className={layout.page}>
        <AllChangesFilters search={search} machines={machines} rows={list.data?.items ?? []} onNarrow={narrow} />
        <PagedList
          label={t('title')}
          list={list}
          page={page}
          size={CHANGES_A_PAGE}
          onPage={(next) => void navigate({ search: { ...search, page: next > 1 ? next : undefined } })}
          empty={
            <EmptyState
              icon={<IconHistoryOff />}
              title={t('none')}
              text={t('noneText')}
              action={
                <LinkButton to="/dashboard/more/changes" variant="default">
                  {t('showAll')}
                </LinkButton>
              }
            />
          }
        >
          {(rows) => <AllChangesTable rows={rows} isFading={list.isPlaceholderData} />}
        </PagedList>
      </div>
    </>
  )
}
