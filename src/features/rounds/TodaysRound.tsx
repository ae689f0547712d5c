import { Button, Progress, Stack, Title } from '@mantine/core'
import { IconCircleCheck, IconFlag, IconPlus, IconRoute } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useArrivals } from '#app/components/use-arrivals.ts'
import { machineList } from '#app/data/machines.ts'
import { nextStop, openStops } from '#app/data/rounds.ts'
import { stopNeeds } from '#app/data/stop-needs.ts'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { LinkButton } from '#app/ui/LinkButton.tsx'
import { lazyPart } from '#app/ui/lazy-part.tsx'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import type { Round } from '#contract/rounds.ts'
import type { MachineId } from '#domain/ids.ts'
import { AddMachine } from './AddMachine.tsx'
import { NextStopCard } from './NextStopCard.tsx'
import classes from './Rounds.module.css'
import { StopRow } from './StopRow.tsx'
import { StopSheet } from './StopSheet.tsx'

/** With the planner, which few need. */
const ReplanSheet = lazyPart(async () => (await import('./ReplanSheet.tsx')).ReplanSheet, { missing: () => null, waiting: () => null })

/** The day of a serviceman: the next stop, those after it, and what is done. */
export function TodaysRound({ round }: { round: Round }) {
  const { t } = useTranslation('day')
  const { data: machines } = useSuspenseQuery(machineList())
  const { data: needs } = useQuery(stopNeeds(round))
  const arrivalOf = useArrivals(round)
  const [opened, setOpened] = useState<{ machineId: MachineId; skips: boolean } | null>(null)
  const [isAdding, setAdding] = useState(false)
  const [isReplanning, setReplanning] = useState(false)
  const { stops } = round
  const isFinished = round.state === 'FINISHED'
  const next = nextStop(round)
  const open = stops.filter(({ state }) => state === 'PLANNED')
  const further = open.filter((stop) => stop !== next || isFinished)
  const behind = stops.filter(({ state }) => state !== 'PLANNED')
  const all = stops.length
  const row = (stop: (typeof stops)[number]) => (
    <StopRow
      key={stop.machineId}
      stop={stop}
      number={open.indexOf(stop) + 1}
      arrival={arrivalOf(stop)}
      needs={needs?.get(stop.machineId)}
      onMore={() => setOpened({ machineId: stop.machineId, skips: false })}
    />
  )
  return (
    <>
      <PageHeader
        title={t('rounds:tasks')}
        subtitle={<span data-figures>{t('progress', { count: all, done: behind.length, all })}</span>}
        actions={
          !isFinished &&
          next && (
            <LinkButton to="/dashboard/serviceman/tasks/load" variant="default" size="md">
              {t('load')}
            </LinkButton>
          )
        }
      />
      <Stack gap="md">
        <Progress
          value={all === 0 ? 0 : (behind.length / all) * 100}
          aria-label={t('progress', { count: all, done: behind.length, all })}
        />
        {isFinished ? (
          <EmptyState icon={<IconCircleCheck />} title={t('finished')} text={t('finishedText')} action={<EndLink isMain />} />
        ) : next ? (
          <NextStopCard
            stop={next}
            stops={stops}
            arrival={arrivalOf(next)}
            machine={machines.find(({ id }) => id === next.machineId)}
            needs={needs?.get(next.machineId)}
            onSkip={() => setOpened({ machineId: next.machineId, skips: true })}
            onMore={() => setOpened({ machineId: next.machineId, skips: false })}
          />
        ) : (
          <EmptyState icon={<IconCircleCheck />} title={t('allBehind')} text={t('allBehindText')} action={<EndLink isMain />} />
        )}
        {further.length > 0 && (
          <section aria-labelledby="further-stops">
            <Title order={2} id="further-stops" className={classes.title}>
              {t('further')}
            </Title>
            <ol className={classes.stops}>{further.map(row)}</ol>
          </section>
        )}
        <div className={classes.tools}>
          {!isFinished && (
            <Button variant="default" size="md" leftSection={<IconPlus size={20} aria-hidden />} onClick={() => setAdding(true)}>
              {t('add')}
            </Button>
          )}
          {!isFinished && openStops(round).length > 1 && (
            <Button variant="default" size="md" leftSection={<IconRoute size={20} aria-hidden />} onClick={() => setReplanning(true)}>
              {t('rest.open')}
            </Button>
          )}
          {!isFinished && next && <EndLink />}
        </div>
        {behind.length > 0 && (
          <section aria-labelledby="stops-behind">
            <Title order={2} id="stops-behind" className={classes.title}>
              {t('behind')}
            </Title>
            <ol className={classes.stops}>{behind.map(row)}</ol>
          </section>
        )}
      </Stack>
      <StopSheet
        round={round}
        stop={stops.find(({ machineId }) => machineId === opened?.machineId)}
        startsWithReasons={opened?.skips ?? false}
        onClose={() => setOpened(null)}
      />
      {isReplanning && <ReplanSheet round={round} opened onClose={() => setReplanning(false)} />}
      <AddMachine round={round} machines={machines} opened={isAdding} onClose={() => setAdding(false)} />
    </>
  )
}

function EndLink({ isMain = false }: { isMain?: boolean }) {
  const { t } = useTranslation('day')
  return (
    <LinkButton
      to="/dashboard/serviceman/tasks/end"
      variant={isMain ? 'filled' : 'default'}
      size="md"
      leftSection={<IconFlag size={20} aria-hidden />}
    >
      {t('end')}
    </LinkButton>
  )
}
