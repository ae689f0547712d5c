import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useWhyNot } from '#app/components/use-why-not.ts'
import { formats } from '#app/data/formats.ts'
import { lastDaySales } from '#app/data/transactions.ts'
import { AgeText } from '#app/ui/AgeText.tsx'
import { FLUSH } from '#app/ui/flush.ts'
import { LinkButton } from '#app/ui/LinkButton.tsx'
import type { MachineId } from '#domain/ids.ts'
import { byHour, HOURS } from '#domain/sales/by-hour.ts'
import { fromIso } from '#domain/time.ts'
import classes from './DaySalesCard.module.css'
import cards from './MachineCards.module.css'
import { TitledCard } from './TitledCard.tsx'

const SHOWN = 5

/** A machine's sales of the last 24 hours: total, distribution, and the latest ones. */
export function DaySalesCard({ machineId }: { machineId: MachineId }) {
  const { t } = useTranslation('machines')
  const { t: sales } = useTranslation('transactions')
  const { money, number } = formats()
  const why = useWhyNot()
  const { data, error } = useQuery(lastDaySales(machineId))
  if (!data || data.rows.length === 0)
    return (
      <TitledCard title={t('day.title')}>
        <Text c="dimmed">{data ? t('NO_DATA_AVAILABLE') : error ? why(error).text : '…'}</Text>
      </TitledCard>
    )
  const { rows, total, now } = data
  return (
    <TitledCard title={t('day.title')}>
      <div className={classes.head}>
        <Text className={cards.figure}>{money(rows.reduce((sum, { amount }) => sum + amount, 0))}</Text>
        <Text c="dimmed">{sales('count', { count: total, shown: number(total) })}</Text>
      </div>
      {rows.length < total && (
        <Text size="sm" c="dimmed">
          {t('day.latestOnly', { count: rows.length, shown: number(rows.length) })}
        </Text>
      )}
      <Hours
        counts={byHour(
          rows.map(({ created }) => fromIso(created)),
          now,
        )}
      />
      <ol className={cards.rows}>
        {rows.slice(0, SHOWN).map(({ id, created, amount, type, slotNumber, product }) => (
          <li key={id} className={cards.row}>
            <span>
              {product?.name ?? sales('unknownProduct')}
              <Text component="div" size="sm" c="dimmed">
                {sales('column.slot')} {slotNumber} · <AgeText at={fromIso(created)} />
              </Text>
            </span>
            <span className={classes.amount}>
              {money(amount)}
              <Text component="div" size="sm" c="dimmed">
                {sales(`type.${type}`)}
              </Text>
            </span>
          </li>
        ))}
      </ol>
      <LinkButton
        to="/dashboard/machines/$machineId"
        params={{ machineId: String(machineId) }}
        search={{ tab: 'last_transactions' }}
        {...FLUSH}
        mt="xs"
      >
        {t('day.all')}
      </LinkButton>
    </TitledCard>
  )
}

const HEIGHT = 40

/** One bar per hour, scaled to the highest. */
function Hours({ counts }: { counts: readonly number[] }) {
  const { t } = useTranslation('machines')
  const most = Math.max(...counts)
  const busiest = counts.lastIndexOf(most)
  return (
    <>
      <svg
        role="img"
        aria-label={t('day.hours', { count: most, hours: HOURS - busiest })}
        viewBox={`0 0 ${HOURS * 10} ${HEIGHT}`}
        preserveAspectRatio="none"
        className={classes.hours}
      >
        {counts.map((count, index) => {
          const height = count === 0 ? 1 : Math.max(2, (count / most) * HEIGHT)
          return (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: the index is the hour
              key={index}
              x={index * 10 + 1}
              y={HEIGHT - height}
              width={8}
              height={height}
              className={count === 0 ? classes.none : classes.bar}
            />
          )
        })}
      </svg>
      <p className={classes.scale} aria-hidden>
        <span>{t('day.ago', { count: HOURS })}</span>
        <span>{t('day.now')}</span>
      </p>
    </>
  )
}
