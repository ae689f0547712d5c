import { Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorText } from '#app/components/ErrorText.tsx'
import { useKeyedMutation } from '#app/components/use-server-mutation.ts'
import { NotAnswered } from '#app/data/server-requests.ts'
import { ConfirmDialog } from '#app/ui/ConfirmDialog.tsx'
import { toastSuccess } from '#app/ui/toasts.ts'
import type { MachineCard } from '#contract/machines.ts'
import type { Product } from '#contract/products.ts'
import type { SlotCopy } from '#contract/slots.ts'
import type { StockEnd } from '#domain/slots/slot.ts'
import { CopyPreview } from './CopyPreview.tsx'
import { type CopySource, copySlots } from './planogram.queries.ts'
import { StockEndChoice } from './StockEndChoice.tsx'

type Props = {
  machine: MachineCard
  source: CopySource
  products: readonly Product[]
  copy: SlotCopy | null
  onLookAgain(): void
  onClose(): void
}

/** Confirms a copy after a preview. If the slots have changed meanwhile, the preview is refreshed. */
export function CopySlotsDialog({ machine, source, products, copy, onLookAgain, onClose }: Props) {
  const { t } = useTranslation('stock')
  const [end, setEnd] = useState<StockEnd>('WAREHOUSE')
  const copying = useKeyedMutation(copySlots(machine.id, source))
  // The content stays while the dialog fades out.
  const [last, setLast] = useState(copy)
  if (copy && copy !== last) setLast(copy)
  const changes = last ? last.created.length + last.changed.length + last.removed.length + last.ingredients.length : 0
  const pieces = last?.left.reduce((sum, { quantity }) => sum + quantity, 0) ?? 0
  const confirm = () =>
    copy &&
    copying.mutate(
      { version: copy.version, stock: copy.left.length > 0 ? end : 'LATER' },
      {
        onSuccess: () => {
          toastSuccess(t('copy.done', { source: source.name, machine: machine.name }))
          onClose()
        },
        onError: (error) => {
          if (error instanceof NotAnswered && error.code === 'PREVIEW_OUTDATED') onLookAgain()
        },
      },
    )
  return (
    <ConfirmDialog
      opened={copy !== null}
      title={t('copy.question', { source: source.name, machine: machine.name })}
      confirm={t('copy.confirm')}
      isBusy={copying.isPending}
      isDisabled={changes === 0}
      onConfirm={confirm}
      onClose={onClose}
    >
      {changes === 0 || !last ? (
        <Text>{t('copy.alike')}</Text>
      ) : (
        <Stack gap="md">
          <Text>
            {(['created', 'changed', 'removed', 'ingredients'] as const)
              .filter((kind) => last[kind].length > 0)
              .map((kind) => t(`copy.${kind}`, { count: last[kind].length }))
              .join(', ')}
            .
          </Text>
          <CopyPreview copy={last} products={products} hasMaximum={machine.type === 'SNACK'} />
          {last.left.length > 0 && <StockEndChoice label={t('copy.left', { count: pieces })} value={end} onChange={setEnd} />}
        </Stack>
      )}
      <ErrorText text={copying.errorText} />
    </ConfirmDialog>
  )
}
