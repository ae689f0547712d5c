import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Issue } from '#contract/issues.ts'
import type { MachineId } from '#domain/ids.ts'
import { PhotoGallery } from './PhotoGallery.tsx'

type Photos = NonNullable<Issue['staff']>['photos']

/** The photos of a report. Those still on the phone are counted. */
export function StaffPhotos({ machine, photos }: { machine: MachineId; photos: Photos }) {
  const { t } = useTranslation('issues')
  const here = photos.filter(({ isHere }) => isHere)
  const missing = photos.length - here.length
  return (
    <section aria-label={t('list.photos')}>
      {here.length > 0 && <PhotoGallery machine={machine} photos={here} label={t('list.photos')} />}
      {missing > 0 && <Text c="dimmed">{t('list.photosLater', { number: missing })}</Text>}
    </section>
  )
}
