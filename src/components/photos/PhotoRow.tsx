import { ActionIcon, Button } from '@mantine/core'
import { IconCamera, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorText } from '#app/components/ErrorText.tsx'
import { dropPhoto, takenPhotos, takePhoto } from '#app/data/photos.ts'
import type { MachineId } from '#domain/ids.ts'
import classes from './PhotoRow.module.css'
import { scalePhoto } from './scale-photo.ts'

type Props = { machineId: MachineId; most: number }

/** The photos of a form, and a button that opens the camera. Each is stored on this device at once. */
export function PhotoRow({ machineId, most }: Props) {
  const { t } = useTranslation('problems')
  const { data: taken = [] } = useQuery(takenPhotos(machineId))
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<'photoUnreadable' | 'photoNotKept' | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const add = async (file: File | undefined) => {
    if (!file) return
    setBusy(true)
    setError(null)
    const scaled = await scalePhoto(file)
    const outcome = scaled && (await takePhoto(machineId, scaled).catch(() => ({ notKept: 'full' as const })))
    setError(scaled === null ? 'photoUnreadable' : outcome && 'kept' in outcome ? null : 'photoNotKept')
    setBusy(false)
  }
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
      <input
        ref={input}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        aria-label={t('takePhoto')}
        onChange={({ currentTarget }) => {
          void add(currentTarget.files?.[0])
          // The same picture can be chosen again.
          currentTarget.value = ''
        }}
      />
      <Button
        variant="default"
        h={56}
        fullWidth
        loading={isBusy}
        disabled={taken.length >= most}
        leftSection={<IconCamera size={24} aria-hidden />}
        onClick={() => input.current?.click()}
      >
        {t(taken.length === 0 ? 'takePhoto' : 'anotherPhoto')}
      </Button>
      <ErrorText text={error && t(error)} />
    </div>
  )
}
