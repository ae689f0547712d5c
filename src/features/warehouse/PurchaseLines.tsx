import { ActionIcon, Button, Text } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ProductPicker } from '#app/components/ProductPicker.tsx'
import { useCaseLabels } from '#app/components/use-case-labels.ts'
import { formats } from '#app/data/formats.ts'
import { catalogue } from '#app/data/slots.ts'
import { FLUSH } from '#app/ui/flush.ts'
import { NumberTextInput } from '#app/ui/NumberInput.tsx'
import type { Product } from '#contract/products.ts'
import { toDecimal, toMinor } from '#domain/money.ts'
import { MAX_LINES, netMinorOf, receivedBy, unitsOf } from '#domain/warehouse/purchase.ts'
import { COUNT_RULES, costIn, costRules, costWords, countIn, EMPTY, type PurchaseLineTyped } from './purchase-draft.ts'
import classes from './Warehouse.module.css'

/** On a desktop the column headers are the labels. */
const FIELD = { root: classes.count ?? '', label: classes.phoneLabel ?? '' }

type Props = { lines: readonly PurchaseLineTyped[]; isLocked: boolean; onChange(lines: PurchaseLineTyped[]): void }

/** Products, quantities and prices, with the total below. */
export function PurchaseLines({ lines, isLocked, onChange }: Props) {
  const { t } = useTranslation('warehouse')
  const { data: products } = useSuspenseQuery(catalogue())
  const { money, number, currency, locale } = formats()
  const taken = new Set(lines.flatMap(({ productId }) => productId ?? []))
  const counted = lines.flatMap(({ quantity, unitCost }) => {
    const [count, cost] = [countIn(quantity, locale), costIn(unitCost, { currency, locale })]
    return count === null || cost === null ? [] : [{ quantity: count, unitCostMinor: toMinor(cost, currency) }]
  })
  const replace = (index: number, line: PurchaseLineTyped | null) =>
    onChange(lines.flatMap((one, place) => (place === index ? (line ?? []) : one)))
  return (
    <fieldset className={classes.lines} disabled={isLocked}>
      <Text component="legend" fw={500} mb={4}>
        {t('purchase.lines')}
      </Text>
      <div className={classes.heads} aria-hidden>
        <span>{t('column.product')}</span>
        <span>{t('change.amount')}</span>
        <span>{t('purchase.unitCost')}</span>
      </div>
      {lines.map((line, index) => (
        <Line
          // biome-ignore lint/suspicious/noArrayIndexKey: a line has no id, and its inputs are controlled
          key={index}
          number={index + 1}
          line={line}
          products={products}
          taken={taken}
          isLocked={isLocked}
          onChange={(next) => replace(index, next)}
          onRemove={lines.length > 1 ? () => replace(index, null) : undefined}
        />
      ))}
      {!isLocked && (
        <Button
          {...FLUSH}
          leftSection={<IconPlus size={18} aria-hidden />}
          disabled={lines.length >= MAX_LINES}
          onClick={() => onChange([...lines, EMPTY])}
        >
          {t('change.addLine')}
        </Button>
      )}
      <div className={classes.total} aria-live="polite">
        <span>{t('purchase.units', { count: unitsOf(counted), shown: number(unitsOf(counted)) })}</span>
        <span>{t('purchase.net', { amount: money(toDecimal(netMinorOf(counted), currency)) })}</span>
      </div>
    </fieldset>
  )
}

type LineProps = {
  number: number
  line: PurchaseLineTyped
  products: readonly Product[]
  taken: ReadonlySet<number>
  isLocked: boolean
  onChange(line: PurchaseLineTyped): void
  onRemove: (() => void) | undefined
}

const NO_PRODUCT = { packaging: 'PIECE' } as const

function Line({ number, line, products, taken, isLocked, onChange, onRemove }: LineProps) {
  const { t } = useTranslation('warehouse')
  const { currency, locale, exactAmount } = formats()
  const product = products.find(({ id }) => id === line.productId)
  const count = countIn(line.quantity, locale)
  const cases = useCaseLabels()(count ?? 0, product ?? NO_PRODUCT)
  const choose = (productId: number | null) => {
    const lastCost = products.find(({ id }) => id === productId)?.lastCost ?? 0
    // The last cost is a good default.
    onChange({
      ...line,
      productId,
      unitCost: line.unitCost === '' && lastCost > 0 ? costWords(lastCost, { currency, locale }) : line.unitCost,
    })
  }
  return (
    <div className={classes.line}>
      <div className={classes.product}>
        <ProductPicker
          label={t('change.product', { number })}
          products={products}
          value={line.productId}
          taken={taken}
          isDisabled={isLocked}
          onChange={choose}
        />
        {cases && (
          <Text size="sm" c="dimmed">
            {cases}
          </Text>
        )}
        {product?.packaging === 'INGREDIENT' && count !== null && (
          <Text size="sm" c="dimmed">
            {t('purchase.packs', { count, amount: exactAmount(receivedBy(count, product), product.volumeType) })}
          </Text>
        )}
      </div>
      <NumberTextInput
        {...COUNT_RULES}
        aria-label={t('change.quantity', { number })}
        label={t('change.amount')}
        classNames={FIELD}
        size="md"
        disabled={isLocked}
        value={line.quantity}
        onChange={(quantity) => onChange({ ...line, quantity })}
      />
      <NumberTextInput
        {...costRules(currency)}
        fixed
        aria-label={t('purchase.unitCostOf', { number })}
        label={t('purchase.unitCost')}
        classNames={FIELD}
        size="md"
        disabled={isLocked}
        unit={currency}
        rightSectionWidth={44}
        value={line.unitCost}
        onChange={(unitCost) => onChange({ ...line, unitCost })}
      />
      <ActionIcon
        variant="subtle"
        color="slate"
        size={44}
        aria-label={t('change.removeLine', { number })}
        disabled={isLocked || !onRemove}
        onClick={onRemove}
      >
        <IconTrash size={20} aria-hidden />
      </ActionIcon>
    </div>
  )
}
