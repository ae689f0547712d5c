import { Tabs, Text } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import * as v from 'valibot'
import { UpdatedAt } from '#app/components/LastUpdate.tsx'
import { ChangedMeanwhile } from '#app/components/operations/ChangedMeanwhile.tsx'
import { hasShortages } from '#app/data/home.ts'
import { fleetToday, machineToday } from '#app/data/machine-today.ts'
import { machine, machineIdIn } from '#app/data/machines.ts'
import { catalogue, machineSlots } from '#app/data/slots.ts'
import { machineStock } from '#app/data/stock.ts'
import { lazyPart } from '#app/ui/lazy-part.tsx'
import { PartMissing } from '#app/ui/PartMissing.tsx'
import { SALES_SIZES } from '#app/ui/page-sizes.ts'
import { CardsSkeleton } from '#app/ui/Skeletons.tsx'
import { InstalledProducts } from './InstalledProducts.tsx'
import { LastTransactions } from './LastTransactions.tsx'
import { MachineHead, UnknownMachine } from './MachineHead.tsx'
import { MachineOverview } from './MachineOverview.tsx'
import { MachineStats } from './MachineStats.tsx'

const TABS = ['overview', 'last_transactions', 'installed_products', 'settings'] as const

/** Invalid parameters are ignored. */
const said = <S extends v.GenericSchema>(schema: S) => v.optional(v.fallback(v.optional(schema), undefined))

const MachineSettings = lazyPart(async () => (await import('./MachineSettings.tsx')).MachineSettings, {
  waiting: () => <CardsSkeleton />,
  missing: PartMissing,
})

export const Route = createFileRoute('/_signed-in/_managers/dashboard/machines/$machineId/')({
  validateSearch: v.object({
    tab: said(v.picklist(TABS)),
    page: said(v.pipe(v.number(), v.integer(), v.minValue(1))),
    size: said(v.picklist(SALES_SIZES)),
    asOf: said(v.pipe(v.number(), v.integer(), v.minValue(0))),
  }),
  beforeLoad: ({ context: { account } }) => {
    if (!hasShortages(account)) throw redirect({ to: '/dashboard/integration', replace: true })
  },
  loader: ({ context: { queryClient }, params }) => {
    const id = machineIdIn(params.machineId)
    return Promise.all([
      queryClient.ensureQueryData(machine(id)),
      queryClient.ensureQueryData(machineStock(id)),
      queryClient.ensureQueryData(machineSlots(id)),
      queryClient.ensureQueryData(catalogue()),
    ])
  },
  component: MachineScreen,
})

function MachineScreen() {
  const { t } = useTranslation('machines')
  const id = machineIdIn(Route.useParams().machineId)
  const { tab = 'overview', ...search } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data: known } = useSuspenseQuery(machine(id))
  const { data: now, dataUpdatedAt, error } = useQuery(machineToday(id))
  const { data: fleet } = useQuery(fleetToday())
  if (!known) return <UnknownMachine machineId={id} back={{ to: '/dashboard/machines' }} />
  // Offline, the server's last response is shown.
  const today = now ?? fleet?.get(id)
  return (
    <>
      <MachineHead machine={known} today={today} back={{ to: '/dashboard/machines' }}>
        <MachineStats machine={known} today={today} />
      </MachineHead>
      <ChangedMeanwhile machineId={id} />
      {error && (
        <Text role="status" c="dimmed" mb="sm">
          {t('trouble.asSaidLast')} {now && <UpdatedAt at={dataUpdatedAt} />}
        </Text>
      )}
      <Tabs
        value={tab}
        onChange={(value) => navigate({ search: { tab: TABS.find((name) => name === value) }, replace: true })}
        keepMounted={false}
      >
        <Tabs.List aria-label={t('tabs', { machine: known.name })}>
          {TABS.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(name)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Suspense fallback={<CardsSkeleton />}>
          <Tabs.Panel value="overview" pt="md">
            <MachineOverview machine={known} today={today} />
          </Tabs.Panel>
          <Tabs.Panel value="last_transactions" pt="md">
            <LastTransactions
              machineId={id}
              search={search}
              onSearch={(next) => navigate({ search: { tab: 'last_transactions', ...next } })}
            />
          </Tabs.Panel>
          <Tabs.Panel value="installed_products" pt="md">
            <InstalledProducts machine={known} />
          </Tabs.Panel>
          <Tabs.Panel value="settings" pt="md">
            <MachineSettings machine={known} today={today} />
          </Tabs.Panel>
        </Suspense>
      </Tabs>
    </>
  )
}
