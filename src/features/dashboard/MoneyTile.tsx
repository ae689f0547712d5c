import { Text } from '@mantine/core'
import { IconArrowDownRight, IconArrowUpRight } from '@tabler/icons-react'
import { formats } from '#app/data/formats.ts'
import { changeOf } from '#domain/sales/change.ts'
import classes from './MoneyTile.module.css'

type Props = {
  label: string
  amount: number
  /** The amount to compare with, and its label: "yesterday 812 €". */
  before?: { amount: number; words: string }
  note?: string
}

/** An amount, and its difference to the previous one. */
export function MoneyTile({ label, amount, before, note }: Props) {
  const { money, change } = formats()
  const share = before ? changeOf(amount, before.amount) : null
  const Arrow = share !== null && share < 0 ? IconArrowDownRight : IconArrowUpRight
  return (
    <li className={classes.tile}>
      <span className={classes.label}>{label}</span>
      <span data-figures className={classes.amount}>
        {money(amount)}
      </span>
      <span className={classes.below}>
        {share !== null && (
          <span data-figures className={classes.change} data-way={share < 0 ? 'down' : share > 0 ? 'up' : 'same'}>
            {share !== 0 && <Arrow size={16} aria-hidden />}
            {change(share)}
          </span>
        )}
        <Text span size="sm" c="dimmed">
          {before ? before.words : note}
        </Text>
      </span>
    </li>
  )
}
