import { Stack, Title } from '@mantine/core'
import { IconCircleCheck, IconQrcode, IconSearchOff, IconUserQuestion } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useDeferredValue, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import * as v from 'valibot'
import { LastUpdate } from '#app/components/LastUpdate.tsx'
import { NoMachines } from '#app/components/NoMachines.tsx'
import { ahead } from '#app/data/ahead.ts'
import { getSession } from '#app/data/device.ts'
import { freshness } from '#app/data/freshness.ts'
import { machineList, matches, worstFirst } from '#app/data/machines.ts'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { LinkButton } from '#app/ui/LinkButton.tsx'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import { SearchBox } from '#app/ui/SearchBox.tsx'
import { WindowRows } from '#app/ui/WindowRows.tsx'
import { PullToRefresh } from './PullToRefresh.tsx'
import { VisitCard } from './VisitCard.tsx'

export const Route = createFileRoute('/_signed-in/dashboard/serviceman/menu')({
  validateSearch: v.object({
    q: v.optional(v.fallback(v.optional(v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.maxLength(200))), undefined)),
  }),
  loader: ({ context: { queryClient } }) =>
    Promise.all([
      queryClient.ensureQueryData(machineList()),
      queryClient.ensureQueryData(ahead()),
      queryClient.ensureQueryData(freshness()),
    ]),
  component: ServicemanHomeScreen,
})

/** Machines that need a visit, worst first; the search covers all machines. */
function ServicemanHomeScreen() {
  const { t } = useTranslation('rounds')
  const { q = '' } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data: machines } = useSuspenseQuery(machineList())
  const { data: outlook } = useSuspenseQuery(ahead())
  const query = useDeferredValue(q)
  const shown = useMemo(
    () => (query ? machines.filter((machine) => matches(machine, query)) : worstFirst(machines, outlook)),
    [machines, outlook, query],
  )
  const hasMachines = machines.length > 0

  return (
    <PullToRefresh>
      <PageHeader
        title={t('hello', { name: getSession().account.firstName })}
        subtitle={<LastUpdate />}
        actions={
          <LinkButton to="/scan" size="md" leftSection={<IconQrcode size={22} aria-hidden />}>
            {t('scan')}
          </LinkButton>
        }
      />
      <Stack gap="md">
        {hasMachines && (
          <SearchBox label={t('search')} value={q} onSearch={(words) => navigate({ search: { q: words || undefined }, replace: true })} />
        )}
        {shown.length > 0 && (
          <>
            <Title order={2}>{t(query ? 'found' : 'needsVisit', { count: shown.length })}</Title>
            <WindowRows items={shown} keyOf={({ id }) => id} rowPx={168}>
              {(machine) => <VisitCard machine={machine} ahead={outlook.get(machine.id)} />}
            </WindowRows>
          </>
        )}
        {!hasMachines && (
          <NoMachines>
            <EmptyState icon={<IconUserQuestion />} title={t('noMachines')} text={t('noMachinesNextStep')} />
          </NoMachines>
        )}
        {hasMachines && shown.length === 0 && query !== '' && <EmptyState icon={<IconSearchOff />} title={t('noneFound', { query })} />}
        {hasMachines && shown.length === 0 && query === '' && (
          <EmptyState icon={<IconCircleCheck />} title={t('nothingToDo')} text={t('nothingToDoNextStep')} />
        )}
        {hasMachines && (
          <LinkButton to="/dashboard/serviceman/machines" variant="default" size="md">
            {t('allMachines')}
          </LinkButton>
        )}
      </Stack>
    </PullToRefresh>
  )
}
