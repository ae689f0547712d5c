import { Stack, Text, Title } from '@mantine/core'
import { IconListCheck } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { NoMachines } from '#app/components/NoMachines.tsx'
import { arrivalAt } from '#app/components/use-arrivals.ts'
import { ahead } from '#app/data/ahead.ts'
import { formats } from '#app/data/formats.ts'
import { freshness } from '#app/data/freshness.ts'
import { machineList, worstFirst } from '#app/data/machines.ts'
import { laterRounds, ownRounds, todaysRound } from '#app/data/rounds.ts'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { LinkButton } from '#app/ui/LinkButton.tsx'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import type { Round } from '#contract/rounds.ts'
import classes from './Rounds.module.css'
import { TasksLine } from './TasksLine.tsx'
import { TodaysRound } from './TodaysRound.tsx'
import { VanLink } from './VanLink.tsx'
import { VisitCard } from './VisitCard.tsx'

export const Route = createFileRoute('/_signed-in/dashboard/serviceman/tasks/')({
  loader: ({ context: { queryClient } }) =>
    Promise.all([
      queryClient.ensureQueryData(machineList()),
      queryClient.ensureQueryData(ahead()),
      queryClient.ensureQueryData(ownRounds()),
      queryClient.ensureQueryData(freshness()),
    ]),
  component: TasksScreen,
})

/** The stops of today, and the rounds of the next days. */
function TasksScreen() {
  const { data: rounds } = useSuspenseQuery(ownRounds())
  const round = todaysRound(rounds)
  return (
    <div className={classes.page}>
      {round && round.stops.length > 0 ? <TodaysRound round={round} /> : <NoRound />}
      <div className={classes.van}>
        <VanLink />
      </div>
      <LaterRounds rounds={laterRounds(rounds)} />
    </div>
  )
}

const FIRST = 3

/** Without a round, this device computes where the loss without a visit today is highest. */
function NoRound() {
  const { t } = useTranslation('rounds')
  const { data: machines } = useSuspenseQuery(machineList())
  const { data: outlook } = useSuspenseQuery(ahead())
  const first = worstFirst(machines, outlook)
    .filter(({ id }) => (outlook.get(id)?.loss ?? 0) > 0)
    .slice(0, FIRST)
  return (
    <>
      <PageHeader title={t('tasks')} />
      <NoMachines>
        <EmptyState
          icon={<IconListCheck />}
          title={t('noTasks')}
          text={t('noTasksNextStep')}
          action={
            <LinkButton to="/dashboard/serviceman/menu" size="md">
              {t('toHome')}
            </LinkButton>
          }
        />
        {first.length > 0 && (
          <Stack gap="sm" mt="lg">
            <Title order={2}>{t('forecast:first')}</Title>
            <Text c="dimmed">{t('forecast:firstHelp')}</Text>
            <div>
              {first.map((machine) => (
                <VisitCard key={machine.id} machine={machine} ahead={outlook.get(machine.id)} />
              ))}
            </div>
          </Stack>
        )}
      </NoMachines>
    </>
  )
}

/** The published rounds of the next days, to look at. */
function LaterRounds({ rounds }: { rounds: readonly Round[] }) {
  const { t } = useTranslation('day')
  if (rounds.length === 0) return null
  return (
    <Stack gap="lg" mt="xl">
      {rounds.map(({ id, date, stops }) => (
        <section key={id} aria-labelledby={`round-${id}`}>
          <Title order={2} id={`round-${id}`} className={classes.title}>
            {t('later', { day: formats().namedDay(date), stops: t('stops', { count: stops.length }) })}
          </Title>
          <ol className={classes.stops}>
            {stops.map((stop, index) => (
              <li key={stop.machineId} className={classes.row}>
                <span className={classes.number} data-figures>
                  {index + 1}
                </span>
                <span className={classes.words}>
                  <span className={classes.name}>{stop.machine.name}</span>
                  <TasksLine stop={stop} arrival={arrivalAt(stop)} />
                </span>
              </li>
            ))}
          </ol>
        </section>
      ))}
    </Stack>
  )
}
