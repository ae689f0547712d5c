import { Alert, Anchor } from '@mantine/core'
import { IconCheck, IconCloudOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { stateOfRecord } from '#app/data/outbox.ts'
import type { OperationId } from '#domain/ids.ts'

/** Status of what was just recorded: on this phone, or on the server. */
export function SavedNote({ saved, onDismiss }: { saved: OperationId | null; onDismiss(): void }) {
  const { t } = useTranslation('stock')
  const { data: recordState } = useQuery({ ...stateOfRecord(saved ?? ''), enabled: saved !== null })
  if (!saved || !recordState || recordState === 'gone') return null
  const isSent = recordState === 'sent'
  return (
    <Alert
      role="status"
      color={recordState === 'needs-you' ? 'red' : isSent ? 'green' : 'orange'}
      icon={isSent ? <IconCheck aria-hidden /> : <IconCloudOff aria-hidden />}
      title={t(`saved.${recordState}`)}
      withCloseButton
      closeButtonLabel={t('saved.dismiss')}
      onClose={onDismiss}
    >
      {!isSent && (
        <Anchor component={Link} to="/outbox">
          {t('saved.open')}
        </Anchor>
      )}
    </Alert>
  )
}
