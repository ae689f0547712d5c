import { Text } from '@mantine/core'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Form } from '#app/components/form/Form.tsx'
import { FormDialog } from '#app/components/form/FormDialog.tsx'
import { useControlledField } from '#app/components/form/use-controlled-field.ts'
import { describe } from '#app/components/operations/description.ts'
import { useEntryLabels } from '#app/components/operations/use-entry-labels.ts'
import { useServerMutation } from '#app/components/use-server-mutation.ts'
import { formats } from '#app/data/formats.ts'
import { discard, edit } from '#app/data/outbox.ts'
import type { Known } from '#app/data/outbox-view.ts'
import { NumberFields, useNumberFields } from '#app/ui/number-fields.ts'
import { QuantityInput } from '#app/ui/QuantityInput.tsx'
import { toastInfo } from '#app/ui/toasts.ts'
import type { OutboxEntry } from '#offline/records.ts'
import { quantitiesOf, withQuantities } from './quantities.ts'

type Props = { entry: OutboxEntry; known: Known; onClose(): void }

/** Edits the quantities of a restock that has not been sent. */
export function EditQuantities(props: Props) {
  const { t } = useTranslation('outbox')
  return (
    <FormDialog opened onClose={props.onClose} title={t('editTitle')}>
      <QuantitiesForm {...props} />
    </FormDialog>
  )
}

function QuantitiesForm({ entry, known, onClose }: Props) {
  const { t } = useTranslation('outbox')
  const labels = useEntryLabels(known)
  const { lines } = describe(entry, known)
  const form = useForm({ defaultValues: { quantities: quantitiesOf(entry) ?? [] } })
  const { value: quantities, onChange } = useControlledField(form)('quantities')
  const { hasWrong, noteWrong } = useNumberFields()
  const mutation = useServerMutation({
    mutationFn: (edited: number[]) => {
      const body = withQuantities(entry.body, edited)
      return body.length > 0 ? edit(entry.opId, body) : discard(entry.opId)
    },
    onSuccess: (isDone) => {
      if (!isDone) toastInfo(t('leftMeanwhile'))
      onClose()
    },
  })
  return (
    <Form
      form={form}
      onSubmit={(values) => mutation.mutate(values.quantities)}
      submit={t(quantities.some((quantity) => quantity > 0) ? 'save' : 'discard')}
      mutation={mutation}
      isPrefilled
      isBlocked={hasWrong}
      isLarge
    >
      <NumberFields value={noteWrong}>
        {lines.map((line, index) => (
          <div key={line.key}>
            <Text fw={500} mb={4}>
              {labels.placeOf(line)}
            </Text>
            <QuantityInput
              label={labels.placeOf(line)}
              value={quantities[index] ?? 0}
              step={line.kind === 'added' && line.unit !== 'PIECE' ? 100 : 1}
              unit={line.kind === 'added' ? formats().unitWord(line.unit) : undefined}
              onChange={(quantity) => onChange(quantities.with(index, quantity))}
            />
          </div>
        ))}
      </NumberFields>
    </Form>
  )
}
