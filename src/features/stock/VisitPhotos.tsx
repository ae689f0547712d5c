import { Button, Group, Modal, SegmentedControl, Text, UnstyledButton } from '@mantine/core'
import { IconAlertCircle, IconCheck, IconClock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorText } from '#app/components/ErrorText.tsx'
import { formats } from '#app/data/formats.ts'
import { correctPhase, dropPhoto, type LocalPhoto, photosOfVisit, retryPhoto } from '#app/data/photos.ts'
import type { MachineId } from '#domain/ids.ts'
import { PHOTO_PHASES } from '#domain/rounds/round.ts'
import { isOnlyHere } from '#offline/photos.ts'
import classes from './VisitPhotos.module.css'

/** The photos of the visit that is under way, with what became of each. `error`: why the last one was not stored. */
export function VisitPhotos({ machineId, error }: { machineId: MachineId; error: string | null }) {
  const { t } = useTranslation('visits')
  const { data: photos = [] } = useQuery(photosOfVisit(machineId))
  const [openId, setOpenId] = useState<string | null>(null)
  const open = photos.find(({ id }) => id === openId)
  return (
    <>
      {photos.length > 0 && (
        <ul className={classes.row} aria-label={t('photo.ofVisit')}>
          {photos.map((photo, index) => (
            <li key={photo.id}>
              <Small photo={photo} number={index + 1} onOpen={() => setOpenId(photo.id)} />
            </li>
          ))}
        </ul>
      )}
      <ErrorText text={error} />
      <Modal
        opened={open !== undefined}
        onClose={() => setOpenId(null)}
        title={open && t('photo.number', { number: photos.indexOf(open) + 1 })}
        closeButtonProps={{ 'aria-label': t('common:close') }}
      >
        {open && <Large photo={open} onRemoved={() => setOpenId(null)} />}
      </Modal>
    </>
  )
}

const ICONS = { pending: IconClock, sent: IconCheck, refused: IconAlertCircle } as const

const stateOf = ({ state, refusal }: LocalPhoto): keyof typeof ICONS =>
  refusal !== null ? 'refused' : state === 'sent' ? 'sent' : 'pending'

function Small({ photo, number, onOpen }: { photo: LocalPhoto; number: number; onOpen(): void }) {
  const { t } = useTranslation('visits')
  const state = stateOf(photo)
  const Icon = ICONS[state]
  const phase = photo.visit && t(`photo.phase.${photo.visit.phase}`)
  return (
    <UnstyledButton
      className={classes.small}
      aria-label={t('photo.label', { number, phase, state: t(`photo.state.${state}`) })}
      aria-haspopup="dialog"
      onClick={onOpen}
    >
      <img src={photo.address} alt="" />
      <span className={classes.words} data-state={state}>
        <Icon size={16} aria-hidden />
        {phase}
      </span>
    </UnstyledButton>
  )
}

/** A photo in full: whether it was taken before or after the work, whether it is sent, and its removal while it is only here. */
function Large({ photo, onRemoved }: { photo: LocalPhoto; onRemoved(): void }) {
  const { t } = useTranslation('visits')
  const { percentage } = formats()
  const { id, address, visit, refusal, size, sentBytes = 0 } = photo
  const state = stateOf(photo)
  const isPartlySent = state === 'pending' && sentBytes > 0 && sentBytes < size
  return (
    <>
      <img src={address} alt={t('photo.ofVisit')} className={classes.large} />
      {visit && (
        <SegmentedControl
          fullWidth
          size="md"
          mt="sm"
          aria-label={t('photo.when')}
          value={visit.phase}
          data={PHOTO_PHASES.map((phase) => ({ value: phase, label: t(`photo.phase.${phase}`) }))}
          onChange={(phase) => void correctPhase(id, phase)}
        />
      )}
      <Text mt="sm" role={refusal === null ? 'status' : 'alert'}>
        {refusal !== null
          ? t(`refusals:${refusal}`, { defaultValue: t('photo.stateText.refused') })
          : isPartlySent
            ? t('photo.partlySent', { share: percentage(sentBytes / size) })
            : t(`photo.stateText.${state}`)}
      </Text>
      {(refusal !== null || isOnlyHere(photo)) && (
        <Group gap="sm" mt="md" data-actions>
          {refusal !== null && (
            <Button variant="default" mih={56} onClick={() => void retryPhoto(id)}>
              {t('outbox:retry')}
            </Button>
          )}
          {isOnlyHere(photo) && (
            <Button
              variant="subtle"
              color="red"
              mih={56}
              onClick={() => {
                void dropPhoto(id)
                onRemoved()
              }}
            >
              {t('photo.remove')}
            </Button>
          )}
        </Group>
      )}
    </>
  )
}
