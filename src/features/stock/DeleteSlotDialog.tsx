import { Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorText } from '#app/components/ErrorText.tsx'
import { useKeyedMutation } from '#app/components/use-server-mutation.ts'
import type { Slot } from '#app/data/slots.ts'
import type { Place } from '#app/data/stock.ts'
import { ConfirmDialog } from '#app/ui/ConfirmDialog.tsx'
import { toastSuccess } from '#app/ui/toasts.ts'
import type { MachineId } from '#domain/ids.ts'
import type { StockEnd } from '#domain/slots/slot.ts'
import { deleteSlot } from './planogram.queries.ts'
import { StockEndChoice } from './StockEndChoice.tsx'

type Props = { machineId: MachineId; slot: Slot | null; place: Place | undefined; onClose(): void }

/** Confirms the deletion of a slot and what happens to its stock, in one step. */
export function DeleteSlotDialog({ machineId, slot, place, onClose }: Props) {
  const { t } = useTranslation('stock')
  const [end, setEnd] = useState<StockEnd>('WAREHOUSE')
  const deletion = useKeyedMutation(deleteSlot(machineId))
  // The content stays while the dialog fades out.
  const [last, setLast] = useState({ slot, place })
  if (slot && (slot !== last.slot || place !== last.place)) setLast({ slot, place })
  const number = last.slot?.slotNumber ?? ''
  const lies = last.place && last.place.currentQuantity > 0 ? last.place : null
  const close = () => {
    deletion.reset()
    onClose()
  }
  const confirm = () =>
    slot &&
    deletion.mutate(
      { slotId: slot.slotId, stock: lies ? end : 'LATER' },
      {
        onSuccess: () => {
          toastSuccess(t('products.delete.done', { slot: number }))
          onClose()
        },
      },
    )
  return (
    <ConfirmDialog
      opened={slot !== null}
      title={t('products.delete.title', { slot: number })}
      confirm={t('products.delete.confirm')}
      isDangerous
      isBusy={deletion.isPending}
      onConfirm={confirm}
      onClose={close}
    >
      {lies ? (
        <StockEndChoice
          label={t('products.delete.lies', { count: lies.currentQuantity, product: lies.product.name })}
          value={end}
          onChange={setEnd}
        />
      ) : (
        <Text>{t('products.delete.empty')}</Text>
      )}
      <ErrorText text={deletion.errorText} />
    </ConfirmDialog>
  )
}
