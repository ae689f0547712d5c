import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useProductLabels } from '#app/components/use-product-labels.ts'
import { formats } from '#app/data/formats.ts'
import type { Product } from '#contract/products.ts'
import type { SlotCopy } from '#contract/slots.ts'
import type { SlotFields } from '#domain/slots/slot-edit.ts'
import classes from './CopyPreview.module.css'

type Props = { copy: SlotCopy; products: readonly Product[]; hasMaximum: boolean }
type Line = { number: string; words: string; lies?: string | undefined }

/** What a copy creates, changes and removes, slot by slot; and the stock of slots that get another product. */
export function CopyPreview({ copy, products, hasMaximum }: Props) {
  const { t } = useTranslation('stock')
  const { money, number, amount } = formats()
  const labelOf = useProductLabels()
  const nameOf = (id: number | null) => {
    const product = products.find((one) => one.id === id)
    return id === null ? t('products.noProduct') : product ? labelOf(product) : '–'
  }
  const fieldOf = {
    productId: nameOf,
    vendPrice: (value: number | null) => (value === null ? t('copy.noPrice') : money(value)),
    maxQuantity: (value: number | null) => (value === null ? t('copy.noMaximum') : t('copy.maximum', { maximum: number(value) })),
  }
  const FIELDS = ['productId', 'vendPrice', ...(hasMaximum ? (['maxQuantity'] as const) : [])] as const
  const settings = (slot: SlotFields) => FIELDS.map((field) => fieldOf[field](slot[field])).join(' · ')
  const lies = (slotNumber: string) => {
    const left = copy.left.find((one) => one.slotNumber === slotNumber)
    return left && t('copy.lies', { count: left.quantity, product: nameOf(left.productId) })
  }
  const groups: [string, Line[]][] = [
    ['created', copy.created.map((slot) => ({ number: slot.slotNumber, words: settings(slot) }))],
    [
      'changed',
      copy.changed.map(({ slotNumber, from, to }) => ({
        number: slotNumber,
        words: FIELDS.filter((field) => from[field] !== to[field])
          .map((field) => `${fieldOf[field](from[field])} → ${fieldOf[field](to[field])}`)
          .join(' · '),
        lies: lies(slotNumber),
      })),
    ],
    ['removed', copy.removed.map((slot) => ({ number: slot.slotNumber, words: settings(slot), lies: lies(slot.slotNumber) }))],
    [
      'ingredients',
      copy.ingredients.map(({ productId, from, to }) => {
        const unit = products.find(({ id }) => id === productId)?.volumeType ?? 'PIECE'
        const write = (value: number | null) => (value === null ? '–' : amount(value, unit))
        return { number: nameOf(productId), words: `${write(from)} → ${write(to)}` }
      }),
    ],
  ]
  return (
    <div className={classes.preview}>
      {groups
        .filter(([, lines]) => lines.length > 0)
        .map(([name, lines]) => (
          <section key={name}>
            <Text fw={600} data-kind={name}>
              {t(`copy.${name}`, { count: lines.length })}
            </Text>
            <ul className={classes.lines}>
              {lines.map((line) => (
                <li key={line.number}>
                  <strong>{line.number}</strong>
                  <span>
                    {line.words}
                    {line.lies && <span className={classes.lies}>{line.lies}</span>}
                  </span>
                </li>
              ))}
            </ul>
          </section>
        ))}
    </div>
  )
}
