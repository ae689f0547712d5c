import { Badge, Button, Drawer, Select, Text, ThemeIcon, Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconClipboardOff } from '@tabler/icons-react'
import { useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { lookOf } from '#app/components/activity-looks.ts'
import { UnlessNoMachines } from '#app/components/NoMachines.tsx'
import { useActivityLabels } from '#app/components/use-activity-labels.ts'
import { useWhyNot } from '#app/components/use-why-not.ts'
import { isReceivedLate, stockChanges } from '#app/data/activity.ts'
import { getSession } from '#app/data/device.ts'
import { formats } from '#app/data/formats.ts'
import { machineList } from '#app/data/machines.ts'
import { Card } from '#app/ui/Card.tsx'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { ErrorState } from '#app/ui/ErrorState.tsx'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import { ListSkeleton } from '#app/ui/Skeletons.tsx'
import type { Activity } from '#contract/activity.ts'
import { fromIso } from '#domain/time.ts'
import { ChangeDetails } from './ChangeDetails.tsx'
import { DaySelector } from './DaySelector.tsx'
import { ChangesSearch, dayIn } from './day-search.ts'
import classes from './StockChanges.module.css'

export const Route = createFileRoute('/_signed-in/_managers/dashboard/more/refill-history')({
  validateSearch: ChangesSearch,
  loader: ({ context: { queryClient } }) => queryClient.ensureQueryData(machineList()),
  component: StockChangesScreen,
})

/** Stock changes of one day. */
function StockChangesScreen() {
  const { t } = useTranslation('changes')
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data: machines } = useSuspenseQuery(machineList())
  const isWide = useMediaQuery('(min-width: 62em)', undefined, { getInitialValueInEffect: false })
  const day = dayIn(search.day, Date.now(), getSession().account.timezone)
  const { machine } = search
  const { data, error, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery(stockChanges({ ...day.span, machine }))
  const rows = data?.pages.flatMap((page) => page.rows) ?? []
  const chosen = rows.find(({ id }) => id === search.change) ?? null
  const narrow = (next: Partial<ChangesSearch>) => void navigate({ search: { ...search, change: undefined, ...next } })
  const longDay = formats().longDate(day.span.from)
  const why = useWhyNot()
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      <div className={classes.filters}>
        <DaySelector chosen={day} onDay={(next) => narrow({ day: next === day.today ? undefined : next })} />
        <Select
          label={t('machine')}
          size="md"
          placeholder={t('allMachines')}
          data={machines.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={machine === undefined ? null : String(machine)}
          onChange={(value) => narrow({ machine: value === null ? undefined : Number(value) })}
          searchable
          clearable
          nothingFoundMessage={t('reports:nothingFound')}
          clearButtonProps={{ 'aria-label': t('allMachines') }}
        />
      </div>
      {error && !data ? (
        <ErrorState title={why(error).title} text={why(error).text} onRetry={() => void refetch()} />
      ) : !data ? (
        <ListSkeleton rows={6} height={64} />
      ) : rows.length === 0 ? (
        <UnlessNoMachines>
          <EmptyState icon={<IconClipboardOff />} title={t('none')} text={t('noneText')} />
        </UnlessNoMachines>
      ) : (
        <div className={classes.pair}>
          <Card aria-label={t('list', { day: longDay })} p={0}>
            <Title order={2} className={classes.head}>
              {longDay}
            </Title>
            <ol className={classes.rows}>
              {rows.map((change) => (
                <ChangeRow key={change.id} change={change} search={search} />
              ))}
            </ol>
            {hasNextPage && (
              <Button variant="subtle" size="md" fullWidth loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                {t('more')}
              </Button>
            )}
          </Card>
          {isWide ? (
            <Card aria-label={t('details')} className={classes.panel ?? ''}>
              {chosen ? <ChangeDetails change={chosen} /> : <Text c="dimmed">{t('choose')}</Text>}
            </Card>
          ) : (
            <Drawer
              opened={chosen !== null}
              onClose={() => void navigate({ search: { ...search, change: undefined }, replace: true, resetScroll: false })}
              position="bottom"
              size="auto"
              radius="md"
              classNames={{ content: classes.sheet ?? '' }}
              title={t('details')}
              closeButtonProps={{ 'aria-label': t('common:close') }}
            >
              {chosen && <ChangeDetails change={chosen} />}
            </Drawer>
          )}
        </div>
      )}
    </>
  )
}

/** A change in the list of a day, with a link to its details. */
function ChangeRow({ change, search }: { change: Activity; search: ChangesSearch }) {
  const { t } = useTranslation('changes')
  const words = useActivityLabels()
  const { Icon, color } = lookOf(change.type, change.details.isUndo ?? false)
  return (
    <li>
      <Link
        to="/dashboard/more/refill-history"
        search={{ ...search, change: change.id }}
        replace
        resetScroll={false}
        className={classes.row}
        aria-current={search.change === change.id ? 'true' : undefined}
      >
        <ThemeIcon variant="light" color={color} size={36} radius="xl" aria-hidden>
          <Icon size={20} stroke={1.7} />
        </ThemeIcon>
        <span className={classes.words}>
          <span className={classes.machine}>{change.machine?.name ?? t('unknownMachine')}</span>
          <span className={classes.what}>
            <span data-undone={change.undone || undefined}>{words(change)}</span>
            {change.user && ` · ${change.user.name}`}
          </span>
        </span>
        <span className={classes.side}>
          <span className={classes.time}>{formats().time(fromIso(change.created))}</span>
          {change.undone && (
            <Badge size="sm" variant="light" color="slate">
              {t('activity:isUndone')}
            </Badge>
          )}
          {isReceivedLate(change) && <span className={classes.late}>{t('lateShort')}</span>}
        </span>
      </Link>
    </li>
  )
}
