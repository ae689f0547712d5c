import { ActionIcon, Button } from '@mantine/core'
import { IconCamera, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorText } from '#app/components/ErrorText.tsx'
import { dropPhoto, photosOnForm, storePhoto } from '#app/data/photos.ts'
import type { MachineId } from '#domain/ids.ts'
import classes from './PhotoRow.module.css'
import { useCamera } from './use-camera.tsx'

type Props = { machineId: MachineId; most: number }

/** The photos of a form, and a button that opens the camera. Each is stored on this device at once. */
export function PhotoRow({ machineId, most }: Props) {
  const { t } = useTranslation('problems')
  const { data: taken = [] } = useQuery(photosOnForm(machineId))
  const camera = useCamera((picture) => storePhoto(machineId, picture))
  return (
    <div>
      {taken.length > 0 && (
        <ul className={classes.row} aria-label={t('photos')}>
          {taken.map(({ id, address }, index) => (
            <li key={id} className={classes.photo}>
              <img src={address} alt={t('photoNumber', { number: index + 1 })} />
              <ActionIcon
                className={classes.remove ?? ''}
                size={48}
                variant="filled"
                color="dark"
                aria-label={t('removePhoto', { number: index + 1 })}
                onClick={() => void dropPhoto(id)}
              >
                <IconX aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      {camera.input}
      <Button
        variant="default"
        mih={56}
        fullWidth
        loading={camera.isBusy}
        disabled={taken.length >= most}
        leftSection={<IconCamera size={24} aria-hidden />}
        onClick={camera.open}
      >
        {t(taken.length === 0 ? 'takePhoto' : 'anotherPhoto')}
      </Button>
      <ErrorText text={camera.error} />
    </div>
  )
}
