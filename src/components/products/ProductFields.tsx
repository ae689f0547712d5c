import { Select, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formats } from '#app/data/formats.ts'
import { NumberInput } from '#app/ui/NumberInput.tsx'
import type { Product } from '#contract/products.ts'
import { toDecimal, toMinor } from '#domain/money.ts'
import { PACKAGINGS, type Packaging, VOLUME_TYPES } from '#domain/products/product.ts'
import { costLimit, MAX_NAME_LENGTH, MAX_TAX, MAX_VOLUME } from '#domain/products/product-limits.ts'
import {
  type FieldProblem,
  hasCost,
  hasFixedUnit,
  hasIngredients,
  mayBecome,
  type TypedProduct,
  withPackaging,
  withUnit,
} from '#domain/products/product-rules.ts'
import { CASE_SIZES, hasCases } from '#domain/warehouse/cases.ts'
import { CodeFields } from './CodeFields.tsx'
import { IngredientFields } from './IngredientFields.tsx'
import classes from './ProductFields.module.css'

type Props = {
  typed: TypedProduct
  /** The current packaging of an existing product. */
  before: Packaging | undefined
  problems: readonly FieldProblem[]
  products: readonly Product[]
  /** The code that the server refused, and the product that has it. */
  takenCode: { code: string; name: string } | null
  onChange(next: TypedProduct): void
}

/** The fields of a product. Errors appear once a field was left; missing values are not marked. */
export function ProductFields({ typed, before, problems, products, takenCode, onChange }: Props) {
  const { t } = useTranslation('products')
  const { currency, decimals } = formats()
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const leave = (path: string) => () => setLeft((paths) => new Set(paths).add(path))
  const wrong = (path: string) => {
    const problem = problems.find((one) => one.path === path)?.problem
    return problem && left.has(path)
      ? t(`problem.${path.split('.').at(-1)}.${problem}`, { defaultValue: t(`problem.${problem}`) })
      : undefined
  }
  /** Of text outside the limits, the form stores NaN, and the field itself shows which limit it is. */
  const wrongNumber = (path: string, value: number | null) => (Number.isNaN(value) ? undefined : wrong(path))
  const { name, volume, volumeType, packaging, tax, lastCost, caseSize = null, codes = [], ingredients } = typed
  return (
    <>
      <TextInput
        label={t('field.name')}
        size="md"
        required
        data-autofocus
        maxLength={MAX_NAME_LENGTH}
        value={name}
        error={wrong('name')}
        onBlur={leave('name')}
        onChange={({ currentTarget: { value } }) => onChange({ ...typed, name: value })}
      />
      <div className={classes.triple}>
        <Select
          label={t('field.packaging')}
          size="md"
          required
          allowDeselect={false}
          data={PACKAGINGS.map((value) => ({
            value,
            label: t(`packaging.${value}`),
            disabled: before !== undefined && !mayBecome(before, value),
          }))}
          value={packaging}
          onChange={(value) => onChange(withPackaging(typed, PACKAGINGS.find((one) => one === value) ?? 'PIECE'))}
        />
        <NumberInput
          size="md"
          label={t('field.volume')}
          required
          min={1}
          max={MAX_VOLUME}
          value={volume}
          error={wrongNumber('volume', volume)}
          onBlur={leave('volume')}
          onChange={(value) => onChange({ ...typed, volume: value })}
        />
        <Select
          label={t('field.unit')}
          size="md"
          required
          allowDeselect={false}
          disabled={hasFixedUnit(packaging)}
          data={VOLUME_TYPES.map((value) => ({ value, label: t(`unit.${value}`) }))}
          value={volumeType}
          onChange={(value) => onChange(withUnit(typed, VOLUME_TYPES.find((one) => one === value) ?? 'PIECE'))}
        />
      </div>
      {before !== undefined && PACKAGINGS.some((one) => !mayBecome(before, one)) && (
        <Text size="sm" c="dimmed">
          {t('form.packagingFixed')}
        </Text>
      )}
      <div className={classes.pair}>
        <NumberInput
          size="md"
          label={t('field.tax')}
          unit="%"
          decimals={2}
          min={0}
          max={MAX_TAX}
          value={tax}
          error={wrong('tax')}
          onBlur={leave('tax')}
          onChange={(value) => onChange({ ...typed, tax: value })}
        />
        {hasCost(packaging) && (
          <NumberInput
            size="md"
            label={t('field.lastCost')}
            decimals={decimals}
            fixed
            min={0}
            max={toDecimal(toMinor(costLimit(currency), currency) - 1, currency)}
            unit={currency}
            rightSectionWidth={56}
            value={lastCost}
            error={wrongNumber('lastCost', lastCost)}
            onBlur={leave('lastCost')}
            onChange={(value) => onChange({ ...typed, lastCost: value })}
          />
        )}
      </div>
      {hasCases(packaging) && (
        <NumberInput
          size="md"
          label={t('field.caseSize')}
          description={t('form.caseSizeHelp')}
          min={CASE_SIZES.least}
          max={CASE_SIZES.most}
          value={caseSize}
          error={wrong('caseSize')}
          onBlur={leave('caseSize')}
          onChange={(value) => onChange({ ...typed, caseSize: value })}
        />
      )}
      <CodeFields
        codes={codes}
        caseSize={caseSize}
        wrong={(path) =>
          path.endsWith('.code') && takenCode && codes[Number(path.split('.')[1])]?.code === takenCode.code
            ? t('form.codeTaken', { product: takenCode.name })
            : wrong(path)
        }
        onLeave={(path) => leave(path)()}
        onChange={(lines) => onChange({ ...typed, codes: lines })}
      />
      {hasIngredients(packaging) && (
        <IngredientFields
          lines={ingredients}
          products={products}
          wrong={wrong}
          onLeave={(path) => leave(path)()}
          onChange={(lines) => onChange({ ...typed, ingredients: lines })}
        />
      )}
    </>
  )
}
