import { Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { withdrawCash } from '#app/data/machines.ts'
import { takeBack } from '#app/data/stock.ts'
import { ConfirmDialog } from '#app/ui/ConfirmDialog.tsx'
import { toastError } from '#app/ui/toasts.ts'
import type { MachineCard } from '#contract/machines.ts'
import { useUndoToast } from './operations/use-undo-toast.ts'

type Props = {
  machine: Pick<MachineCard, 'id' | 'name'>
  opened: boolean
  onClose(): void
  /** After each attempt: whether this device has stored it. */
  onRecorded?(isKept: boolean): void
}

/** Records that the cash box was emptied now, which works offline. */
export function WithdrawCash({ machine, opened, onClose, onRecorded }: Props) {
  const { t } = useTranslation('machines')
  const [isBusy, setBusy] = useState(false)
  const undoToast = useUndoToast()
  const withdraw = async () => {
    setBusy(true)
    const keeping = await withdrawCash(machine.id).catch(() => null)
    const kept = keeping !== null && 'kept' in keeping ? keeping.kept : null
    onRecorded?.(kept !== null)
    if (kept === null) toastError(t('COULD_NOT_WITHDRAWN_CASH'))
    else
      undoToast({
        done: t('CASH_WITHDRAWN'),
        what: t('outbox:does.withdrawal', { machine: machine.name }),
        takeBack: () => takeBack(machine.id, kept),
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
    >
      <Text>{t('withdrawMeans', { machine: machine.name })}</Text>
    </ConfirmDialog>
  )
}
