import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '#app/ui/ConfirmDialog.tsx'

/** Discards an unsent record after a confirmation that shows `children`. */
export function DiscardButton({ onDiscard, children }: { onDiscard(): Promise<unknown>; children: ReactNode }) {
  const { t } = useTranslation('outbox')
  const [isAsking, setAsking] = useState(false)
  const close = () => setAsking(false)
  return (
    <>
      <Button mih={48} variant="subtle" color="red" onClick={() => setAsking(true)}>
        {t('discard')}
      </Button>
      <ConfirmDialog
        opened={isAsking}
        title={t('discardTitle')}
        confirm={t('discard')}
        onConfirm={() => {
          close()
          void onDiscard()
        }}
        onClose={close}
        isDangerous
      >
        {children}
      </ConfirmDialog>
    </>
  )
}
