import { Button, Stack } from '@mantine/core'
import { IconSearchOff } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import type { LinkProps } from '@tanstack/react-router'
import { type ReactNode, useDeferredValue, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { MachineCount } from '#app/components/LastUpdate.tsx'
import { NoMachinesYet } from '#app/components/NoMachines.tsx'
import { fits } from '#app/data/fleet.ts'
import { machineList, matches } from '#app/data/machines.ts'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import { SearchBox } from '#app/ui/SearchBox.tsx'
import type { Machine } from '#contract/machines.ts'
import { MachineTable } from './MachineTable.tsx'
import type { MachinesSearch } from './machines-search.ts'
import { NarrowingChips } from './NarrowingChips.tsx'

type Props = {
  search: MachinesSearch
  onSearch(search: MachinesSearch): void
  linkTo(machine: Machine): LinkProps
  actions?(machines: readonly Machine[]): ReactNode
}

/** All machines of the user, with search, filters and status. */
export function MachineDirectory({ search, onSearch, linkTo, actions }: Props) {
  const { t } = useTranslation('machines')
  const { data: machines } = useSuspenseQuery(machineList())
  const query = useDeferredValue(search.q ?? '')
  const found = useMemo(
    () => machines.filter((machine) => fits(machine, search.only) && matches(machine, query)),
    [machines, query, search.only],
  )

  return (
    <>
      <PageHeader title={t('title')} subtitle={<MachineCount found={found.length} total={machines.length} />} actions={actions?.(found)} />
      {machines.length === 0 ? (
        <NoMachinesYet />
      ) : (
        <Stack gap="md">
          <SearchBox label={t('search')} value={search.q ?? ''} onSearch={(q) => onSearch({ ...search, q: q || undefined })} />
          <NarrowingChips machines={machines} only={search.only} onNarrow={(only) => onSearch({ ...search, only })} />
          {found.length === 0 ? (
            <EmptyState
              icon={<IconSearchOff />}
              title={t('NO_MACHINES_FOUND')}
              action={<Button onClick={() => onSearch({})}>{t('showAll')}</Button>}
            />
          ) : (
            <MachineTable machines={found} linkTo={linkTo} />
          )}
        </Stack>
      )}
    </>
  )
}
