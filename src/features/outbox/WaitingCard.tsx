import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EntryHead } from '#app/components/operations/EntryHead.tsx'
import { discard, isUnsent } from '#app/data/outbox.ts'
import type { Known } from '#app/data/outbox-view.ts'
import { Card } from '#app/ui/Card.tsx'
import { ConfirmDialog } from '#app/ui/ConfirmDialog.tsx'
import { FLUSH } from '#app/ui/flush.ts'
import { toastInfo } from '#app/ui/toasts.ts'
import type { OutboxEntry } from '#offline/records.ts'
import { EditQuantities } from './EditQuantities.tsx'
import classes from './OutboxScreen.module.css'
import { quantitiesOf } from './quantities.ts'
import { UndoButton } from './UndoButton.tsx'

/** A pending operation. Until it is first sent, it can be edited or discarded. */
export function WaitingCard({ entry, isUndone, known }: { entry: OutboxEntry; isUndone: boolean; known: Known }) {
  const { t } = useTranslation('outbox')
  const [open, setOpen] = useState<'edit' | 'discard' | null>(null)
  const close = () => setOpen(null)
  const takeBack = async () => {
    close()
    if (!(await discard(entry.opId))) toastInfo(t('leftMeanwhile'))
  }
  return (
    <Card component="article" className={classes.unsent}>
      <EntryHead entry={entry} known={known} />
      {isUnsent(entry) ? (
        <div className={classes.buttons}>
          {quantitiesOf(entry) && (
            <Button variant="default" mih={48} onClick={() => setOpen('edit')}>
              {t('edit')}
            </Button>
          )}
          <Button {...(quantitiesOf(entry) ? { variant: 'subtle' } : FLUSH)} color="red" mih={48} onClick={() => setOpen('discard')}>
            {t('discard')}
          </Button>
        </div>
      ) : (
        <>
          <Text size="sm" c="dimmed" mb="xs">
            {t(entry.state === 'sending' ? 'isSending' : 'maybeSent', { count: entry.attempts })}
          </Text>
          {isUndone ? <Text size="sm">{t('isUndone')}</Text> : <UndoButton entry={entry} />}
        </>
      )}
      {open === 'edit' && <EditQuantities entry={entry} known={known} onClose={close} />}
      <ConfirmDialog
        opened={open === 'discard'}
        title={t('discardTitle')}
        confirm={t('discard')}
        onConfirm={() => void takeBack()}
        onClose={close}
        isDangerous
      >
        <Text>{t('discardText')}</Text>
        <EntryHead entry={entry} known={known} />
      </ConfirmDialog>
    </Card>
  )
}
