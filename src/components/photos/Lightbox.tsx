import { ActionIcon, Button, Group, Modal, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorText } from '#app/components/ErrorText.tsx'
import { useServerMutation } from '#app/components/use-server-mutation.ts'
import { getSession } from '#app/data/device.ts'
import { removePhoto } from '#app/data/photos.ts'
import { ConfirmDialog } from '#app/ui/ConfirmDialog.tsx'
import type { MachineId } from '#domain/ids.ts'
import classes from './PhotoGallery.module.css'
import { ServerPhoto } from './ServerPhoto.tsx'

/** A photo on the server. `caption`: what it shows, and when it was taken. */
export type ShownPhoto = { id: string; caption?: string }

type Props = {
  machine: MachineId
  photos: readonly ShownPhoto[]
  label: string
  /** The photo that is shown; null while it is closed. */
  index: number | null
  onMove(index: number | null): void
}

/** One photo in full. The arrow keys move to the others; a manager can delete it. */
export function Lightbox({ machine, photos, label, index, onMove }: Props) {
  const { t } = useTranslation('visits')
  // A photo that was deleted meanwhile has closed it.
  const photo = index === null ? undefined : photos[index]
  const to = (step: number) => {
    if (index !== null && photos[index + step]) onMove(index + step)
  }
  return (
    <Modal
      opened={photo !== undefined}
      onClose={() => onMove(null)}
      fullScreen
      title={label}
      closeButtonProps={{ 'aria-label': t('common:close') }}
      onKeyDown={({ key }) => {
        if (key === 'ArrowLeft') to(-1)
        if (key === 'ArrowRight') to(1)
      }}
    >
      {photo && index !== null && (
        <div className={classes.full}>
          <ServerPhoto key={photo.id} machine={machine} id={photo.id} width={240}>
            {(address) => <img src={address} alt={t('photo.number', { number: index + 1 })} />}
          </ServerPhoto>
          <div className={classes.bar}>
            <ActionIcon variant="default" size={48} disabled={index === 0} aria-label={t('photo.previous')} onClick={() => to(-1)}>
              <IconChevronLeft aria-hidden />
            </ActionIcon>
            <Text className={classes.caption ?? ''} aria-live="polite">
              {[photo.caption, t('photo.position', { number: index + 1, all: photos.length })].filter(Boolean).join(' · ')}
            </Text>
            <ActionIcon
              variant="default"
              size={48}
              disabled={index === photos.length - 1}
              aria-label={t('photo.next')}
              onClick={() => to(1)}
            >
              <IconChevronRight aria-hidden />
            </ActionIcon>
          </div>
          {getSession().account.companyRole === 'ROLE_MANAGER' && (
            <Deletion key={photo.id} machine={machine} id={photo.id} onDeleted={() => onMove(null)} />
          )}
        </div>
      )}
    </Modal>
  )
}

function Deletion({ machine, id, onDeleted }: { machine: MachineId; id: string; onDeleted(): void }) {
  const { t } = useTranslation('visits')
  const [isAsking, setAsking] = useState(false)
  const deletion = useServerMutation(removePhoto)
  return (
    <Group justify="center">
      <Button
        variant="subtle"
        color="red"
        mih={48}
        loading={deletion.isPending}
        leftSection={<IconTrash size={20} aria-hidden />}
        onClick={() => setAsking(true)}
      >
        {t('photo.delete')}
      </Button>
      <ErrorText text={deletion.errorText} />
      <ConfirmDialog
        opened={isAsking}
        title={t('photo.deleteTitle')}
        confirm={t('photo.delete')}
        onConfirm={() => {
          setAsking(false)
          deletion.mutate({ machine, id }, { onSuccess: onDeleted })
        }}
        onClose={() => setAsking(false)}
        isDangerous
      >
        <Text>{t('photo.deleteText')}</Text>
      </ConfirmDialog>
    </Group>
  )
}
