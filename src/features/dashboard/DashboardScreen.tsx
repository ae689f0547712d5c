import { Alert, Skeleton, Text, Title } from '@mantine/core'
import { IconCircleCheck, IconHelpHexagon } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Link, redirect } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ActivityFeed } from '#app/components/ActivityFeed.tsx'
import { MachineTypeIcon } from '#app/components/MachineTypeIcon.tsx'
import { NoMachinesYet } from '#app/components/NoMachines.tsx'
import { ProductName } from '#app/components/ProductName.tsx'
import { type Ahead, ahead } from '#app/data/ahead.ts'
import { getSession } from '#app/data/device.ts'
import { fleetOf, missingPieces } from '#app/data/fleet.ts'
import { formats } from '#app/data/formats.ts'
import { freshness, isBeingFetched } from '#app/data/freshness.ts'
import { hasShortages } from '#app/data/home.ts'
import { machineList, worstFirst } from '#app/data/machines.ts'
import { sending } from '#app/data/outbox.ts'
import { reviewCount } from '#app/data/reviews.ts'
import { allShortages, type ProductShortage } from '#app/data/shortages.ts'
import { restore } from '#app/data/stored-responses.ts'
import { waysOf } from '#app/data/ways.ts'
import { useAge } from '#app/ui/AgeText.tsx'
import { Card } from '#app/ui/Card.tsx'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { FLUSH } from '#app/ui/flush.ts'
import { LinkButton } from '#app/ui/LinkButton.tsx'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import type { Moment } from '#domain/time.ts'
import classes from './DashboardScreen.module.css'
import { liveFigures, longTermFigures, todayFigures } from './dashboard.queries.ts'
import { FigureTile } from './FigureTile.tsx'
import { LatestSales } from './LatestSales.tsx'
import { MachinesRing } from './MachinesRing.tsx'
import { MoneyTiles } from './MoneyTiles.tsx'
import { NeedsActionTable } from './NeedsActionTable.tsx'
import { NotConnected } from './NotConnected.tsx'
import { QuickAccess } from './QuickAccess.tsx'
import { RevenueHistory } from './RevenueHistory.tsx'
import { TodayHours } from './TodayHours.tsx'
import { TodayLine } from './TodayLine.tsx'
import { TopList } from './TopList.tsx'
import { TrialCard } from './TrialCard.tsx'
import { WorstMachines } from './WorstMachines.tsx'

export const Route = createFileRoute('/_signed-in/_managers/dashboard/')({
  beforeLoad: ({ context: { account } }) => {
    // A company without any data stays here and sees a notice instead of figures.
    if (account.companyIntegrations.length > 0 && !hasShortages(account)) throw redirect({ to: '/dashboard/integration', replace: true })
  },
  loader: ({ context: { queryClient } }) =>
    Promise.all([
      restore(queryClient, todayFigures()),
      restore(queryClient, liveFigures()),
      restore(queryClient, longTermFigures()),
      queryClient.ensureQueryData(machineList()),
      queryClient.ensureQueryData(freshness()),
      queryClient.ensureQueryData(allShortages()),
    ]),
  component: DashboardScreen,
})

const SHOWN = 8
const NOTHING_KNOWN: ReadonlyMap<number, Ahead> = new Map()

function DashboardScreen() {
  return getSession().account.companyIntegrations.length === 0 ? <NotConnected /> : <Dashboard />
}

/** Sales, machine status, machines running empty, and shortages. The last stored figures are shown at once, with their age. */
function Dashboard() {
  const { t } = useTranslation('dashboard')
  const { data: live = null, dataUpdatedAt, isError: isUnanswered } = useQuery(liveFigures())
  const { data: today = null, isError: isTodayUnanswered } = useQuery(todayFigures())
  const { data: fresh } = useSuspenseQuery(freshness())
  const { data: queue } = useQuery(sending())
  const { data: longTerm = null } = useQuery(longTermFigures())
  const { data: machines } = useSuspenseQuery(machineList())
  const {
    data: { products: shortages },
  } = useSuspenseQuery(allShortages())
  const { data: outlook } = useQuery(ahead())
  const { account } = getSession()
  const { allShortages: shortagesAt, machine } = waysOf(account)
  const { number, money, longDate, hour } = formats()
  const fleet = fleetOf(machines)
  const worst = worstFirst(machines, outlook ?? NOTHING_KNOWN).slice(0, SHOWN)
  const pieces = shortages.filter(({ currentShortage, product }) => currentShortage > 0 && product.packaging !== 'INGREDIENT')
  const now = Date.now()
  const part = hour(now) < 11 ? 'morning' : hour(now) < 18 ? 'day' : 'evening'
  const isTrial = account.planName === 'TRIAL'
  // Without sales of earlier weeks, the setup steps matter more than the figures.
  const isNew = isTrial && (machines.length === 0 || today?.comparedDays === 0)
  const isFetching = machines.length === 0 && isBeingFetched(fresh)
  const most = { revenue: longTerm?.topMachines[0]?.revenue ?? 0, sold: longTerm?.topProducts[0]?.sold ?? 0 }

  return (
    <>
      <PageHeader
        title={t(`greeting.${part}`, { name: account.firstName })}
        subtitle={
          <>
            {longDate(now)}
            {(live || isUnanswered) && ' · '}
            {live ? <Aged at={dataUpdatedAt} /> : isUnanswered && t('neverAsked')}
          </>
        }
      />
      {isFetching || (machines.length > 0 && !today && !isUnanswered && !isTodayUnanswered) ? (
        <FirstLoad isFetching={isFetching} />
      ) : (
        <div className={classes.page}>
          {isNew && <TrialCard account={account} />}
          {machines.length > 0 && today && (
            <>
              <TodayLine today={today} fleet={fleet} unsent={(queue?.waiting ?? 0) + (queue?.needsYou ?? 0)} />
              <NeedsActionTable today={today} machines={machines} />
              <TodayHours today={today} />
            </>
          )}
          {isTrial && !isNew && <TrialCard account={account} />}
          <ToDecide />
          {machines.length === 0 ? null : live ? (
            <MoneyTiles live={live} at={dataUpdatedAt} />
          ) : (
            !isUnanswered && (
              <div role="status" aria-label={t('common:loading')}>
                <TileSkeletons />
              </div>
            )
          )}
          {machines.length === 0 ? (
            <NoMachinesYet />
          ) : (
            <>
              <div className={classes.charts}>
                {longTerm && live ? (
                  <RevenueHistory history={longTerm.revenueHistory} today={live.revenueToday} />
                ) : (
                  !isUnanswered && <Skeleton radius="md" mih={320} />
                )}
                <MachinesRing live={live} fleet={fleet} />
              </div>
              {live && longTerm && (
                <div className={classes.thirds}>
                  <LatestSales sales={live.transactions} />
                  <TopList
                    title={t('top.machines')}
                    rows={longTerm.topMachines.map(({ id, name, type, revenue }) => ({
                      id,
                      name: (
                        <Link {...machine(id)} className={classes.plain}>
                          <MachineTypeIcon type={type} /> {name}
                        </Link>
                      ),
                      figure: money(revenue),
                      share: most.revenue > 0 ? revenue / most.revenue : 0,
                    }))}
                  />
                  <TopList
                    title={t('top.products')}
                    rows={longTerm.topProducts.map(({ id, name, sold }) => ({
                      id,
                      name,
                      figure: t('top.sold', { count: sold }),
                      share: most.sold > 0 ? sold / most.sold : 0,
                    }))}
                  />
                </div>
              )}
              <ul className={classes.tiles} aria-label={t('figures')}>
                <FigureTile
                  to="/dashboard/machines"
                  search={{ only: 'empty' }}
                  label={t('withEmptyPlaces')}
                  figure={number(fleet.withEmptyPlaces)}
                  below={t('emptyPlaces', { count: fleet.emptyPlaces })}
                />
                {shortagesAt && (
                  <FigureTile
                    {...shortagesAt}
                    label={t('missingPieces')}
                    figure={number(missingPieces(shortages))}
                    below={pieces.length > 0 ? t('missingPiecesOf', { count: pieces.length }) : ''}
                  />
                )}
              </ul>
              <div className={classes.lists}>
                <Card aria-label={t('worst')}>
                  <Title order={2} mb="sm">
                    {t('worst')}
                  </Title>
                  {worst.length === 0 ? (
                    <EmptyState icon={<IconCircleCheck />} title={t('worstNone')} text={t('worstNoneText')} />
                  ) : (
                    <WorstMachines machines={worst} ahead={outlook ?? NOTHING_KNOWN} />
                  )}
                  <LinkButton to="/dashboard/machines" {...FLUSH} mt="sm">
                    {t('all')}
                  </LinkButton>
                </Card>
                {shortagesAt && (
                  <Card aria-label={t('mostMissing')}>
                    <Title order={2} mb="sm">
                      {t('mostMissing')}
                    </Title>
                    {pieces.length === 0 ? (
                      <EmptyState icon={<IconCircleCheck />} title={t('mostMissingNone')} text={t('mostMissingNoneText')} />
                    ) : (
                      <MissingProducts shortages={pieces.slice(0, SHOWN)} />
                    )}
                    <LinkButton {...shortagesAt} {...FLUSH} mt="sm">
                      {t('allShortages')}
                    </LinkButton>
                  </Card>
                )}
              </div>
            </>
          )}
          <Card aria-label={t('activity:title')}>
            <Title order={2} mb="xs">
              {t('activity:title')}
            </Title>
            <ActivityFeed />
          </Card>
          <QuickAccess />
        </div>
      )}
    </>
  )
}

const TileSkeletons = () => (
  <div className={classes.money}>
    {['first', 'second', 'third', 'fourth'].map((tile) => (
      <Skeleton key={tile} height={112} radius="md" />
    ))}
  </div>
)

/** The page without stored figures. Nothing follows it, because content below would move when the figures arrive. */
function FirstLoad({ isFetching }: { isFetching: boolean }) {
  const { t } = useTranslation('machines')
  return (
    <div className={classes.page} role="status" aria-label={t(isFetching ? 'fetching' : 'common:loading')}>
      {isFetching && <Text c="dimmed">{t('fetching')}</Text>}
      <TileSkeletons />
      <Skeleton height={420} radius="md" />
    </div>
  )
}

function Aged({ at }: { at: Moment }) {
  const { t } = useTranslation('dashboard')
  return t('asOf', { age: useAge(at) })
}

function MissingProducts({ shortages }: { shortages: readonly ProductShortage[] }) {
  const { number } = formats()
  return (
    <ol className={classes.rows}>
      {shortages.map(({ product, currentShortage }) => (
        <li key={product.id} className={classes.row}>
          <ProductName product={product} />
          <span className={classes.figure}>{number(currentShortage)}</span>
        </li>
      ))}
    </ol>
  )
}

/** A link to open review items; nothing without any. */
function ToDecide() {
  const { t } = useTranslation('reviews')
  const { data: count = 0 } = useQuery(reviewCount())
  if (count === 0) return null
  return (
    <Alert color="orange" variant="light" icon={<IconHelpHexagon aria-hidden />} title={t('badge', { count })}>
      {t('badgeText')}
      <div>
        <LinkButton to="/dashboard/review-items" mt="sm" size="md">
          {t('open')}
        </LinkButton>
      </div>
    </Alert>
  )
}
