import { Box, Button, Select, Text, Title } from '@mantine/core'
import { IconClipboardOff, IconPrinter, IconUser } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import * as v from 'valibot'
import { ActivityRow } from '#app/components/ActivityRow.tsx'
import { QueryError } from '#app/components/QueryError.tsx'
import { getSession } from '#app/data/device.ts'
import { formats } from '#app/data/formats.ts'
import { searchParam } from '#app/data/search-param.ts'
import { Card } from '#app/ui/Card.tsx'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { FLUSH } from '#app/ui/flush.ts'
import { LinkButton } from '#app/ui/LinkButton.tsx'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import { ListSkeleton } from '#app/ui/Skeletons.tsx'
import type { Span } from '#domain/sales/periods.ts'
import { AllChangesTable } from './AllChangesTable.tsx'
import { changes, people, workOf } from './audit.queries.ts'
import { DaySelector } from './DaySelector.tsx'
import classes from './DaySheet.module.css'
import { dayIn } from './day-search.ts'
import { type Visit, visitsOf } from './visits.ts'

const Search = v.object({
  person: searchParam(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(2 ** 31 - 1))),
  day: searchParam(v.pipe(v.string(), v.isoDate())),
})
type Search = v.InferOutput<typeof Search>

export const Route = createFileRoute('/_signed-in/_managers/dashboard/more/day-sheet')({
  validateSearch: Search,
  component: DaySheetScreen,
})

/** One day of one person: the visits with what was done there, and the other changes. */
function DaySheetScreen() {
  const { t } = useTranslation('auditLog')
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data: persons = [] } = useQuery(people())
  const chosen = dayIn(search.day, Date.now(), getSession().account.timezone)
  const { person } = search
  const name = persons.find(({ id }) => id === person)?.name
  const narrow = (next: Partial<Search>) => void navigate({ search: { ...search, ...next }, replace: true })
  return (
    <>
      <PageHeader
        title={t('sheet.title')}
        subtitle={name === undefined ? t('sheet.subtitle') : `${name} · ${formats().longDate(chosen.span.from)}`}
        breadcrumb={[{ label: t('title'), link: { to: '/dashboard/more/changes' } }, { label: t('sheet.title') }]}
        actions={
          person !== undefined && (
            <Button variant="default" size="md" leftSection={<IconPrinter size={20} aria-hidden />} onClick={() => print()}>
              {t('sheet.print')}
            </Button>
          )
        }
      />
      <div className={classes.filters}>
        <Select
          label={t('person')}
          placeholder={t('sheet.choose')}
          size="md"
          data={persons.map(({ id, name: shown }) => ({ value: String(id), label: shown }))}
          value={person === undefined ? null : String(person)}
          onChange={(value) => narrow({ person: value === null ? undefined : Number(value) })}
          searchable
          nothingFoundMessage={t('reports:nothingFound')}
        />
        <DaySelector chosen={chosen} onDay={(day) => narrow({ day: day === chosen.today ? undefined : day })} />
      </div>
      {person === undefined ? (
        <EmptyState icon={<IconUser />} title={t('sheet.choose')} text={t('sheet.chooseText')} />
      ) : (
        <Sheet person={person} day={chosen.day} span={chosen.span} />
      )}
    </>
  )
}

function Sheet({ person, day, span }: { person: number; day: string; span: Span }) {
  const { t } = useTranslation('auditLog')
  const work = useQuery(workOf(person, span))
  const log = useQuery(changes({ span, user: person }, 0))
  const failed = work.isError ? work : log.isError ? log : null
  if (failed && !failed.data) return <QueryError error={failed.error} onRetry={() => void failed.refetch()} />
  if (!work.data || !log.data) return <ListSkeleton rows={6} height={64} />
  const visits = visitsOf(work.data)
  const others = log.data.items
  if (visits.length === 0 && others.length === 0)
    return <EmptyState icon={<IconClipboardOff />} title={t('sheet.none')} text={t('sheet.noneText')} />
  return (
    <div className={classes.sheet}>
      {visits.length > 0 && (
        <section aria-label={t('sheet.visits')} className={classes.visits}>
          <Title order={2}>{t('sheet.visits')}</Title>
          {visits.map((visit) => (
            <VisitOfDay key={visit.activities[0]?.id} visit={visit} />
          ))}
        </section>
      )}
      {others.length > 0 && (
        <Card aria-label={t('link')} p={0}>
          <Title order={2} p="md">
            {t('link')}
          </Title>
          <AllChangesTable rows={others} isFading={log.isPlaceholderData} />
          {log.data.pageDetails.hasNext && (
            <Box p="md">
              <LinkButton to="/dashboard/more/changes" search={{ person, from: day, until: day }} {...FLUSH}>
                {t('showAll')}
              </LinkButton>
            </Box>
          )}
        </Card>
      )}
    </div>
  )
}

/** When a person was at a machine, and what they did there. */
function VisitOfDay({ visit: { machine, from, until, activities } }: { visit: Visit }) {
  const { t } = useTranslation('auditLog')
  const { time } = formats()
  const [begin, end] = [time(from), time(until)]
  const name = machine?.name ?? t('sheet.elsewhere')
  return (
    <Card aria-label={`${begin} ${name}`} className={classes.visit ?? ''}>
      <Title order={3}>
        {name}{' '}
        <Text span c="dimmed" data-figures>
          {begin === end ? begin : `${begin} – ${end}`}
        </Text>
      </Title>
      <ol className={classes.work}>
        {activities.map((activity) => (
          <ActivityRow key={activity.id} activity={activity} isOfMachine isOfDay />
        ))}
      </ol>
    </Card>
  )
}
