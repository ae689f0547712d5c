import { Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getSession } from '#app/data/device.ts'
import { withdrawCash } from '#app/data/machines.ts'
import { undoOperation } from '#app/data/stock.ts'
import { ConfirmDialog } from '#app/ui/ConfirmDialog.tsx'
import { useNumberFields } from '#app/ui/number-fields.ts'
import { toastError } from '#app/ui/toasts.ts'
import type { MachineCard } from '#contract/machines.ts'
import type { OperationId } from '#domain/ids.ts'
import { CollectionFields } from './CollectionFields.tsx'
import { CollectionDraft, collectionIn, isReadingHalf } from './collection-draft.ts'
import { useUndoToast } from './operations/use-undo-toast.ts'
import { useDraft } from './use-draft.ts'

type Props = {
  machine: Pick<MachineCard, 'id' | 'name'>
  opened: boolean
  onClose(): void
  /** After each attempt: whether this device has stored it. */
  onRecorded?(isKept: boolean): void
}

const NOTHING: CollectionDraft = {}

/** Records that the cash box was emptied now, with its bag and a blind count if they are known. Works offline, and survives a reload. */
export function WithdrawCash({ machine, opened, onClose, onRecorded }: Props) {
  const { t } = useTranslation('machines')
  const [isBusy, setBusy] = useState(false)
  const draft = useDraft(machine.id, 'collection', CollectionDraft, NOTHING)
  const { hasWrong, noteWrong } = useNumberFields()
  const undoToast = useUndoToast()
  const withdraw = async () => {
    setBusy(true)
    const collection = collectionIn(draft.value, getSession().device.now())
    const stored: OperationId[] = []
    await draft.record(async () => {
      const keeping = await withdrawCash(machine.id, collection, draft.opId).catch(() => null)
      if (keeping !== null && 'kept' in keeping) stored.push(keeping.kept)
      return stored.length > 0
    })
    const [kept = null] = stored
    onRecorded?.(kept !== null)
    if (kept === null) toastError(t('COULD_NOT_WITHDRAWN_CASH'))
    else
      undoToast({
        done: t('CASH_WITHDRAWN'),
        what: t('outbox:does.withdrawal', { machine: machine.name }),
        takeBack: () => undoOperation(machine.id, kept),
      })
    onClose()
    setBusy(false)
  }
  return (
    <ConfirmDialog
      opened={opened}
      title={t('withdraw')}
      confirm={t('withdrawNow')}
      onConfirm={() => void withdraw()}
      onClose={onClose}
      isBusy={isBusy}
      isDisabled={hasWrong || isReadingHalf(draft.value)}
    >
      <Text>{t('withdrawMeans', { machine: machine.name })}</Text>
      <CollectionFields typed={draft.value} change={(part) => draft.change((before) => ({ ...before, ...part }))} noteWrong={noteWrong} />
    </ConfirmDialog>
  )
}
