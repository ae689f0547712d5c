import { useDroppable } from '@dnd-kit/core'
import { Button, Progress, Text, Title } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { useArrivals } from '#app/components/use-arrivals.ts'
import { useServerMutation } from '#app/components/use-server-mutation.ts'
import { toastSuccess } from '#app/ui/toasts.ts'
import type { Round } from '#contract/rounds.ts'
import type { MachineId } from '#domain/ids.ts'
import classes from './Board.module.css'
import { doneOf, letterOf, sumsOf } from './board.ts'
import { publishRounds } from './dispatch.queries.ts'
import { RoundMenu } from './RoundMenu.tsx'
import { StopCard } from './StopCard.tsx'
import { useMoveLabels } from './use-move-labels.ts'

type Props = {
  round: Round
  /** Decides its letter and colour. */
  number: number
  /** Where the dragged machine would be dropped; null: not here. */
  dropIndex: number | null
  dragged: MachineId | null
  /** The stop that was chosen on the map. */
  chosen: MachineId | null
  /** No machine can be dragged here, because no other part of the board is shown. */
  isAlone: boolean
}

/** A person's round: its state, progress and stops in order. */
export const RoundColumn = memo(function RoundColumn({ round, number, dropIndex, dragged, chosen, isAlone }: Props) {
  const { t } = useTranslation('dispatch')
  const { planned } = useMoveLabels()
  const { setNodeRef } = useDroppable({ id: String(round.id) })
  const arrivalOf = useArrivals(round)
  const publish = useServerMutation(publishRounds)
  const { stops, state, user } = round
  const done = doneOf(round)
  const sums = sumsOf(round)
  const title = `round-${round.id}`
  // The dropped card is counted without the dragged one.
  const others = stops.filter(({ machineId }) => machineId !== dragged)
  const before = dropIndex === null ? null : (others[dropIndex]?.machineId ?? 'end')
  return (
    <section
      ref={setNodeRef}
      className={classes.column}
      aria-labelledby={title}
      data-column={round.id}
      data-over={dropIndex !== null || undefined}
    >
      <header className={classes.head}>
        <div className={classes.headRow}>
          <span className={classes.letter} data-colour={number % 8} aria-hidden>
            {letterOf(number)}
          </span>
          <Title order={2} size="h3" id={title} className={classes.person}>
            {user.name}
          </Title>
          <RoundMenu round={round} />
        </div>
        <div className={classes.headRow}>
          <span className={classes.state} data-state={state}>
            {t(`state.${state}`)}
          </span>
          <Text size="sm" c="dimmed" className={classes.count ?? ''}>
            {state === 'DRAFT' || state === 'PUBLISHED'
              ? t('stops', { count: stops.length })
              : t('progress', { done, count: stops.length })}
          </Text>
        </div>
        {(state === 'STARTED' || state === 'FINISHED') && stops.length > 0 && (
          <Progress
            size={6}
            value={(done / stops.length) * 100}
            color="var(--app-data)"
            aria-label={t('progressOf', { person: user.name })}
          />
        )}
        {sums && (
          <Text size="sm" data-figures>
            {planned(sums)}
          </Text>
        )}
        {state === 'DRAFT' && stops.length > 0 && (
          <Button
            variant="light"
            leftSection={<IconSend size={18} aria-hidden />}
            loading={publish.isPending}
            aria-label={t('publishOf', { person: user.name })}
            onClick={() => publish.mutate([round.id], { onSuccess: () => toastSuccess(t('published', { count: 1 })) })}
          >
            {t('publish')}
          </Button>
        )}
        {publish.errorText && (
          <Text role="alert" size="sm" c="var(--mantine-color-error)">
            {publish.errorText}
          </Text>
        )}
      </header>
      <ol className={classes.stops} aria-labelledby={title}>
        {stops.map((stop, index) => (
          <StopCard
            key={stop.machineId}
            stop={stop}
            round={round.id}
            person={user.name}
            expected={arrivalOf(stop)?.time ?? null}
            planned={arrivalOf(stop)?.planned ?? null}
            index={index}
            number={number}
            count={stops.length}
            isTarget={before === stop.machineId}
            isChosen={chosen === stop.machineId}
          />
        ))}
        {before === 'end' && <li className={classes.end} aria-hidden />}
        {stops.length === 0 && before === null && <li className={classes.hint}>{t(isAlone ? 'noStopsHere' : 'noStops')}</li>}
      </ol>
    </section>
  )
})
