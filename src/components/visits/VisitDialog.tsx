import { Modal, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ActivityList } from '#app/components/ActivityList.tsx'
import { PhotoGallery } from '#app/components/photos/PhotoGallery.tsx'
import { StaffPhotos } from '#app/components/photos/StaffPhotos.tsx'
import { QueryError } from '#app/components/QueryError.tsx'
import { formats } from '#app/data/formats.ts'
import { issue } from '#app/data/issues.ts'
import { workInVisit } from '#app/data/visits.ts'
import { ListSkeleton } from '#app/ui/Skeletons.tsx'
import type { Visit } from '#contract/visits.ts'
import { PHOTO_PHASES } from '#domain/rounds/round.ts'
import { fromIso } from '#domain/time.ts'
import { useVisitLabels } from './use-visit-labels.ts'
import classes from './VisitDialog.module.css'

/** A visit: its figures, its photos before and after the work, and what was recorded in it. */
export function VisitDialog({ visit, onClose }: { visit: Visit | null; onClose(): void }) {
  const { t } = useTranslation('visits')
  return (
    <Modal
      opened={visit !== null}
      onClose={onClose}
      size="lg"
      title={visit && t('visitTo', { machine: visit.machine.name })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {visit && (
        <>
          <Summary visit={visit} />
          <BeforeAndAfter visit={visit} />
          <Recorded visit={visit} />
        </>
      )}
    </Modal>
  )
}

function Summary({ visit }: { visit: Visit }) {
  const { t } = useTranslation('visits')
  const { number } = formats()
  const labels = useVisitLabels()
  const figures = [
    [t('column.length'), labels.length(visit)],
    [t('column.added'), labels.added(visit)],
    [t('column.removed'), number(visit.removed)],
    [t('column.cash'), labels.cash(visit) || '–'],
  ] as const
  return (
    <>
      <Text c="dimmed">{[visit.user?.name, labels.when(visit), labels.start(visit)].filter((part) => part).join(' · ')}</Text>
      <dl className={classes.figures}>
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd data-figures>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

function BeforeAndAfter({ visit: { machine, photos } }: { visit: Visit }) {
  const { t } = useTranslation('visits')
  const { time } = formats()
  return (
    <div className={classes.phases}>
      {PHOTO_PHASES.map((phase) => {
        const shown = photos.filter((photo) => photo.phase === phase).map(({ id, at }) => ({ id, caption: time(fromIso(at)) }))
        const label = t(`photo.phase.${phase}`)
        return (
          shown.length > 0 && (
            <section key={phase} aria-label={label}>
              <Title order={3} size="sm" mb="xs">
                {label}
              </Title>
              <PhotoGallery machine={machine.id} photos={shown} label={label} />
            </section>
          )
        )
      })}
    </div>
  )
}

function Recorded({ visit }: { visit: Visit }) {
  const { t } = useTranslation('visits')
  const { data, error, refetch } = useQuery(workInVisit(visit))
  if (error && !data) return <QueryError error={error} onRetry={() => void refetch()} />
  if (!data) return <ListSkeleton rows={3} height={56} />
  const reports = [...new Set(data.flatMap(({ details }) => details.issue ?? []))]
  return (
    <>
      {data.length > 0 && <ActivityList rows={data} isOfMachine />}
      {data.length === 0 && visit.operations.length > 0 && <Text mt="md">{t('nothingListed')}</Text>}
      {reports.map((id) => (
        <Photos key={id} id={id} visit={visit} />
      ))}
    </>
  )
}

function Photos({ id, visit }: { id: string; visit: Visit }) {
  const { data } = useQuery(issue(id))
  const photos = data?.staff?.photos ?? []
  return photos.length === 0 ? null : <StaffPhotos machine={visit.machine.id} photos={photos} />
}
