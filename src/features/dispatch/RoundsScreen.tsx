import { Alert, Button, Group, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconAlertTriangle, IconMap, IconMapOff, IconRoute, IconSend, IconSettings } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NoMachinesYet } from '#app/components/NoMachines.tsx'
import { QueryError } from '#app/components/QueryError.tsx'
import { useKeyedMutation, useServerMutation } from '#app/components/use-server-mutation.ts'
import { ahead } from '#app/data/ahead.ts'
import { getSession } from '#app/data/device.ts'
import { formats } from '#app/data/formats.ts'
import { machineList } from '#app/data/machines.ts'
import { ConfirmDialog } from '#app/ui/ConfirmDialog.tsx'
import { LinkButton } from '#app/ui/LinkButton.tsx'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import { useIsPrinting } from '#app/ui/paper.ts'
import { CardsSkeleton } from '#app/ui/Skeletons.tsx'
import { toastSuccess } from '#app/ui/toasts.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { planRounds as planEndpoint } from '#contract/round-plans.ts'
import type { Round } from '#contract/rounds.ts'
import { AddRound } from './AddRound.tsx'
import classes from './Board.module.css'
import { Board } from './Board.tsx'
import { DaySwitch } from './DaySwitch.tsx'
import { planRounds, publishRounds } from './dispatch.queries.ts'
import { planDay, RoundsSearch } from './rounds-search.ts'
import { type FailedMove, useBoard } from './use-board.ts'

export const Route = createFileRoute('/_signed-in/_managers/dashboard/rounds')({
  validateSearch: RoundsSearch,
  loader: ({ context: { queryClient } }) => Promise.all([queryClient.ensureQueryData(machineList()), queryClient.ensureQueryData(ahead())]),
  component: RoundsScreen,
})

/** The rounds of a day: one column per person, a map, and the machines without a round. */
function RoundsScreen() {
  const { t } = useTranslation('dispatch')
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data: machines } = useSuspenseQuery(machineList())
  const { data: outlook } = useQuery(ahead())
  const days = planDay(search.day, Date.now(), getSession().account.timezone)
  const board = useBoard(days.day)
  const { list, rounds } = board
  const isPrinting = useIsPrinting()
  // On paper, all rounds follow each other, however narrow it is.
  const isNarrow = useMediaQuery('(max-width: 61.99em)', false, { getInitialValueInEffect: false }) && !isPrinting
  const [hasMap, setMap] = useState(true)
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={formats().namedDay(days.day)}
        actions={
          <>
            <div className={classes.planning}>
              {days.day >= days.today && <PlanDay day={days.day} />}
              <LinkButton
                to="/dashboard/settings/planning"
                size="md"
                px="sm"
                variant="default"
                aria-label={t('settings')}
                title={t('settings')}
              >
                <IconSettings size={20} display="block" aria-hidden />
              </LinkButton>
            </div>
            <AddRound day={days.day} rounds={rounds} />
            <PublishAll rounds={rounds} />
          </>
        }
      />
      <div className={classes.page}>
        <DaySwitch days={days} onDay={(day) => void navigate({ search: { ...search, day: day === days.today ? undefined : day } })}>
          {!isNarrow && rounds.length > 0 && <p className={classes.help}>{t('howToMove')}</p>}
          {!isNarrow && rounds.length > 0 && <MapButton hasMap={hasMap} onChange={setMap} />}
        </DaySwitch>
        {board.failed && <Failure key={board.failed.text} failed={board.failed} onRepeat={board.repeat} onClose={board.dismiss} />}
        {list.error && !list.data ? (
          <QueryError error={list.error} onRetry={() => void list.refetch()} />
        ) : list.data && machines.length === 0 && rounds.length === 0 ? (
          <NoMachinesYet />
        ) : list.data ? (
          <Board
            key={days.day}
            day={days.day}
            rounds={rounds}
            machines={machines}
            outlook={outlook}
            move={board.move}
            hasMap={hasMap}
            isNarrow={isNarrow}
            shown={search.shown}
            onShow={(shown) => void navigate({ search: { ...search, shown }, replace: true })}
          />
        ) : (
          <CardsSkeleton />
        )}
      </div>
    </>
  )
}

function MapButton({ hasMap, onChange }: { hasMap: boolean; onChange(hasMap: boolean): void }) {
  const { t } = useTranslation('dispatch')
  const Icon = hasMap ? IconMapOff : IconMap
  return (
    <Button
      variant="subtle"
      className={classes.mapButton ?? ''}
      leftSection={<Icon size={18} aria-hidden />}
      onClick={() => onChange(!hasMap)}
    >
      {t(hasMap ? 'hideMap' : 'showMap')}
    </Button>
  )
}

/** Plans drafts from the forecast; published rounds and changes of managers stay. */
function PlanDay({ day }: { day: string }) {
  const { t } = useTranslation('dispatch')
  const plan = useKeyedMutation(planRounds)
  const report = ({ rounds, leftOut }: AnswerOf<typeof planEndpoint>) => {
    const planned = rounds.filter(({ stops }) => stops.length > 0)
    const saves = planned.reduce((sum, round) => sum + (round.planned?.saves ?? 0), 0)
    const hasPeople = leftOut.some(({ why }) => why.code !== 'NOT_ALLOWED')
    const none = t(hasPeople || leftOut.length === 0 ? 'plannedNone' : 'plannedNobody')
    toastSuccess(planned.length === 0 ? none : t('planned', { count: planned.length, amount: formats().money(saves) }))
  }
  return (
    <div>
      <Button
        size="md"
        variant="default"
        className={classes.headAction ?? ''}
        leftSection={<IconRoute size={18} aria-hidden />}
        loading={plan.isPending}
        onClick={() => plan.mutate({ date: day }, { onSuccess: report })}
      >
        {t('planDay')}
      </Button>
      {plan.errorText && (
        <Text role="alert" size="sm" c="var(--mantine-color-error)">
          {plan.errorText}
        </Text>
      )}
    </div>
  )
}

/** Publishes all drafts of the day. */
function PublishAll({ rounds }: { rounds: readonly Round[] }) {
  const { t } = useTranslation('dispatch')
  const publish = useServerMutation(publishRounds)
  const drafts = rounds.filter(({ state, stops }) => state === 'DRAFT' && stops.length > 0).map(({ id }) => id)
  if (drafts.length === 0) return null
  return (
    <div>
      <Button
        size="md"
        leftSection={<IconSend size={18} aria-hidden />}
        loading={publish.isPending}
        onClick={() => publish.mutate(drafts, { onSuccess: () => toastSuccess(t('published', { count: drafts.length })) })}
      >
        {t('publishAll', { count: drafts.length })}
      </Button>
      {publish.errorText && (
        <Text role="alert" size="sm" c="var(--mantine-color-error)">
          {publish.errorText}
        </Text>
      )}
    </div>
  )
}

type FailureProps = { failed: FailedMove; onRepeat(move: FailedMove['move']): void; onClose(): void }

/** Why a move was taken back. If the machine is not assigned to the person, it offers to assign it. */
function Failure({ failed: { move, text, person }, onRepeat, onClose }: FailureProps) {
  const { t } = useTranslation('dispatch')
  const [isAsking, setAsking] = useState(true)
  const values = { machine: move.machine.name, person: person?.name ?? '' }
  const assign = () => person && onRepeat({ ...move, assignTo: person.id })
  if (person && isAsking)
    return (
      <ConfirmDialog opened title={t('assign.title', values)} confirm={t('assign.do')} onConfirm={assign} onClose={() => setAsking(false)}>
        <Text>{t('assign.text', values)}</Text>
      </ConfirmDialog>
    )
  return (
    <Alert
      role="alert"
      color="red"
      icon={<IconAlertTriangle aria-hidden />}
      title={t('notMoved', values)}
      withCloseButton
      closeButtonLabel={t('common:close')}
      onClose={onClose}
    >
      {text}
      <Group mt="sm">
        {person ? (
          <Button variant="default" onClick={assign}>
            {t('assign.do')}
          </Button>
        ) : (
          <Button variant="default" onClick={() => onRepeat(move)}>
            {t('again')}
          </Button>
        )}
      </Group>
    </Alert>
  )
}
