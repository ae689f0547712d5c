import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProductLabels } from '#app/components/use-product-labels.ts'
import { unitOf } from '#app/data/activity.ts'
import { formats } from '#app/data/formats.ts'
import type { ActivityChange } from '#contract/activity.ts'
import classes from './MovedList.module.css'

/** The number of lines readable at a glance. */
const FEW = 6

type Props = { changes: readonly ActivityChange[]; isLong?: boolean }

/** The stock changes of an operation by slot; a long list is shortened. */
export function MovedList({ changes, isLong = false }: Props) {
  const { t } = useTranslation('activity')
  const { exactAmount } = formats()
  const labelOf = useProductLabels()
  const [isWhole, setWhole] = useState(isLong)
  const shown = isWhole || changes.length <= FEW ? changes : changes.slice(0, FEW - 1)
  return (
    <>
      <ul className={classes.changes}>
        {shown.map(({ product, amount, kind, slotNumber }, index) => {
          const text = exactAmount(amount, unitOf(product))
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a product may appear twice, and the list does not change.
            <li key={index}>
              <span>
                {slotNumber !== null && <b>{slotNumber}</b>} {labelOf(product)}
              </span>
              <span data-figures>{kind === 'count' ? t('counted', { amount: text }) : amount > 0 ? `+${text}` : text}</span>
            </li>
          )
        })}
      </ul>
      {shown.length < changes.length && (
        <Button variant="subtle" size="compact-md" onClick={() => setWhole(true)}>
          {t('allPlaces', { count: changes.length })}
        </Button>
      )}
    </>
  )
}
