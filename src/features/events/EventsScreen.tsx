import { Text } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as v from 'valibot'
import { ActivityRow } from '#app/components/ActivityRow.tsx'
import { MachineSelect } from '#app/components/MachineFilters.tsx'
import { UnlessNoMachines } from '#app/components/NoMachines.tsx'
import { PeriodFilter } from '#app/components/PeriodFilter.tsx'
import { PERIOD_IN_ADDRESS, spanOfPeriod } from '#app/components/period-search.ts'
import { useWhyNot } from '#app/components/use-why-not.ts'
import { activity } from '#app/data/activity.ts'
import { getSession } from '#app/data/device.ts'
import { formats } from '#app/data/formats.ts'
import { history } from '#app/data/history.ts'
import { machineList } from '#app/data/machines.ts'
import { searchParam } from '#app/data/search-param.ts'
import { Card } from '#app/ui/Card.tsx'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { ErrorState } from '#app/ui/ErrorState.tsx'
import { LinkButton } from '#app/ui/LinkButton.tsx'
import layout from '#app/ui/list-page.module.css'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import { EVENTS_A_PAGE } from '#app/ui/page-sizes.ts'
import { ListSkeleton } from '#app/ui/Skeletons.tsx'
import classes from './Events.module.css'

const id = v.pipe(v.number(), v.safeInteger(), v.minValue(1))

/** `before`: the page continues right before this event. */
const EventsSearch = v.object({ ...PERIOD_IN_ADDRESS, machine: searchParam(id), before: searchParam(id) })

export const Route = createFileRoute('/_signed-in/_managers/dashboard/more/events')({
  validateSearch: EventsSearch,
  loader: ({ context: { queryClient } }) => queryClient.ensureQueryData(machineList()),
  component: EventsScreen,
})

/** All activities, latest first. */
function EventsScreen() {
  const { t } = useTranslation('events')
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data: machines } = useSuspenseQuery(machineList())
  const [now] = useState(() => Date.now())
  const { machine, before } = search
  const span = spanOfPeriod(search, now, getSession().account.timezone) ?? undefined
  // One more than shown indicates whether there are more.
  const list = useQuery(activity({ machine, span, before, size: EVENTS_A_PAGE + 1 }))
  const narrow = (next: Partial<v.InferOutput<typeof EventsSearch>>) =>
    void navigate({ search: { ...search, before: undefined, ...next }, replace: true })
  const rows = list.data?.rows.slice(0, EVENTS_A_PAGE) ?? []
  const { title, text } = useWhyNot()(list.data?.why)
  const unanswered = { title, text }
  const hasMore = (list.data?.rows.length ?? 0) > EVENTS_A_PAGE
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      <div className={layout.page}>
        <Card aria-label={t('transactions:filters')}>
          <div className={layout.filters}>
            <MachineSelect machines={machines} value={machine} onChange={(next) => narrow({ machine: next })} />
            <PeriodFilter search={search} onChange={narrow} />
          </div>
        </Card>
        {!list.data && <ListSkeleton rows={8} height={56} />}
        {list.data?.isKnown === false && <ErrorState {...unanswered} onRetry={() => void list.refetch()} />}
        <ArchivedUntil />
        {list.data?.isKnown && rows.length === 0 && (
          <UnlessNoMachines>
            <EmptyState icon={<IconHistory />} title={t('nothing')} text={t('nothingText')} />
          </UnlessNoMachines>
        )}
        {rows.length > 0 && (
          <Card aria-label={t('title')}>
            <ol className={classes.list} data-fading={list.isPlaceholderData || undefined}>
              {rows.map((one) => (
                <ActivityRow key={one.id} activity={one} isOfMachine={machine !== undefined} isExact />
              ))}
            </ol>
          </Card>
        )}
        {(before !== undefined || hasMore) && (
          <nav aria-label={t('pages')} className={classes.pages}>
            {before !== undefined && (
              <LinkButton to="/dashboard/more/events" search={{ ...search, before: undefined }} variant="default">
                {t('latest')}
              </LinkButton>
            )}
            {hasMore ? (
              <LinkButton to="/dashboard/more/events" search={{ ...search, before: rows.at(-1)?.id }} variant="default">
                {t('earlier')}
              </LinkButton>
            ) : (
              <Text c="dimmed">{t('noEarlier')}</Text>
            )}
          </nav>
        )}
      </div>
    </>
  )
}

/** Until which month events are archived, if any are. */
function ArchivedUntil() {
  const { t } = useTranslation('events')
  const { data } = useQuery(history())
  const latest = data?.archived.find(({ source }) => source === 'activities')
  if (!latest) return null
  return (
    <Text size="sm" c="dimmed">
      {t('archived', { month: formats().month(latest.month) })}
    </Text>
  )
}
