import { Button, Select, TextInput, Title } from '@mantine/core'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorText } from '#app/components/ErrorText.tsx'
import { useAsking } from '#app/components/use-asking.ts'
import { useProductLabels } from '#app/components/use-product-labels.ts'
import { formats } from '#app/data/formats.ts'
import { addSlot, newKey } from '#app/data/planogram.ts'
import type { Slot } from '#app/data/slots.ts'
import { Card } from '#app/ui/Card.tsx'
import { useDirtyForm } from '#app/ui/dirty-forms.ts'
import { NumberInput } from '#app/ui/NumberInput.tsx'
import { toastError, toastSuccess } from '#app/ui/toasts.ts'
import type { MachineCard } from '#contract/machines.ts'
import type { Product } from '#contract/products.ts'
import { MAX_IN_NEW_SLOT, MAX_PRICE, MAX_SLOT_NUMBER_LENGTH } from '#domain/slots/slot.ts'
import classes from './SlotsPanel.module.css'
import { packagingsFor } from './slot-changes.ts'

type Props = { machine: MachineCard; slots: readonly Slot[]; products: readonly Product[] }

/** The next number, because slots are usually created in sequence. */
const nextOf = (slotNumber: string): string =>
  slotNumber.replace(/\d+$/, (digits) => String(Number(digits) + 1).padStart(digits.length, '0'))

/** Creates a slot. Values that the next one probably shares are kept. */
export function CreateSlotCard({ machine, slots, products }: Props) {
  const { t } = useTranslation('stock')
  const { decimals, currency } = formats()
  const labelOf = useProductLabels()
  const { isBusy, trouble, ask } = useAsking()
  const [slotNumber, setSlotNumber] = useState('')
  const [productId, setProductId] = useState<number | null>(null)
  const [vendPrice, setVendPrice] = useState<number | null>(null)
  const [maxQuantity, setMaxQuantity] = useState<number | null>(null)
  const first = useRef<HTMLInputElement>(null)
  const isSnack = machine.type === 'SNACK'
  const number = slotNumber.trim()
  const isTaken = slots.some((slot) => slot.slotNumber === number)
  useDirtyForm(productId !== null && number !== '')

  const create = async () => {
    if (productId === null || Number.isNaN(vendPrice) || Number.isNaN(maxQuantity)) return
    const body = { slotNumber: number, productId, vendPrice, maxQuantity: isSnack ? maxQuantity : null }
    const slot = await ask(() => addSlot(machine.id, body, newKey()))
    if (!slot) return toastError(t('SAVE_ERROR'))
    toastSuccess(t('OPERATION_SUCCESS', { slot: slot.slotNumber }))
    setSlotNumber(nextOf(number))
    setProductId(null)
    first.current?.focus()
  }
  const fitting = packagingsFor(machine.type)
  return (
    <Card aria-label={t('panel.createSlot')}>
      <Title order={2} size="h5" mb="sm">
        {t('panel.createSlot')}
      </Title>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault()
          void create()
        }}
      >
        <TextInput
          ref={first}
          label={t('panel.slotNumber')}
          required
          maxLength={MAX_SLOT_NUMBER_LENGTH}
          value={slotNumber}
          error={isTaken ? t('panel.taken', { slot: number }) : undefined}
          onChange={({ currentTarget: { value } }) => setSlotNumber(value)}
        />
        <Select
          label={t('products.product')}
          required
          searchable
          limit={100}
          nothingFoundMessage={t('products.noProductFound')}
          data={products
            .filter(({ packaging, deleted }) => fitting.includes(packaging) && !deleted)
            .map((product) => ({ value: String(product.id), label: labelOf(product) }))}
          value={productId === null ? null : String(productId)}
          onChange={(value) => setProductId(value === null ? null : Number(value))}
        />
        <div className={isSnack ? classes.pair : undefined}>
          <NumberInput
            label={t('products.priceIn', { currency })}
            min={0}
            max={MAX_PRICE}
            step={0.1}
            decimals={decimals}
            fixed
            emptiesNegative
            value={vendPrice}
            onChange={setVendPrice}
          />
          {isSnack && (
            <NumberInput label={t('products.maximum')} min={0} max={MAX_IN_NEW_SLOT} value={maxQuantity} onChange={setMaxQuantity} />
          )}
        </div>
        <Button
          type="submit"
          size="md"
          loading={isBusy}
          disabled={number === '' || isTaken || productId === null || Number.isNaN(vendPrice) || Number.isNaN(maxQuantity)}
        >
          {t('panel.create')}
        </Button>
        <ErrorText text={trouble} />
      </form>
    </Card>
  )
}
