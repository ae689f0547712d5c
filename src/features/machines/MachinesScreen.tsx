import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { IconPlus, IconRefresh, IconSearchOff } from '@tabler/icons-react'
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { Suspense, useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as v from 'valibot'
import { MachineCount } from '#app/components/LastUpdate.tsx'
import { ChoiceFilter, GroupSelect } from '#app/components/MachineFilters.tsx'
import { MoreFilters } from '#app/components/MoreFilters.tsx'
import { NoMachinesYet } from '#app/components/NoMachines.tsx'
import { PrintStickers } from '#app/components/PrintStickers.tsx'
import { MapFailureAlert } from '#app/components/position/MapFailureAlert.tsx'
import { SavedViews } from '#app/components/saved-views/SavedViews.tsx'
import { fits } from '#app/data/fleet.ts'
import { freshness } from '#app/data/freshness.ts'
import { MACHINE_VIEWS, type MachineView, machineView, setMachineView } from '#app/data/local-settings.ts'
import { fleetToday, machinesOf, servicemen } from '#app/data/machine-today.ts'
import { machineList, matches } from '#app/data/machines.ts'
import { sendNow } from '#app/data/outbox.ts'
import { restore } from '#app/data/stored-responses.ts'
import { linkedMachines } from '#app/data/templates.ts'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import iconOnPhone from '#app/ui/icon-on-phone.module.css'
import { LinkButton } from '#app/ui/LinkButton.tsx'
import { lazyPart } from '#app/ui/lazy-part.tsx'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import { SearchBox } from '#app/ui/SearchBox.tsx'
import { SidePanel, useHasSidePanel } from '#app/ui/SidePanel.tsx'
import { CardsSkeleton, ListSkeleton } from '#app/ui/Skeletons.tsx'
import { type Selection, useSelection } from '#app/ui/table/use-selection.ts'
import type { MachineId } from '#domain/ids.ts'
import { SECOND } from '#domain/time.ts'
import { FleetGrid } from './FleetGrid.tsx'
import { FleetTable } from './FleetTable.tsx'
import { type FleetMachine, toFleetMachine } from './fleet-machine.ts'
import { MachinePanel } from './MachinePanel.tsx'
import type { Sort } from './machine-columns.ts'
import { FleetSearch } from './machines-search.ts'
import { NarrowingChips } from './NarrowingChips.tsx'
import { sortMachines } from './sort-machines.ts'

/** The map and its data are larger than the rest of the app. */
const FleetMap = lazyPart(async () => (await import('./FleetMap.tsx')).default, {
  waiting: () => <ListSkeleton />,
  missing: ({ list }) => <MapFailureAlert failure="not-loaded" list={list} />,
})

export const Route = createFileRoute('/_signed-in/_managers/dashboard/machines/')({
  validateSearch: FleetSearch,
  loader: ({ context: { queryClient } }) =>
    Promise.all([queryClient.ensureQueryData(machineList()), queryClient.ensureQueryData(freshness()), restore(queryClient, fleetToday())]),
  component: MachinesScreen,
})

const REFRESH_EVERY = 5 * SECOND

/** All machines of the company with today's figures, as a list, as cards or on a map, with search and filters. */
function MachinesScreen() {
  const { t } = useTranslation('machines')
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const onSearch = useCallback((next: FleetSearch) => void navigate({ search: next, replace: true }), [navigate])
  const hasPanel = useHasSidePanel()
  const open = useCallback((machine: MachineId) => void navigate({ search: (now) => ({ ...now, machine }) }), [navigate])
  const close = useCallback(() => void navigate({ search: (now) => ({ ...now, machine: undefined }), replace: true }), [navigate])
  const [view, setView] = useState(machineView)
  const { data: known } = useSuspenseQuery(machineList())
  const { data: fleet, isError: isUnanswered } = useQuery(fleetToday())
  const { data: theirs } = useQuery({ ...machinesOf(search.serviceman ?? 0), enabled: search.serviceman !== undefined })
  const { machine: _machine, view: _view, ...filters } = search
  const query = useDeferredValue(search.q ?? '')
  // The list does not wait for the comparison of all slots.
  const { data: links, isError: isUncompared } = useQuery({
    ...linkedMachines({}),
    enabled: fleet !== undefined || search.only === 'differs',
  })
  const machines = useMemo(() => {
    const differing = new Map(links?.map((link) => [link.machineId, link.differing]))
    return known.map((machine) => toFleetMachine(machine, fleet?.get(machine.id), differing.get(machine.id)))
  }, [known, fleet, links])
  const found = useMemo(
    () =>
      machines.filter(
        (machine) =>
          fits(machine, search.only) &&
          matches(machine, query) &&
          (search.group === undefined || machine.today?.groups.some(({ machineGroupId }) => machineGroupId === search.group)) &&
          (search.serviceman === undefined || theirs?.has(machine.id)),
      ),
    [machines, query, search.only, search.group, search.serviceman, theirs],
  )
  const sorted = useMemo(() => sortMachines(found, search.sort), [found, search.sort])
  // Here, because a search that finds nothing hides the list.
  const selection = useSelection(sorted, idOf, machines)
  const opened = hasPanel && view === 'LIST' ? machines.find(({ id }) => id === search.machine) : undefined
  const show = (next: string) => {
    const chosen = MACHINE_VIEWS.find((name) => name === next) ?? 'LIST'
    setMachineView(chosen)
    setView(chosen)
  }
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={<MachineCount found={found.length} total={machines.length} />}
        actions={
          <>
            <Refresh />
            <PrintStickers machines={found} isIconOnPhone />
            <LinkButton to="/dashboard/settings/create-machine" leftSection={<IconPlus size={18} aria-hidden />}>
              {t('new.title')}
            </LinkButton>
          </>
        }
      />
      {machines.length === 0 ? (
        <NoMachinesYet />
      ) : (
        <Stack gap="md">
          <SearchBox label={t('search')} value={search.q ?? ''} onSearch={(q) => onSearch({ ...search, q: q || undefined })} />
          <Group gap="sm" align="end">
            <MoreFilters areSet={search.group !== undefined || search.serviceman !== undefined}>
              <Filters search={search} onSearch={onSearch} />
            </MoreFilters>
            <SavedViews
              list="machines"
              current={search.view}
              search={filters}
              onOpen={(name, saved) => onSearch({ ...v.parse(FleetSearch, saved), view: name })}
            />
            <SegmentedControl
              size="md"
              aria-label={t('view')}
              value={view}
              onChange={show}
              data={MACHINE_VIEWS.map((value) => ({ value, label: t(`views.${value}`) }))}
            />
          </Group>
          <NarrowingChips machines={machines} only={search.only} onNarrow={(only) => onSearch({ ...search, only })} />
          {search.serviceman !== undefined && theirs === null && (
            <Text role="status" c="dimmed">
              {t('trouble.filterNeedsNetwork')}
            </Text>
          )}
          {isUnanswered && (
            <Text role="status" c="dimmed">
              {t(fleet ? 'trouble.fleetLast' : 'trouble.fleetMissing')}
            </Text>
          )}
          {search.only === 'differs' && isUncompared && (
            <Text role="status" c="dimmed">
              {t('trouble.templatesNeedNetwork')}
            </Text>
          )}
          {found.length === 0 ? (
            <EmptyState
              icon={<IconSearchOff />}
              title={t('NO_MACHINES_FOUND')}
              action={<Button onClick={() => onSearch({})}>{t('showAll')}</Button>}
            />
          ) : (
            <SidePanel
              panel={
                opened ? (
                  <Suspense fallback={<CardsSkeleton />}>
                    <MachinePanel machine={opened} onClose={close} />
                  </Suspense>
                ) : null
              }
              onClose={close}
            >
              <Machines
                view={view}
                machines={sorted}
                selection={selection}
                narrowedBy={JSON.stringify({ ...search, q: query, sort: undefined, machine: undefined, view: undefined })}
                sort={search.sort}
                onSort={(sort) => onSearch({ ...search, sort })}
                savedView={search.view}
                onOpen={hasPanel ? open : undefined}
                isNarrow={opened !== undefined}
              />
            </SidePanel>
          )}
        </Stack>
      )}
    </>
  )
}

type Shown = {
  view: MachineView
  /** Sorted. */
  machines: readonly FleetMachine[]
  selection: Selection<FleetMachine>
  narrowedBy: string
  sort: Sort | undefined
  onSort(sort: Sort): void
  savedView: string | undefined
  onOpen: ((id: MachineId) => void) | undefined
  isNarrow: boolean
}

const idOf = ({ id }: FleetMachine) => id

function Machines({ view, machines, selection, narrowedBy, sort, onSort, savedView, onOpen, isNarrow }: Shown) {
  const list = (
    <FleetTable
      machines={machines}
      sort={sort}
      onSort={onSort}
      view={savedView}
      onOpen={onOpen}
      isNarrow={isNarrow}
      selection={selection}
    />
  )
  if (view === 'GRID') return <FleetGrid machines={machines} />
  if (view === 'LIST') return list
  return <FleetMap machines={machines} narrowedBy={narrowedBy} list={list} selection={selection} />
}

/** Filters by group and serviceman. If they cannot be loaded, there are no options. */
function Filters({ search, onSearch }: { search: FleetSearch; onSearch(next: FleetSearch): void }) {
  const { t } = useTranslation('machines')
  const { data: people } = useQuery(servicemen())
  return (
    <>
      <GroupSelect value={search.group} onChange={(group) => onSearch({ ...search, group })} />
      <ChoiceFilter
        label={t('serviceman')}
        all={t('allServicemen')}
        options={people?.map(({ userId, name }) => ({ id: userId, name }))}
        value={search.serviceman}
        onChange={(serviceman) => onSearch({ ...search, serviceman })}
      />
    </>
  )
}

/** Refetches, at most every five seconds. */
function Refresh() {
  const { t } = useTranslation('machines')
  const queryClient = useQueryClient()
  const [isResting, setResting] = useState(false)
  useEffect(() => {
    if (!isResting) return
    const timer = setTimeout(() => setResting(false), REFRESH_EVERY)
    return () => clearTimeout(timer)
  }, [isResting])
  return (
    <Button
      variant="default"
      classNames={iconOnPhone}
      leftSection={<IconRefresh size={18} aria-hidden />}
      disabled={isResting}
      onClick={() => {
        setResting(true)
        sendNow()
        void queryClient.invalidateQueries({ queryKey: fleetToday().queryKey })
      }}
    >
      {t('refresh')}
    </Button>
  )
}
