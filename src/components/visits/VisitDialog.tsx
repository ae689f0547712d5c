import { Modal, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ActivityList } from '#app/components/ActivityList.tsx'
import { StaffPhotos } from '#app/components/photos/StaffPhotos.tsx'
import { QueryError } from '#app/components/QueryError.tsx'
import { issue } from '#app/data/issues.ts'
import { workInVisit } from '#app/data/visits.ts'
import { ListSkeleton } from '#app/ui/Skeletons.tsx'
import type { Visit } from '#contract/rounds.ts'
import { useVisitLabels } from './use-visit-labels.ts'

/** What was recorded in a visit, with the photos of its reports. */
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
      {visit && <Recorded visit={visit} />}
    </Modal>
  )
}

function Recorded({ visit }: { visit: Visit }) {
  const { t } = useTranslation('visits')
  const labels = useVisitLabels()
  const { data, error, refetch } = useQuery(workInVisit(visit))
  if (error && !data) return <QueryError error={error} onRetry={() => void refetch()} />
  if (!data) return <ListSkeleton rows={3} height={56} />
  const reports = [...new Set(data.flatMap(({ details }) => details.issue ?? []))]
  return (
    <>
      <Text c="dimmed">{[visit.user?.name, labels.when(visit), labels.start(visit)].filter((part) => part).join(' · ')}</Text>
      {data.length === 0 ? <Text mt="md">{t('nothingListed')}</Text> : <ActivityList rows={data} isOfMachine />}
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
