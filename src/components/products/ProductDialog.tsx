import { valibotResolver } from '@hookform/resolvers/valibot'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import * as v from 'valibot'
import { changedFields } from '#app/components/form/changed-fields.ts'
import { Form } from '#app/components/form/Form.tsx'
import { FormDialog } from '#app/components/form/FormDialog.tsx'
import { useControlledField } from '#app/components/form/use-controlled-field.ts'
import { useKeyedMutation } from '#app/components/use-server-mutation.ts'
import { getSession } from '#app/data/device.ts'
import { formats } from '#app/data/formats.ts'
import { saveProduct } from '#app/data/products.ts'
import { whyNot } from '#app/data/server-requests.ts'
import { catalogue } from '#app/data/slots.ts'
import { DayInput } from '#app/ui/DayInput.tsx'
import { toastError, toastSuccess } from '#app/ui/toasts.ts'
import type { Product } from '#contract/products.ts'
import { dayOf, isoDay } from '#domain/calendar.ts'
import { type ProductFields as Fields, isSound, problemsOf, type TypedProduct, withPackaging } from '#domain/products/product-rules.ts'
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
    <FormDialog opened={opened} onClose={onClose} title={t(product ? 'form.edit' : 'form.create')} size="lg" closeOnClickOutside={false}>
      <ProductForm product={product} onClose={onClose} onSaved={onSaved} />
    </FormDialog>
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
  codes: [],
  ingredients: [],
}

const storedOf = ({ name, volume, volumeType, packaging, tax, lastCost = 0, caseSize = null, codes = [], ingredients }: Product) => {
  const shares = ingredients.map(({ id, shareAmount }) => ({ id, shareAmount }))
  return { name, volume, volumeType, packaging, tax, lastCost, caseSize, codes, ingredients: shares }
}

/** The initial input; data older than the rules is adapted to them. */
const typedOf = (product: Product | undefined): TypedProduct => (product ? withPackaging(storedOf(product), product.packaging) : NOTHING)

/** The rules of a product concern several fields at once. */
const productForm = (about: Parameters<typeof problemsOf>[1]) =>
  v.object({
    product: v.pipe(
      v.custom<TypedProduct>(() => true),
      v.transform((product) => ({ ...product, name: product.name.trim() })),
      v.custom<Fields>((product) => isSound(product as TypedProduct, about)),
    ),
    taxValidFrom: v.string(),
  })

const Taken = v.object({ code: v.string(), name: v.string() })

function takenCodeIn(error: unknown) {
  const why = whyNot(error)
  const read = v.safeParse(Taken, why.reason === 'refused' && why.code === 'PRODUCT_CODE_TAKEN' ? why.details : null)
  return read.success ? read.output : null
}

function ProductForm({ product: current, onClose, onSaved }: Omit<Props, 'opened'>) {
  const { t } = useTranslation('products')
  const [product] = useState(current)
  const { data: products } = useSuspenseQuery(catalogue())
  const { currency, timezone } = getSession().account
  const [today] = useState(() => isoDay(dayOf(Date.now(), timezone)))
  const about = { currency, before: product?.packaging }
  const form = useForm({
    resolver: valibotResolver(productForm(about)),
    defaultValues: { product: typedOf(product), taxValidFrom: today },
  })
  const controlled = useControlledField(form)
  const mutation = useKeyedMutation(saveProduct(product?.sku ?? null))
  const { value: typed, onChange } = controlled('product')
  const isTaxChanged = product !== undefined && typed.tax !== product.tax

  const save = ({ product: typed, taxValidFrom }: { product: Fields; taxValidFrom: string }) => {
    const fields = { ...typed, codes: [...(typed.codes ?? [])], ingredients: [...typed.ingredients] }
    const edited = product ? changedFields(fields, storedOf(product)) : fields
    mutation.mutate(
      { product: fields, change: { ...edited, ...(isTaxChanged && taxValidFrom && { taxValidFrom }) } },
      {
        onSuccess: (saved) => {
          toastSuccess(t('form.saved', { product: saved.name }))
          onSaved?.(saved)
          onClose()
        },
        onError: () => toastError(t('form.failed')),
      },
    )
  }
  return (
    <Form
      form={form}
      onSubmit={save}
      submit={t(product ? 'form.save' : 'form.add')}
      mutation={mutation}
      isUnsettled={!product && mutation.isUnsettled}
      onCancel={onClose}
    >
      <ProductFields
        typed={typed}
        before={product?.packaging}
        problems={problemsOf(typed, about)}
        products={products}
        takenCode={takenCodeIn(mutation.error)}
        onChange={onChange}
      />
      {isTaxChanged && (
        <DayInput
          label={t('form.taxValidFrom')}
          hint={t('form.taxBefore', { tax: formats().number(product.tax) })}
          min={isoDay(FIRST_DAY)}
          max={today}
          value={form.watch('taxValidFrom')}
          onChange={controlled('taxValidFrom').onChange}
        />
      )}
    </Form>
  )
}
