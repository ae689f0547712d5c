import { Alert, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formats } from '#app/data/formats.ts'
import { deletePass } from '#app/data/passes.ts'
import { ConfirmDialog } from '#app/ui/ConfirmDialog.tsx'
import { toastSuccess } from '#app/ui/toasts.ts'
import type { Pass } from '#contract/passes.ts'
import { usePassOperation } from './use-pass-operation.ts'

/** Confirms the deletion of a card, and shows its credit. */
export function DeletePass({ pass, onClose }: { pass: Pass | null; onClose(): void }) {
  const { t } = useTranslation('passes')
  const { isBusy, trouble, run } = usePassOperation()
  const end = async () => {
    if (!pass || !(await run((key) => deletePass(pass.cardIdentifier, key)))) return
    toastSuccess(t('deleted'))
    onClose()
  }
  return (
    <ConfirmDialog
      opened={pass !== null}
      title={t('deleteAsk', { holder: pass?.holderName ?? '' })}
      confirm={t('delete')}
      onConfirm={() => void end()}
      onClose={onClose}
      isBusy={isBusy}
      isDangerous
    >
      {pass && <Text>{t('deleteMeans', { credit: formats().money(pass.creditAmount), card: pass.cardIdentifier })}</Text>}
      {trouble && (
        <Alert color="red" role="alert">
          {trouble}
        </Alert>
      )}
    </ConfirmDialog>
  )
}
