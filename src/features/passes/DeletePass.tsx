import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ErrorText } from '#app/components/ErrorText.tsx'
import { useKeyedMutation } from '#app/components/use-server-mutation.ts'
import { formats } from '#app/data/formats.ts'
import { ConfirmDialog } from '#app/ui/ConfirmDialog.tsx'
import { toastError, toastSuccess } from '#app/ui/toasts.ts'
import type { Pass } from '#contract/passes.ts'
import { deletePass } from './passes.queries.ts'

/** Confirms the deletion of a card, and shows its credit. */
export function DeletePass({ pass, onClose }: { pass: Pass | null; onClose(): void }) {
  const { t } = useTranslation('passes')
  const { mutate, isPending, errorText, reset } = useKeyedMutation({
    ...deletePass,
    onSuccess: () => {
      toastSuccess(t('deleted'))
      onClose()
    },
    onError: () => toastError(t('machines:operationFailed')),
  })
  return (
    <ConfirmDialog
      opened={pass !== null}
      title={t('deleteAsk', { holder: pass?.holderName ?? '' })}
      confirm={t('delete')}
      onConfirm={() => pass && mutate({ card: pass.cardIdentifier })}
      onClose={() => {
        reset()
        onClose()
      }}
      isBusy={isPending}
      isDangerous
    >
      {pass && <Text>{t('deleteMeans', { credit: formats().money(pass.creditAmount), card: pass.cardIdentifier })}</Text>}
      <ErrorText text={errorText} />
    </ConfirmDialog>
  )
}
