import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ProductPicker } from '#app/components/ProductPicker.tsx'
import { useProductLabels } from '#app/components/use-product-labels.ts'
import { unitOf } from '#app/data/activity.ts'
import { formats } from '#app/data/formats.ts'
import type { MyVan } from '#app/data/van.ts'
import { NumberFields, useNumberFields } from '#app/ui/number-fields.ts'
import { QuantityInput } from '#app/ui/QuantityInput.tsx'
import type { ProductCard } from '#contract/products.ts'
import type { ProductId } from '#domain/ids.ts'
import type { VanChange, VanItem } from '#domain/vans/van.ts'
import { GoodsName } from './GoodsName.tsx'
import classes from './Vans.module.css'

type GoodsOf = VanChange | 'HAND_OVER'

/** What was typed, in this order. */
export type Quantities = readonly (readonly [ProductId, number])[]

type Props = {
  own: MyVan
  type: GoodsOf
  quantities: Quantities
  onChange(quantities: Quantities): void
  /** Forgets what was typed. */
  onClear(): void
  submit: string
  /** The most products. */
  most: number
  isBusy: boolean
  onSubmit(items: readonly VanItem[]): void
}

/** Quantities by product: of what is in the van, and of products that are added. A count starts with what the van should contain. */
export function GoodsForm({ own: { goods, products }, type, quantities, onChange, onClear, submit, most, isBusy, onSubmit }: Props) {
  const { t } = useTranslation('vans')
  const labelOf = useProductLabels()
  const { hasWrong, noteWrong } = useNumberFields()
  const isCount = type === 'COUNT'
  const booked = new Map(goods.map(({ product, quantity }) => [product.id, Math.max(0, quantity)]))
  const typed: ReadonlyMap<ProductId, number> = new Map([...(isCount ? booked : []), ...quantities])
  const [isEmpty, setEmpty] = useState(false)
  const set = (changes: Iterable<readonly [ProductId, number]>) => {
    setEmpty(false)
    onChange([...new Map([...quantities, ...changes])])
  }
  const added = quantities.flatMap(([id]) => (booked.has(id) ? [] : products.filter((product) => product.id === id)))
  const shown: readonly ProductCard[] = [...added.toReversed(), ...goods.map(({ product }) => product)]
  const items = shown
    .map(({ id: productId }) => ({ productId, quantity: typed.get(productId) ?? 0 }))
    .filter(({ quantity }) => isCount || quantity > 0)
  const isTooMuch = items.length > most
  const canTakeAll = (type === 'RETURN' || type === 'HAND_OVER') && goods.length > 0
  const { exactAmount } = formats()
  return (
    <NumberFields value={noteWrong}>
      <Stack gap="md">
        <Text c="dimmed">{t(`help.${type}`)}</Text>
        <ProductPicker
          label={t('addProduct')}
          products={products}
          value={null}
          taken={new Set(shown.map(({ id }) => id))}
          onChange={(id) => id !== null && set([[id, 0]])}
        />
        {(canTakeAll || quantities.length > 0) && (
          <Group>
            {canTakeAll && (
              <Button variant="default" size="md" onClick={() => set(booked)}>
                {t('everything')}
              </Button>
            )}
            {quantities.length > 0 && (
              <Button variant="default" size="md" onClick={onClear}>
                {t('stock:clear')}
              </Button>
            )}
          </Group>
        )}
        <ul className={classes.list}>
          {shown.map((product) => {
            const unit = unitOf(product)
            const inVan = goods.find((one) => one.product.id === product.id)?.quantity ?? 0
            return (
              <li key={product.id} className={classes.line}>
                <span className={classes.words}>
                  <span className={classes.name}>
                    <GoodsName product={product} />
                  </span>
                  <span className={classes.dimmed} data-figures>
                    {t('inVan', { amount: exactAmount(inVan, unit) })}
                  </span>
                </span>
                <QuantityInput
                  label={labelOf(product)}
                  value={typed.get(product.id) ?? 0}
                  step={product.packaging === 'INGREDIENT' ? 100 : 1}
                  isNarrow
                  enterKeyHint="next"
                  onChange={(quantity) => set([[product.id, quantity]])}
                />
              </li>
            )
          })}
        </ul>
        <Stack gap="md" data-actions>
          {(isEmpty || isTooMuch) && (
            <Text role="alert" c="var(--mantine-color-error)">
              {isTooMuch ? t('tooMany', { count: most }) : t('nothingTyped')}
            </Text>
          )}
          <Button
            className={classes.go ?? ''}
            loading={isBusy}
            disabled={hasWrong || isTooMuch}
            onClick={() => (items.length === 0 ? setEmpty(true) : onSubmit(items))}
          >
            {submit}
          </Button>
        </Stack>
      </Stack>
    </NumberFields>
  )
}
