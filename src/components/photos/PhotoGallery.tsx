import { UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MachineId } from '#domain/ids.ts'
import { Lightbox, type ShownPhoto } from './Lightbox.tsx'
import classes from './PhotoGallery.module.css'
import { ServerPhoto } from './ServerPhoto.tsx'

type Props = { machine: MachineId; photos: readonly ShownPhoto[]; label: string; isSmall?: boolean }

/** Photos small beside each other; each opens in full, with the others before and after it. */
export function PhotoGallery({ machine, photos, label, isSmall = false }: Props) {
  const { t } = useTranslation('visits')
  const [open, setOpen] = useState<number | null>(null)
  const nameOf = (index: number, caption: string | undefined) => {
    const label = t('photo.number', { number: index + 1 })
    return caption ? t('common:labelled', { label, value: caption }) : label
  }
  return (
    <>
      <ul className={classes.row} data-small={isSmall || undefined} aria-label={label}>
        {photos.map(({ id, caption }, index) => (
          <li key={id}>
            <ServerPhoto machine={machine} id={id} width={isSmall ? 48 : 120}>
              {(address) => (
                <UnstyledButton className={classes.small} title={caption} onClick={() => setOpen(index)} aria-haspopup="dialog">
                  <img src={address} alt={nameOf(index, caption)} />
                </UnstyledButton>
              )}
            </ServerPhoto>
          </li>
        ))}
      </ul>
      <Lightbox machine={machine} photos={photos} label={label} index={open} onMove={setOpen} />
    </>
  )
}
