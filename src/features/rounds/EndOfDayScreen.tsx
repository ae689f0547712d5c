import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconAlertTriangle, IconArrowLeft, IconCheck, IconCloudOff, IconFlag } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formats } from '#app/data/formats.ts'
import { sending } from '#app/data/outbox.ts'
import { collectionsToday } from '#app/data/own-day.ts'
import { markRound, ownRounds, todaysRound } from '#app/data/rounds.ts'
import { ownVan } from '#app/data/van.ts'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { LinkButton } from '#app/ui/LinkButton.tsx'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import type { Round, Stop } from '#contract/rounds.ts'
import type { RoundMark } from '#domain/rounds/round.ts'
import classes from './Rounds.module.css'
import { useStopMarks } from './use-stop-marks.ts'
import { VanLink } from './VanLink.tsx'

export const Route = createFileRoute('/_signed-in/dashboard/serviceman/tasks/end')({
  loader: ({ context: { queryClient } }) =>
    Promise.all([
      queryClient.ensureQueryData(ownRounds()),
      queryClient.ensureQueryData(sending()),
      queryClient.ensureQueryData(collectionsToday()),
    ]),
  component: EndOfDayScreen,
})

const TASKS = '/dashboard/serviceman/tasks'

function EndOfDayScreen() {
  const { t } = useTranslation('day')
  const { data: rounds } = useSuspenseQuery(ownRounds())
  const round = todaysRound(rounds)
  return (
    <div className={classes.page}>
      <PageHeader title={t('end')} />
      {round && round.stops.length > 0 ? (
        <Day round={round} />
      ) : (
        <Stack gap="lg">
          <Unsent />
          <EmptyState
            icon={<IconFlag />}
            title={t('loading.noRound')}
            text={t('close.noRoundText')}
            action={
              <LinkButton to={TASKS} size="md">
                {t('vans:toTasks')}
              </LinkButton>
            }
          />
          <LeftInVan />
        </Stack>
      )}
    </div>
  )
}

/** Whether everything is sent, and what became of each stop. */
function Day({ round }: { round: Round }) {
  const { t } = useTranslation('day')
  const { data: collections } = useSuspenseQuery(collectionsToday())
  const { keep } = useStopMarks(round)
  const [isBusy, setBusy] = useState(false)
  const mark = async (state: RoundMark) => {
    setBusy(true)
    await keep(markRound(round, state))
    setBusy(false)
  }
  const of = (wanted: Stop['state']) => round.stops.filter(({ state }) => state === wanted)
  const [done, skipped, left] = [of('DONE'), of('SKIPPED'), of('PLANNED')]
  const { number } = formats()
  const figures = [
    [t('close.done'), done.length],
    [t('close.skipped'), skipped.length],
    [t('close.left'), left.length],
    [t('close.cash'), collections],
  ] as const
  return (
    <Stack gap="lg">
      <Unsent />
      <dl className={classes.figures}>
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd data-figures>{number(value)}</dd>
          </div>
        ))}
      </dl>
      {round.state === 'FINISHED' ? (
        <Group>
          <Text fw={600}>{t('finished')}</Text>
          <Button variant="default" size="md" loading={isBusy} onClick={() => void mark('STARTED')}>
            {t('close.reopen')}
          </Button>
        </Group>
      ) : (
        <Button
          className={classes.go ?? ''}
          loading={isBusy}
          leftSection={<IconFlag size={22} aria-hidden />}
          onClick={() => void mark('FINISHED')}
        >
          {t('close.finish')}
        </Button>
      )}
      <LeftInVan />
      <Names title={t('close.left')} text={t('close.leftText')} stops={left} />
      <Names title={t('close.skipped')} stops={skipped} />
      <LinkButton to={TASKS} variant="subtle" size="md" leftSection={<IconArrowLeft size={20} aria-hidden />}>
        {t('close.back')}
      </LinkButton>
    </Stack>
  )
}

/** What is still in the van of the user; nothing for a user without one. */
function LeftInVan() {
  const { t } = useTranslation('vans')
  const { data: own } = useQuery(ownVan())
  if (!own) return null
  return (
    <section>
      <Title order={2} className={classes.title}>
        {t('leftInVan')}
      </Title>
      {own.goods.some(({ quantity }) => quantity > 0) && (
        <Text c="dimmed" mb="xs">
          {t('leftInVanText')}
        </Text>
      )}
      <VanLink />
    </section>
  )
}

function Names({ title, text, stops }: { title: string; text?: string; stops: readonly Stop[] }) {
  const { t } = useTranslation('day')
  if (stops.length === 0) return null
  return (
    <section>
      <Title order={2} className={classes.title}>
        {title}
      </Title>
      {text && (
        <Text c="dimmed" mb="xs">
          {text}
        </Text>
      )}
      <ul className={classes.stops}>
        {stops.map(({ machineId, machine, state, skipReason, note }) => (
          <li key={machineId} className={classes.row}>
            <span className={classes.words}>
              <span className={classes.name}>{machine.name}</span>
              {state === 'SKIPPED' && (
                <span className={classes.dimmed}>{[t(`reason.${skipReason ?? 'OTHER'}`), ...(note ? [note] : [])].join(' · ')}</span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What the outbox of this device still holds. */
function Unsent() {
  const { t } = useTranslation('day')
  const { data } = useSuspenseQuery(sending())
  const { waiting, needsYou } = data
  const link = <Link to="/outbox">{t('close.pending')}</Link>
  if (needsYou > 0)
    return (
      <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={t('close.needsYou', { count: needsYou })}>
        {link}
      </Alert>
    )
  if (waiting > 0)
    return (
      <Alert color="orange" icon={<IconCloudOff aria-hidden />} title={t('close.unsent', { count: waiting })}>
        <Text size="sm">{t('close.unsentText')}</Text>
        {link}
      </Alert>
    )
  return <Alert color="green" icon={<IconCheck aria-hidden />} title={t('close.sent')} />
}
