import { useTranslation } from 'react-i18next'
import { formats } from '#app/data/formats.ts'
import type { CashDifferences } from '#contract/collections.ts'
import { fromIso } from '#domain/time.ts'
import classes from './Count.module.css'

/** Collections whose differences cancel each other: swapped bags, and cash that stayed in a cash box. */
export function PairList({ pairs }: { pairs: CashDifferences['pairs'] }) {
  const { t } = useTranslation('collections')
  const { money, dateTime } = formats()
  return (
    <ul className={classes.pairs}>
      {pairs.map(({ cause, collections }) => (
        <li key={collections.map(({ id }) => id).join()}>
          <b>{t(`differences.cause.${cause}`)}</b>
          {collections.map(({ id, bag, machine, created, difference }) => (
            <span key={id}>
              {[bag, machine.name, dateTime(fromIso(created))].filter(Boolean).join(' · ')}: {money(difference)}
            </span>
          ))}
        </li>
      ))}
    </ul>
  )
}
