import { Select } from '@mantine/core'
import { IconMapPinOff } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as v from 'valibot'
import { MachineSelect } from '#app/components/MachineFilters.tsx'
import { UnlessNoMachines } from '#app/components/NoMachines.tsx'
import { PagedList } from '#app/components/PagedList.tsx'
import { PeriodFilter } from '#app/components/PeriodFilter.tsx'
import { PERIOD_IN_ADDRESS, spanOfPeriod } from '#app/components/period-search.ts'
import { VisitsTable } from '#app/components/visits/VisitsTable.tsx'
import { getSession } from '#app/data/device.ts'
import { machineList } from '#app/data/machines.ts'
import { searchParam } from '#app/data/search-param.ts'
import { VISITS_A_PAGE, visits } from '#app/data/visits.ts'
import { Card } from '#app/ui/Card.tsx'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { LinkButton } from '#app/ui/LinkButton.tsx'
import layout from '#app/ui/list-page.module.css'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import { people } from './dispatch.queries.ts'

const id = v.pipe(v.number(), v.safeInteger(), v.minValue(1))

/** The filters in the URL. `page` counts from 1. */
const VisitsSearch = v.object({
  ...PERIOD_IN_ADDRESS,
  person: searchParam(v.pipe(id, v.maxValue(2 ** 31 - 1))),
  machine: searchParam(id),
  page: searchParam(v.pipe(id, v.maxValue(100_000))),
})
type VisitsSearch = v.InferOutput<typeof VisitsSearch>

export const Route = createFileRoute('/_signed-in/_managers/dashboard/visits')({
  validateSearch: VisitsSearch,
  loader: ({ context: { queryClient } }) => queryClient.ensureQueryData(machineList()),
  component: VisitsScreen,
})

const STANDARD = 'LAST_30_DAYS'

/** The visits of all people to all machines. */
function VisitsScreen() {
  const { t } = useTranslation('visits')
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data: machines } = useSuspenseQuery(machineList())
  const { data: persons = [] } = useQuery(people())
  // The day may end while the page is open; it keeps the day on which it was opened.
  const [now] = useState(() => Date.now())
  const { page = 1, person, machine, from, until } = search
  const period = { from, until, period: search.period ?? (from === undefined ? STANDARD : undefined) }
  const span = spanOfPeriod(period, now, getSession().account.timezone) ?? undefined
  const list = useQuery(visits({ machine, user: person, span }, page - 1))
  /** A changed filter starts at the first page. */
  const narrow = (next: Partial<VisitsSearch>) => void navigate({ search: { ...search, page: undefined, ...next }, replace: true })
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t('subtitle')}
        actions={
          <LinkButton to="/dashboard/rounds" variant="default" size="md">
            {t('dispatch:title')}
          </LinkButton>
        }
      />
      <div className={layout.page}>
        <Card aria-label={t('transactions:filters')}>
          <div className={layout.filters}>
            <Select
              label={t('column.who')}
              placeholder={t('everyone')}
              data={persons.map(({ id, name }) => ({ value: String(id), label: name }))}
              value={person === undefined ? null : String(person)}
              onChange={(chosen) => narrow({ person: chosen === null ? undefined : Number(chosen) })}
              searchable
              clearable
              nothingFoundMessage={t('reports:nothingFound')}
              clearButtonProps={{ 'aria-label': t('everyone') }}
            />
            <MachineSelect machines={machines} value={machine} onChange={(next) => narrow({ machine: next })} />
            <PeriodFilter search={period} onChange={narrow} hasAnyTime={false} />
          </div>
        </Card>
        <PagedList
          label={t('title')}
          list={list}
          page={page}
          size={VISITS_A_PAGE}
          onPage={(next) => void navigate({ search: { ...search, page: next > 1 ? next : undefined } })}
          empty={
            <UnlessNoMachines>
              <EmptyState
                icon={<IconMapPinOff />}
                title={t('none')}
                text={t('noneText')}
                action={
                  <LinkButton to="/dashboard/visits" variant="default">
                    {t('showAll')}
                  </LinkButton>
                }
              />
            </UnlessNoMachines>
          }
        >
          {(rows) => <VisitsTable rows={rows} isFading={list.isPlaceholderData} />}
        </PagedList>
      </div>
    </>
  )
}
