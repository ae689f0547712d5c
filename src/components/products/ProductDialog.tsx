import { Button, Group, Stack } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorText } from '#app/components/ErrorText.tsx'
import { useAsking } from '#app/components/use-asking.ts'
import { getSession } from '#app/data/device.ts'
import { formats } from '#app/data/formats.ts'
import { newKey } from '#app/data/planogram.ts'
import { addProduct, changeProduct } from '#app/data/products.ts'
import { catalogue } from '#app/data/slots.ts'
import { DayInput } from '#app/ui/DayInput.tsx'
import { useDirtyForm } from '#app/ui/dirty-forms.ts'
import { FormModal } from '#app/ui/FormModal.tsx'
import { toastError, toastSuccess } from '#app/ui/toasts.ts'
import type { Product } from '#contract/products.ts'
import { dayOf, isoDay } from '#domain/calendar.ts'
import { isSound, problemsOf, type TypedProduct, withPackaging } from '#domain/products/product-rules.ts'
import { FIRST_DAY } from '#domain/warehouse/purchase.ts'
import { ProductFields } from './ProductFields.tsx'

type Props = {
  opened: boolean
  /** The product to change; absent for a new one. */
  product?: Product | undefined
  onClose(): void
  onSaved?(product: Product): void
}

/** Creates or changes a product. The input has no draft, so the dialog closes only on purpose. */
export function ProductDialog({ opened, product, onClose, onSaved }: Props) {
  const { t } = useTranslation('products')
  return (
    <FormModal
      opened={opened}
      onClose={onClose}
      title={t(product ? 'form.edit' : 'form.create')}
      size="lg"
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('form.close') }}
    >
      <ProductForm product={product} onClose={onClose} onSaved={onSaved} />
    </FormModal>
  )
}

const NOTHING: TypedProduct = {
  name: '',
  volume: null,
  volumeType: 'GRAM',
  packaging: 'PIECE',
  tax: 0,
  lastCost: 0,
  caseSize: null,
  ingredients: [],
}

/** The initial input; data older than the rules is adapted to them. */
const typedOf = (product: Product | undefined): TypedProduct => {
  if (!product) return NOTHING
  const { name, volume, volumeType, packaging, tax, lastCost = 0, caseSize = null, ingredients } = product
  const shares = ingredients.map(({ id, shareAmount }) => ({ id, shareAmount }))
  return withPackaging({ name, volume, volumeType, packaging, tax, lastCost, caseSize, ingredients: shares }, packaging)
}

function ProductForm({ product, onClose, onSaved }: Omit<Props, 'opened'>) {
  const { t } = useTranslation('products')
  const { data: products } = useSuspenseQuery(catalogue())
  const [typed, setTyped] = useState(() => typedOf(product))
  const [key, setKey] = useState(newKey)
  const [today] = useState(() => isoDay(dayOf(Date.now(), getSession().account.timezone)))
  const [taxValidFrom, setTaxValidFrom] = useState(today)
  const isTaxChanged = product !== undefined && typed.tax !== product.tax
  const { isBusy, trouble, ask } = useAsking()
  const { currency } = getSession().account
  const about = { currency, before: product?.packaging }
  useDirtyForm(JSON.stringify(typed) !== JSON.stringify(typedOf(product)))

  const save = async () => {
    const said = { ...typed, name: typed.name.trim() }
    if (!isSound(said, about)) return
    const body = { ...said, ingredients: [...said.ingredients] }
    const saved = await ask(() =>
      product
        ? changeProduct(product.sku, { ...body, ...(isTaxChanged && taxValidFrom ? { taxValidFrom } : {}) }, key)
        : addProduct(body, key),
    )
    if (!saved) return toastError(t('form.failed'))
    toastSuccess(t('form.saved', { product: saved.name }))
    onSaved?.(saved)
    onClose()
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <Stack gap="md">
        <ProductFields
          typed={typed}
          before={product?.packaging}
          problems={problemsOf(typed, about)}
          products={products}
          onChange={(next) => {
            setTyped(next)
            // Different input is another request rather than a retry of the previous one.
            setKey(newKey())
          }}
        />
        {isTaxChanged && (
          <DayInput
            label={t('form.taxValidFrom')}
            hint={t('form.taxBefore', { tax: formats().number(product.tax) })}
            min={isoDay(FIRST_DAY)}
            max={today}
            value={taxValidFrom}
            onChange={(day) => {
              setTaxValidFrom(day)
              setKey(newKey())
            }}
          />
        )}
        <ErrorText text={trouble} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" size="md" onClick={onClose}>
            {t('form.cancel')}
          </Button>
          <Button type="submit" size="md" loading={isBusy} disabled={!isSound(typed, about)}>
            {t(product ? 'form.save' : 'form.add')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
