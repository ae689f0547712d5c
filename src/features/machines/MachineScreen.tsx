import { Tabs, Text } from '@mantine/core'
import { IconReceiptOff } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as v from 'valibot'
import { ChangesOfMachine } from '#app/components/ChangesLink.tsx'
import { UpdatedAt } from '#app/components/LastUpdate.tsx'
import { ChangedMeanwhile } from '#app/components/operations/ChangedMeanwhile.tsx'
import { SalesList } from '#app/components/SalesList.tsx'
import { getSession } from '#app/data/device.ts'
import { formats } from '#app/data/formats.ts'
import { hasShortages } from '#app/data/home.ts'
import { idIn } from '#app/data/id-in.ts'
import { fleetToday, machineStats, machineToday, type Today } from '#app/data/machine-today.ts'
import { machine } from '#app/data/machines.ts'
import { searchParam } from '#app/data/search-param.ts'
import { catalogue, machineSlots } from '#app/data/slots.ts'
import { machineStock } from '#app/data/stock.ts'
import { salesPage } from '#app/data/transactions.ts'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { LinkButton } from '#app/ui/LinkButton.tsx'
import { lazyPart } from '#app/ui/lazy-part.tsx'
import { PartMissing } from '#app/ui/PartMissing.tsx'
import { SALES_SIZES, STANDARD_SIZE } from '#app/ui/page-sizes.ts'
import { CardsSkeleton } from '#app/ui/Skeletons.tsx'
import { TabRow } from '#app/ui/TabRow.tsx'
import type { Machine } from '#contract/machines.ts'
import type { MachineId } from '#domain/ids.ts'
import { spanOf } from '#domain/sales/periods.ts'
import type { Moment } from '#domain/time.ts'
import { InstalledProducts } from './InstalledProducts.tsx'
import { MachineHead, UnknownMachine } from './MachineHead.tsx'
import { MachineOverview } from './MachineOverview.tsx'
import classes from './MachineStats.module.css'

const TABS = ['overview', 'last_transactions', 'installed_products', 'settings'] as const

const MachineSettings = lazyPart(async () => (await import('./MachineSettings.tsx')).MachineSettings, {
  waiting: () => <CardsSkeleton />,
  missing: PartMissing,
})

export const Route = createFileRoute('/_signed-in/_managers/dashboard/machines/$machineId/')({
  validateSearch: v.object({
    tab: searchParam(v.picklist(TABS)),
    page: searchParam(v.pipe(v.number(), v.integer(), v.minValue(1))),
    size: searchParam(v.picklist(SALES_SIZES)),
    asOf: searchParam(v.pipe(v.number(), v.integer(), v.minValue(0))),
  }),
  beforeLoad: ({ context: { account } }) => {
    if (!hasShortages(account)) throw redirect({ to: '/dashboard/integration', replace: true })
  },
  loader: ({ context: { queryClient }, params }) => {
    const id = idIn(params.machineId)
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
  const id = idIn(Route.useParams().machineId)
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
      <MachineHead machine={known} today={today} back={{ to: '/dashboard/machines' }} actions={<ChangesOfMachine machineId={id} />}>
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
        <TabRow chosen={tab} aria-label={t('tabs', { machine: known.name })}>
          {TABS.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(name)}
            </Tabs.Tab>
          ))}
        </TabRow>
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

/** Revenue of a machine, for managers; and its signal, if the server shows it to this company. */
function MachineStats({ machine, today }: { machine: Machine; today: Today | undefined }) {
  const { t } = useTranslation('machines')
  const { money, percentage } = formats()
  const { data } = useQuery(machineStats(machine.id))
  const { signalStrength } = today ?? machine
  return (
    <section aria-label={t('revenue')} className={classes.stats}>
      {(['drr', 'mrr', 'totalRevenue'] as const).map((name) => (
        <Figure key={name} label={t(name)}>
          {data ? money(data[name]) : '–'}
        </Figure>
      ))}
      {getSession().account.gsmSignal && (
        <Figure label={t('gsmSignal')}>{signalStrength === undefined ? '–' : percentage(signalStrength)}</Figure>
      )}
    </section>
  )
}

const Figure = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <Text size="sm" c="dimmed">
      {label}
    </Text>
    <Text fw={650} size="lg" data-figures>
      {children}
    </Text>
  </div>
)

/** The page of a machine's transactions, as in the URL. */
type LastSearch = { page?: number | undefined; size?: (typeof SALES_SIZES)[number] | undefined; asOf?: Moment | undefined }

const PERIOD = 'LAST_30_DAYS'

/** A machine's sales of the last 30 days, newest first; the rest is available through a filter. */
function LastTransactions({
  machineId,
  search: { page = 1, size = STANDARD_SIZE.sales, asOf },
  onSearch,
}: {
  machineId: MachineId
  search: LastSearch
  onSearch(next: LastSearch): void
}) {
  const { t } = useTranslation('machines')
  const [now] = useState(() => Date.now())
  const question = { ...spanOf(PERIOD, now, getSession().account.timezone), machine: machineId }
  const list = useQuery(salesPage(question, { page: page - 1, size, asOf: page > 1 ? asOf : undefined }))
  const all = (
    <LinkButton
      to="/dashboard/transactions/$machineId"
      params={{ machineId: String(machineId) }}
      search={{ period: PERIOD }}
      variant="light"
    >
      {t('allTransactions')}
    </LinkButton>
  )
  return (
    <>
      <SalesList
        list={list}
        failure={list.error}
        onRetry={() => void list.refetch()}
        page={page}
        size={size}
        onPage={(next) => onSearch({ size, ...next })}
        onSize={(next) => onSearch({ size: next })}
        isOfOne
        empty={<EmptyState icon={<IconReceiptOff />} title={t('NO_DATA_AVAILABLE')} text={t('nothingSold')} action={all} />}
      />
      {list.data && list.data.rows.length > 0 && <p>{all}</p>}
    </>
  )
}
