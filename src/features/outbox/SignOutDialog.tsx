import { Button, Modal, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsShown } from '#app/components/use-is-shown.ts'
import { asFile, countUnsent, readRaw, sendAll, sending, unsentOf } from '#app/data/outbox.ts'
import { shareOrSave } from './share-file.ts'

/** Before signing out with unsent operations: send them, keep them on this device, or save them as a file. */
export function SignOutDialog({ opened, onClose, onLeave }: { opened: boolean; onClose(): void; onLeave(): Promise<void> }) {
  return opened ? <UnsentWarning onClose={onClose} onLeave={onLeave} /> : null
}

function UnsentWarning({ onClose, onLeave }: { onClose(): void; onLeave(): Promise<void> }) {
  const { t } = useTranslation('outbox')
  const { data: now } = useQuery(sending())
  const count = now ? unsentOf(now) : 0
  const [state, setState] = useState<'asking' | 'sending' | 'left-over' | 'saved'>('asking')
  const isShown = useIsShown()
  const sendNow = async () => {
    setState('sending')
    await sendAll()
    const unsent = await countUnsent()
    // The user may have decided to stay while the operations were sent.
    if (!isShown()) return
    if (unsent === 0) await onLeave()
    else setState('left-over')
  }
  const save = async () => {
    if (await shareOrSave(asFile(await readRaw()))) setState('saved')
  }
  return (
    <Modal opened onClose={onClose} title={t('signOut.title', { count })} closeButtonProps={{ 'aria-label': t('close') }}>
      <Stack gap="sm">
        <Text>{t('signOut.text', { count })}</Text>
        {state === 'left-over' && (
          <Text role="alert" c="var(--mantine-color-error)">
            {t('signOut.leftOver', { count })}
          </Text>
        )}
        {state === 'saved' && <Text role="status">{t('signOut.saved')}</Text>}
        <Button size="md" loading={state === 'sending'} onClick={() => void sendNow()} data-autofocus>
          {t('signOut.sendNow')}
        </Button>
        <Button size="md" variant="light" onClick={() => void onLeave()}>
          {t('signOut.keep')}
        </Button>
        <Button size="md" variant="light" onClick={() => void save()}>
          {t('signOut.save')}
        </Button>
        <Button size="md" variant="default" onClick={onClose}>
          {t('signOut.stay')}
        </Button>
      </Stack>
    </Modal>
  )
}
