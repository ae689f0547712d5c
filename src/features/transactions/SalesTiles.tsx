import { Skeleton, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { getSession } from '#app/data/device.ts'
import { formats } from '#app/data/formats.ts'
import type { TransactionSummary } from '#contract/transactions.ts'
import type { ShownType } from '#domain/sales/transaction.ts'
import classes from './Sales.module.css'

/** Totals of the filtered sales, and by each of the usual means of payment. */
export function SalesTiles({ summary, isFading }: { summary: TransactionSummary | null; isFading: boolean }) {
  const { t } = useTranslation('transactions')
  const { locale } = getSession().account
  // BLIK is a Polish payment system.
  const types: ShownType[] = ['CASH', 'CREDIT_CARD', 'RFID', ...(locale === 'pl-PL' ? (['BLIK'] as const) : [])]
  const of = (type: ShownType) => summary?.byTypes.find((one) => one.type === type) ?? { turnover: 0, count: 0 }
  return (
    <ul className={classes.tiles} aria-label={t('figures')} data-fading={isFading || undefined}>
      <Tile label={t('byFilters')} sum={summary} isMain />
      {types.map((type) => (
        <Tile key={type} label={t(`type.${type}`)} sum={summary && of(type)} />
      ))}
    </ul>
  )
}

function Tile({ label, sum, isMain = false }: { label: string; sum: { turnover: number; count: number } | null; isMain?: boolean }) {
  const { t } = useTranslation('transactions')
  const { money, number } = formats()
  return (
    <li className={classes.tile} data-main={isMain || undefined}>
      <Text fw={500}>{label}</Text>
      {sum ? (
        <>
          <span className={classes.figure} data-figures>
            {money(sum.turnover)}
          </span>
          <Text size="sm" c="dimmed">
            {t('count', { count: sum.count, shown: number(sum.count) })}
          </Text>
        </>
      ) : (
        <>
          <Skeleton height={28} width="70%" my={4} />
          <Skeleton height={14} width="50%" />
        </>
      )}
    </li>
  )
}
