import { useTranslation } from 'react-i18next'
import { formats } from '#app/data/formats.ts'
import type { Product } from '#contract/products.ts'
import classes from './ProductFacts.module.css'

/** The data of a product at a glance. */
export function ProductFacts({ product }: { product: Product }) {
  const { t } = useTranslation('products')
  const { amount, exactAmount, money, number } = formats()
  const { packaging, volume, volumeType, sku, tax, lastCost, caseSize, ingredients } = product
  const facts: [string, string][] = [
    [t('field.packaging'), t(`packaging.${packaging}`)],
    [t('field.volume'), volumeType === 'PIECE' ? t('pieces', { count: volume }) : amount(volume, volumeType)],
    [t('field.sku'), sku],
    [t('field.tax'), `${number(tax)} %`],
    ...(lastCost === undefined || packaging === 'COFFEE' ? [] : [[t('field.lastCost'), money(lastCost)] as [string, string]]),
    ...(caseSize ? [[t('field.caseSize'), t('pieces', { count: caseSize })] as [string, string]] : []),
    ...(ingredients.length === 0
      ? []
      : [
          [
            t('field.ingredients'),
            ingredients
              .map(
                ({ name, shareAmount, volumeType: unit }) =>
                  `${name} ${unit === 'PIECE' ? number(shareAmount) : exactAmount(shareAmount, unit)}`,
              )
              .join(', '),
          ] as [string, string],
        ]),
  ]
  return (
    <dl className={classes.facts}>
      {facts.map(([term, fact]) => (
        <div key={term} className={classes.fact}>
          <dt>{term}</dt>
          <dd>{fact}</dd>
        </div>
      ))}
    </dl>
  )
}
