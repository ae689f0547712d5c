import { Button, Chip, Group, Stack, Text } from '@mantine/core'
import { IconSearchOff, IconVersions } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import type { LinkProps } from '@tanstack/react-router'
import { type ReactNode, useDeferredValue, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { LastUpdate } from '#app/components/LastUpdate.tsx'
import { fits, type Narrowing } from '#app/data/fleet.ts'
import { machineList, matches } from '#app/data/machines.ts'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import { SearchBox } from '#app/ui/SearchBox.tsx'
import type { Machine } from '#contract/machines.ts'
import { MachineTable } from './MachineTable.tsx'
import type { MachinesSearch } from './machines-search.ts'

type Props = {
  search: MachinesSearch
  onSearch(search: MachinesSearch): void
  linkTo(machine: Machine): LinkProps
  actions?(machines: readonly Machine[]): ReactNode
  /** What to do where there is no machine yet. */
  whenEmpty?: ReactNode
}

const NARROWINGS = ['running', 'stopped', 'warning', 'offline', 'empty'] as const satisfies readonly Narrowing[]

/** All machines of this person: searched, narrowed, and how each of them stands. */
export function MachineDirectory({ search, onSearch, linkTo, actions, whenEmpty }: Props) {
  const { t } = useTranslation('machines')
  const { data: machines } = useSuspenseQuery(machineList())
  const query = useDeferredValue(search.q ?? '')
  const found = useMemo(
    () => machines.filter((machine) => fits(machine, search.only) && matches(machine, query)),
    [machines, query, search.only],
  )
  const counts = useMemo(
    () => new Map(NARROWINGS.map((name) => [name, machines.filter((machine) => fits(machine, name)).length])),
    [machines],
  )

  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={
          <>
            {found.length === machines.length
              ? t('count', { count: machines.length })
              : t('found', { count: found.length, total: machines.length })}
            {' · '}
            <LastUpdate />
          </>
        }
        actions={actions?.(found)}
      />
      {machines.length === 0 ? (
        <EmptyState icon={<IconVersions />} title={t('noMachines')} text={t('noMachinesNextStep')} action={whenEmpty} />
      ) : (
        <Stack gap="md">
          <SearchBox label={t('search')} value={search.q ?? ''} onSearch={(q) => onSearch({ ...search, q: q || undefined })} />
          <Group gap="xs" role="group" aria-label={t('filter')}>
            <Chip size="md" checked={search.only === undefined} onChange={() => onSearch({ ...search, only: undefined })}>
              {t('all')}
            </Chip>
            {NARROWINGS.filter((name) => search.only === name || counts.get(name)).map((name) => (
              <Chip
                key={name}
                size="md"
                checked={search.only === name}
                onChange={(checked) => onSearch({ ...search, only: checked ? name : undefined })}
              >
                {t(name)}{' '}
                <Text span inherit c="dimmed">
                  {counts.get(name)}
                </Text>
              </Chip>
            ))}
          </Group>
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
