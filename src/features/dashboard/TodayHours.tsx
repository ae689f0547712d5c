import { Title, VisuallyHidden } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formats } from '#app/data/formats.ts'
import { Card } from '#app/ui/Card.tsx'
import { BandFigure } from '#app/ui/charts/LazyCharts.tsx'
import type { DashboardToday, TodayHour } from '#contract/dashboard.ts'
import { fromIso } from '#domain/time.ts'
import classes from './TodayHours.module.css'

const HEIGHT = 200
const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, Home: -24, End: 24 }

/** Sales of today by hour over the usual range. One hour is read out; the arrow keys and the pointer choose another one. */
export function TodayHours({ today: { hours, now, comparedDays } }: { today: DashboardToday }) {
  const { t } = useTranslation('dashboard')
  const { money, shortMoney, number, time } = formats()
  const current = Math.max(
    0,
    hours.findLastIndex(({ sold }) => sold !== null),
  )
  const [chosenHour, choose] = useState<number | null>(null)
  const chosen = Math.min(chosenHour ?? current, hours.length - 1)
  const spanOf = ({ from, until }: TodayHour) => `${time(fromIso(from))}–${time(fromIso(until))}`
  const soldWords = ({ sold, until }: TodayHour) =>
    sold === null ? '–' : until > now ? t('today.unfinished', { amount: money(sold) }) : money(sold)
  const rangeWords = ({ low, high }: TodayHour) =>
    low === null || high === null ? '–' : t('today.usuallyBetween', { low: money(low), high: money(high) })
  const wordsOf = (hour: TodayHour) =>
    [
      t('common:labelled', { label: spanOf(hour), value: soldWords(hour) }),
      ...(hour.low === null ? [] : [rangeWords(hour)]),
      ...(hour.stopped > 0 ? [t('today.stoppedIn', { number: number(hour.stopped) })] : []),
    ].join(' · ')
  const hour = hours[chosen]
  const words = hour ? wordsOf(hour) : ''
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    choose(Math.min(hours.length - 1, Math.max(0, chosen + step)))
  }
  return (
    <Card aria-label={t('today.hours')}>
      <Title order={2}>{t('today.hours')}</Title>
      <p className={classes.note}>{comparedDays > 0 ? t('today.bandNote', { count: comparedDays }) : t('today.noBand')}</p>
      <p data-figures className={classes.read}>
        {words}
      </p>
      {/* Its value is the hour that is read out. */}
      <div
        className={classes.chart}
        role="slider"
        tabIndex={0}
        aria-label={t('today.hour')}
        aria-valuemin={0}
        aria-valuemax={hours.length - 1}
        aria-valuenow={chosen}
        aria-valuetext={words}
        onKeyDown={onKeyDown}
        onPointerLeave={() => choose(null)}
        onPointerMove={({ currentTarget, clientX }) => {
          const plot = currentTarget.querySelector('.recharts-cartesian-grid')?.getBoundingClientRect()
          if (!plot || plot.width === 0) return
          const share = (clientX - plot.left) / plot.width
          choose(Math.min(hours.length - 1, Math.max(0, Math.round(share * (hours.length - 1)))))
        }}
      >
        <BandFigure
          points={hours.map(({ from, sold, low, high, stopped }, index) => ({
            label: time(fromIso(from)),
            value: index < current ? sold : null,
            soFar: index === current || index === current - 1 ? sold : null,
            band: low === null || high === null ? null : [low, high],
            isMarked: stopped > 0,
          }))}
          names={{ value: t('today.line'), soFar: t('today.soFar'), band: t('today.band') }}
          current={current}
          chosen={chosen}
          scaleOf={shortMoney}
          height={HEIGHT}
        />
      </div>
      <ul className={classes.legend} aria-hidden>
        <li data-kind="line">{t('today.line')}</li>
        {comparedDays > 0 && <li data-kind="band">{t('today.band')}</li>}
        <li data-kind="current">{t('today.soFar')}</li>
        <li data-kind="stopped">{t('today.stopped')}</li>
      </ul>
      <VisuallyHidden>
        <table>
          <caption>{t('today.hours')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('today.hour')}</th>
              <th scope="col">{t('today.line')}</th>
              <th scope="col">{t('today.band')}</th>
              <th scope="col">{t('today.stopped')}</th>
            </tr>
          </thead>
          <tbody>
            {hours.map((one) => (
              <tr key={one.from}>
                <th scope="row">{spanOf(one)}</th>
                <td>{soldWords(one)}</td>
                <td>{rangeWords(one)}</td>
                <td>{number(one.stopped)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </Card>
  )
}
