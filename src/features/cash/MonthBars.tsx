import { useTranslation } from 'react-i18next'
import { formats } from '#app/data/formats.ts'
import type { CashDifferences } from '#contract/collections.ts'
import classes from './Count.module.css'

const BAR = 10
const HEIGHT = 28

/** Differences by month as bars above and below a line, with the amounts as text for screen readers. */
export function MonthBars({ months }: { months: CashDifferences['causes'][number]['months'] }) {
  const { t } = useTranslation()
  const { signedMoney, month: nameOf } = formats()
  const most = Math.max(...months.map(({ difference }) => Math.abs(difference)), 0.01)
  const label = months.map(({ month, difference }) => t('labelled', { label: nameOf(month), value: signedMoney(difference) })).join(', ')
  return (
    <svg className={classes.bars} width={months.length * BAR} height={HEIGHT} role="img" aria-label={label}>
      <title>{label}</title>
      <line x1={0} x2={months.length * BAR} y1={HEIGHT / 2} y2={HEIGHT / 2} className={classes.line} />
      {months.map(({ month, difference }, index) => {
        const size = Math.max(1, (Math.abs(difference) / most) * (HEIGHT / 2 - 1))
        return <rect key={month} x={index * BAR + 2} y={difference < 0 ? HEIGHT / 2 : HEIGHT / 2 - size} width={BAR - 4} height={size} />
      })}
    </svg>
  )
}
