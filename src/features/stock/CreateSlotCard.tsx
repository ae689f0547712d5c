import { valibotResolver } from '@hookform/resolvers/valibot'
import { Select, TextInput, Title } from '@mantine/core'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import * as v from 'valibot'
import { Form } from '#app/components/form/Form.tsx'
import { useControlledField } from '#app/components/form/use-controlled-field.ts'
import { useField } from '#app/components/form/use-field.ts'
import { useProductLabels } from '#app/components/use-product-labels.ts'
import { useKeyedMutation } from '#app/components/use-server-mutation.ts'
import { formats } from '#app/data/formats.ts'
import { Card } from '#app/ui/Card.tsx'
import { NumberInput } from '#app/ui/NumberInput.tsx'
import { toastError, toastSuccess } from '#app/ui/toasts.ts'
import { line } from '#contract/fields.ts'
import type { Product } from '#contract/products.ts'
import type { MachineType } from '#domain/machines/machine.ts'
import { packagingsFor } from '#domain/slots/fitting.ts'
import { MAX_IN_NEW_SLOT, MAX_PRICE, MAX_SLOT_NUMBER_LENGTH } from '#domain/slots/slot.ts'
import type { SlotToAdd } from './planogram.queries.ts'
import classes from './SlotsPanel.module.css'

type Props = {
  type: MachineType
  slots: readonly { slotNumber: string }[]
  products: readonly Product[]
  create(input: SlotToAdd): Promise<{ slotNumber: string }>
}

/** The next number, because slots are usually created in sequence. */
const nextOf = (slotNumber: string): string =>
  slotNumber.replace(/\d+$/, (digits) => String(Number(digits) + 1).padStart(digits.length, '0'))

const EMPTY = { slotNumber: '', productId: null, vendPrice: null, maxQuantity: null }
const FIELDS = ['slotNumber', 'productId', 'vendPrice', 'maxQuantity'] as const
const Amount = v.nullable(v.number())
const TAKEN = 'TAKEN'

/** Numbers outside the limits of their field are not numbers here. */
const newSlot = (slots: readonly { slotNumber: string }[]) =>
  v.object({
    slotNumber: v.pipe(
      line(MAX_SLOT_NUMBER_LENGTH),
      v.nonEmpty(),
      v.check((number) => !slots.some(({ slotNumber }) => slotNumber === number), TAKEN),
    ),
    productId: v.pipe(v.nullable(v.number()), v.number()),
    vendPrice: Amount,
    maxQuantity: Amount,
  })
type NewSlot = ReturnType<typeof newSlot>

/** Creates a slot. Values that the next one probably shares are kept. */
export function CreateSlotCard({ type, slots, products, create: add }: Props) {
  const { t } = useTranslation('stock')
  const { decimals, currency } = formats()
  const labelOf = useProductLabels()
  const form = useForm<v.InferInput<NewSlot>, unknown, v.InferOutput<NewSlot>>({
    resolver: valibotResolver(newSlot(slots)),
    mode: 'onChange',
    defaultValues: EMPTY,
  })
  const field = useField(form)
  const controlled = useControlledField(form)
  const creation = useKeyedMutation({ mutationFn: add })
  const productId = controlled('productId')
  const isSnack = type === 'SNACK'
  const isTaken = form.formState.errors.slotNumber?.message === TAKEN

  const create = (body: v.InferOutput<NewSlot>) => {
    const before = form.getValues()
    creation.mutate(
      { body },
      {
        onSuccess: ({ slotNumber }) => {
          toastSuccess(t('OPERATION_SUCCESS', { slot: slotNumber }))
          const typed = form.getValues()
          form.reset({ ...body, slotNumber: nextOf(body.slotNumber), productId: null })
          // What was typed for the next slot since stays, and so does the focus.
          const since = FIELDS.filter((name) => !Object.is(typed[name], before[name]))
          for (const name of since) form.setValue(name, typed[name], { shouldDirty: true, shouldValidate: true })
          if (since.length === 0) form.setFocus('slotNumber')
        },
        onError: () => toastError(t('SAVE_ERROR')),
      },
    )
  }
  const fitting = packagingsFor(type)
  return (
    <Card aria-label={t('panel.createSlot')}>
      <Title order={2} size="h3" mb="sm">
        {t('panel.createSlot')}
      </Title>
      <Form form={form} onSubmit={create} submit={t('panel.create')} mutation={creation}>
        <TextInput
          {...field('slotNumber')}
          {...(isTaken && { error: t('panel.taken', { slot: form.watch('slotNumber').trim() }) })}
          label={t('panel.slotNumber')}
          required
          withAsterisk
          maxLength={MAX_SLOT_NUMBER_LENGTH}
        />
        <Select
          label={t('products.product')}
          required
          searchable
          size="md"
          nothingFoundMessage={t('products.noProductFound')}
          data={products
            .filter(({ packaging, deleted }) => fitting.includes(packaging) && !deleted)
            .map((product) => ({ value: String(product.id), label: labelOf(product) }))}
          value={productId.value === null ? null : String(productId.value)}
          onChange={(value) => productId.onChange(value === null ? null : Number(value))}
        />
        <div className={isSnack ? classes.pair : undefined}>
          <NumberInput
            {...controlled('vendPrice')}
            label={t('products.priceIn', { currency })}
            min={0}
            max={MAX_PRICE}
            step={0.1}
            decimals={decimals}
            fixed
            emptiesNegative
          />
          {isSnack && <NumberInput {...controlled('maxQuantity')} label={t('products.maximum')} min={0} max={MAX_IN_NEW_SLOT} />}
        </div>
      </Form>
    </Card>
  )
}
