import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describe } from '#app/components/operations/description.ts'
import { useEntryLabels } from '#app/components/operations/use-entry-words.ts'
import { formats } from '#app/data/formats.ts'
import { discard, edit } from '#app/data/outbox.ts'
import type { Known } from '#app/data/outbox-view.ts'
import { FormModal } from '#app/ui/FormModal.tsx'
import { NumberFields, useNumberFields } from '#app/ui/number-fields.ts'
import { QuantityInput } from '#app/ui/QuantityInput.tsx'
import { toastInfo } from '#app/ui/toasts.ts'
import type { OutboxEntry } from '#offline/records.ts'
import { quantitiesOf, withQuantities } from './quantities.ts'

/** Edits the quantities of a restock that has not been sent. */
export function EditQuantities({ entry, known, onClose }: { entry: OutboxEntry; known: Known; onClose(): void }) {
  const { t } = useTranslation('outbox')
  const words = useEntryLabels(known)
  const { lines } = describe(entry, known)
  const [quantities, setQuantities] = useState(() => quantitiesOf(entry) ?? [])
  const { hasWrong, noteWrong } = useNumberFields()
  const save = async () => {
    const body = withQuantities(entry.body, quantities)
    const isDone = body.length > 0 ? await edit(entry.opId, body) : await discard(entry.opId)
    if (!isDone) toastInfo(t('leftMeanwhile'))
    onClose()
  }
  return (
    <FormModal opened onClose={onClose} title={t('editTitle')} closeButtonProps={{ 'aria-label': t('close') }}>
      <Stack gap="md">
        <NumberFields value={noteWrong}>
          {lines.map((line, index) => (
            <div key={line.key}>
              <Text fw={500} mb={4}>
                {words.placeOf(line)}
              </Text>
              <QuantityInput
                label={words.placeOf(line)}
                value={quantities[index] ?? 0}
                step={line.kind === 'added' && line.unit !== 'PIECE' ? 100 : 1}
                unit={line.kind === 'added' ? formats().unitWord(line.unit) : undefined}
                onChange={(quantity) => setQuantities(quantities.with(index, quantity))}
              />
            </div>
          ))}
        </NumberFields>
        <Button size="lg" disabled={hasWrong} onClick={() => void save()}>
          {t(quantities.some((quantity) => quantity > 0) ? 'save' : 'discard')}
        </Button>
      </Stack>
    </FormModal>
  )
}
