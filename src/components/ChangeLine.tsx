import { ActionIcon, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formats } from '#app/data/formats.ts'
import { NumberTextInput } from '#app/ui/NumberInput.tsx'
import type { ProductCard } from '#contract/products.ts'
import { type ChangeType, stockAfter } from '#domain/warehouse/change.ts'
import { lineRules, lineStateOf, type TypedLine, wholeIn } from './change-draft.ts'
import { ProductPicker } from './ProductPicker.tsx'
import { useCaseLabels } from './use-case-labels.ts'
import classes from './WarehouseChangeDialog.module.css'

type Props = {
  number: number
  line: TypedLine
  type: ChangeType
  products: readonly ProductCard[]
  taken: ReadonlySet<number>
  stock: number | undefined
  onChange(line: TypedLine): void
  onRemove: (() => void) | undefined
}

/** One line of a change: product, quantity, and the resulting stock. */
export function ChangeLine({ number, line, type, products, taken, stock, onChange, onRemove }: Props) {
  const { t } = useTranslation('warehouse')
  const casesOf = useCaseLabels()
  const product = products.find(({ id }) => id === line.productId)
  const { exactAmount, locale, unitWord } = formats()
  const state = lineStateOf(type, line, stock, locale)
  const whole = wholeIn(line.quantity, locale) ?? 0
  const write = (quantity: number) => exactAmount(quantity, unitOf(product))
  const after = stock === undefined ? null : stockAfter(type, stock, whole)
  const cases = product ? casesOf(Math.abs(whole), product) : ''
  const wrong = { incomplete: null, good: null, negative: t('change.tooFew'), outside: t(`change.outside.${type}`) }[state]
  return (
    <div className={classes.line}>
      <div className={classes.product}>
        <ProductPicker
          label={t('change.product', { number })}
          products={products}
          value={line.productId}
          taken={taken}
          onChange={(productId) => onChange({ ...line, productId })}
        />
        {product && stock !== undefined && (
          <Text size="sm" c="dimmed">
            {line.quantity.trim() === '' || after === null
              ? t('change.there', { amount: write(stock) })
              : t('change.becomes', { before: write(stock), after: write(after) })}
          </Text>
        )}
      </div>
      <NumberTextInput
        {...lineRules(type)}
        classNames={{ input: classes.quantity ?? '' }}
        aria-label={t('change.quantity', { number })}
        placeholder={t('change.amount')}
        size="md"
        value={line.quantity}
        error={wrong}
        {...(cases ? { description: cases, inputWrapperOrder: ['input', 'description', 'error'] } : {})}
        unit={product && unitWord(unitOf(product))}
        onChange={(quantity) => onChange({ ...line, quantity })}
      />
      <ActionIcon
        variant="subtle"
        color="slate"
        size={44}
        aria-label={t('change.removeLine', { number })}
        disabled={!onRemove}
        onClick={onRemove}
      >
        <IconTrash size={20} aria-hidden />
      </ActionIcon>
    </div>
  )
}

/** Packed goods are counted; ingredients of recipes are weighed or measured. */
const unitOf = (product: ProductCard | undefined) => (product?.packaging === 'INGREDIENT' ? product.volumeType : 'PIECE')
