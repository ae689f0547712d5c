import { useTranslation } from 'react-i18next'
import { formats } from '#app/data/formats.ts'
import type { Round } from '#contract/rounds.ts'
import type { Cost, Move } from './board.ts'

/** Texts of moves and of planned sums. */
export function useMoveLabels() {
  const { t } = useTranslation('dispatch')
  const { money, distance } = formats()

  const minutes = (value: number): string =>
    value < 60
      ? t('minutes', { minutes: Math.round(value) })
      : t('hours', { hours: Math.floor(value / 60), minutes: Math.round(value) % 60 })
  const signed = (value: number, text: string) => `${value < 0 ? '−' : '+'}${text}`

  /** What a move costs or saves: +12 min · −3.1 km · saves 4.20 more. Empty without figures. */
  const cost = (cost: Cost | null): string =>
    cost === null
      ? ''
      : [
          ...(cost.minutes === 0 ? [] : [signed(cost.minutes, minutes(Math.abs(cost.minutes)))]),
          ...(cost.metres === 0 ? [] : [signed(cost.metres, distance(Math.abs(cost.metres)))]),
          ...(cost.saves === 0 ? [] : [t(cost.saves > 0 ? 'savesMore' : 'savesLess', { amount: money(Math.abs(cost.saves)) })]),
        ].join(' · ')

  const done = ({ machineId, machine, from, to }: Move, after: readonly Round[], costs: Cost | null): string => {
    const round = after.find(({ id }) => id === to)
    const values = {
      machine: machine.name,
      person: (round ?? after[0])?.user.name ?? '',
      number: (round?.stops.findIndex((stop) => stop.machineId === machineId) ?? 0) + 1,
    }
    const what = t(to === null ? 'moved.removed' : from === null ? 'moved.added' : from === to ? 'moved.within' : 'moved.across', values)
    const extra = cost(costs)
    return extra === '' ? what : `${what} (${extra})`
  }

  /** The sums of a plan: 6 h 10 min · 42 km · saves 120.00. */
  const planned = (sums: NonNullable<Round['planned']>): string =>
    [minutes(sums.minutes), distance(sums.metres), ...(sums.saves === null ? [] : [t('saves', { amount: money(sums.saves) })])].join(' · ')

  return { minutes, cost, done, planned }
}
