import { Title } from '@mantine/core'
import { IconCircleCheck, IconVersions } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { LastUpdate } from '#app/components/LastUpdate.tsx'
import { openHere } from '#app/data/device.ts'
import { fleetOf, missingPieces } from '#app/data/fleet.ts'
import { formats } from '#app/data/formats.ts'
import { freshness } from '#app/data/freshness.ts'
import { machineList, worstFirst } from '#app/data/machines.ts'
import { allShortages } from '#app/data/shortages.ts'
import { waysOf } from '#app/data/ways.ts'
import { Card } from '#app/ui/Card.tsx'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { LinkButton } from '#app/ui/LinkButton.tsx'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import classes from './DashboardScreen.module.css'
import { FigureTile } from './FigureTile.tsx'
import { MissingProducts } from './MissingProducts.tsx'
import { WorstMachines } from './WorstMachines.tsx'

export const Route = createFileRoute('/_signed-in/_managers/dashboard/')({
  loader: ({ context: { queryClient } }) =>
    Promise.all([
      queryClient.ensureQueryData(machineList()),
      queryClient.ensureQueryData(allShortages()),
      queryClient.ensureQueryData(freshness()),
    ]),
  component: DashboardScreen,
})

const SHOWN = 8

/** Who is down, what runs out, what is missing: from what this device holds, so it is there at once. */
function DashboardScreen() {
  const { t } = useTranslation('dashboard')
  const { data: machines } = useSuspenseQuery(machineList())
  const { data: shortages } = useSuspenseQuery(allShortages())
  const { allShortages: shortagesAt } = waysOf(openHere().account)
  const { number } = formats()
  const fleet = fleetOf(machines)
  const worst = worstFirst(machines).slice(0, SHOWN)
  const pieces = shortages.filter(({ currentShortage, product }) => currentShortage > 0 && product.packaging !== 'INGREDIENT')
  const ofTotal = t('machinesOf', { total: number(fleet.total) })

  return (
    <>
      <PageHeader title={t('title')} subtitle={<LastUpdate />} />
      {machines.length === 0 ? (
        <EmptyState icon={<IconVersions />} title={t('noMachines')} text={t('noMachinesNextStep')} />
      ) : (
        <div className={classes.page}>
          <ul className={classes.tiles} aria-label={t('figures')}>
            <FigureTile
              to="/dashboard/machines"
              search={{ only: 'running' }}
              label={t('running')}
              figure={number(fleet.byKind.running)}
              below={ofTotal}
              look="running"
            />
            <FigureTile
              to="/dashboard/machines"
              search={{ only: 'stopped' }}
              label={t('stopped')}
              figure={number(fleet.byKind.stopped)}
              below={ofTotal}
              look="stopped"
            />
            <FigureTile
              to="/dashboard/machines"
              search={{ only: 'offline' }}
              label={t('offline')}
              figure={number(fleet.byKind.offline)}
              below={ofTotal}
              look="offline"
            />
            {fleet.byKind.warning > 0 && (
              <FigureTile
                to="/dashboard/machines"
                search={{ only: 'warning' }}
                label={t('warning')}
                figure={number(fleet.byKind.warning)}
                below={ofTotal}
                look="warning"
              />
            )}
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
                below={t('missingPiecesOf', { count: pieces.length })}
              />
            )}
          </ul>
          <div className={classes.lists}>
            <Card aria-label={t('worst')}>
              <Title order={2} size="h4" mb="sm">
                {t('worst')}
              </Title>
              {worst.length === 0 ? (
                <EmptyState icon={<IconCircleCheck />} title={t('worstNone')} text={t('worstNoneText')} />
              ) : (
                <WorstMachines machines={worst} />
              )}
              <LinkButton to="/dashboard/machines" variant="subtle" mt="sm">
                {t('all')}
              </LinkButton>
            </Card>
            {shortagesAt && (
              <Card aria-label={t('mostMissing')}>
                <Title order={2} size="h4" mb="sm">
                  {t('mostMissing')}
                </Title>
                {pieces.length === 0 ? (
                  <EmptyState icon={<IconCircleCheck />} title={t('mostMissingNone')} text={t('mostMissingNoneText')} />
                ) : (
                  <MissingProducts shortages={pieces.slice(0, SHOWN)} />
                )}
                <LinkButton {...shortagesAt} variant="subtle" mt="sm">
                  {t('allShortages')}
                </LinkButton>
              </Card>
            )}
          </div>
        </div>
      )}
    </>
  )
}
