import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ahead } from '#app/data/ahead.ts'
import { loadedGoods } from '#app/data/loaded.ts'
import { lackingAtStops } from '#app/data/pick-list.ts'
import { ownRounds, todaysRound } from '#app/data/rounds.ts'
import { warehouse } from '#app/data/shortages.ts'
import { restore } from '#app/data/stored-responses.ts'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { LinkButton } from '#app/ui/LinkButton.tsx'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import { ListSkeleton } from '#app/ui/Skeletons.tsx'
import type { Round } from '#contract/rounds.ts'
import { loadOf } from '#domain/rounds/load.ts'
import { LoadLists } from './LoadLists.tsx'
import classes from './Rounds.module.css'

export const Route = createFileRoute('/_signed-in/dashboard/serviceman/tasks/load')({
  loader: ({ context: { queryClient } }) => Promise.all([queryClient.ensureQueryData(ownRounds()), restore(queryClient, warehouse())]),
  component: LoadScreen,
})

/** The pick list of today's round, which needs no network. */
function LoadScreen() {
  const { t } = useTranslation('day')
  const { data: rounds } = useSuspenseQuery(ownRounds())
  const round = todaysRound(rounds)
  return (
    <div className={classes.page}>
      <PageHeader title={t('load')} subtitle={round && t('loading.help')} />
      {round ? (
        <PickList round={round} />
      ) : (
        <Nothing title={t('loading.noRound')} text={t('loading.noRoundText')} back={t('vans:toTasks')} />
      )}
    </div>
  )
}

function PickList({ round }: { round: Round }) {
  const { t } = useTranslation('day')
  const { data: known } = useQuery(lackingAtStops(round))
  const { data: inWarehouse, isFetching } = useQuery(warehouse())
  const { data: outlook } = useQuery(ahead())
  const { data: loaded } = useQuery(loadedGoods(round.id))
  if (!known || !outlook || !loaded) return <ListSkeleton />
  const load = loadOf(
    known.needs,
    (product) => known.products.get(product),
    inWarehouse,
    (machine) => outlook.get(machine)?.loss ?? 0,
  )
  if (load.take.length === 0) return <Nothing title={t('loading.nothing')} text={t('loading.nothingText')} back={t('close.back')} />
  const stock = inWarehouse ? 'known' : isFetching ? 'loading' : 'unknown'
  return <LoadLists key={round.id} round={round} before={loaded} known={known} load={load} stock={stock} />
}

function Nothing({ title, text, back }: { title: string; text: string; back: string }) {
  return (
    <EmptyState
      icon={<IconCircleCheck />}
      title={title}
      text={text}
      action={
        <LinkButton to="/dashboard/serviceman/tasks" size="md">
          {back}
        </LinkButton>
      }
    />
  )
}
