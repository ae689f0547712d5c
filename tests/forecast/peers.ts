import { DAY, type Moment } from '#domain/time.ts'
import { DAYS, type KnownPlace } from './truth.ts'

type Peer = (place: KnownPlace, now: Moment) => number

/** Other methods to estimate daily sales of a stock point. */
export const PEERS: Record<string, Peer> = {
  'mean of the last 6 visits': ({ visits, filled, since }) => {
    const from = visits.at(-7) ?? since
    return perDay(sum(filled.slice(-6)), (visits.at(-1) ?? since) - from)
  },
  'stocked through days': ({ filled, since }, now) => perDay(sum(filled), now - since),
  'mean of 14 days': ({ sales }, now) => perDay(sales.filter((at) => at >= now - 14 * DAY).length, 14 * DAY),
}

/** When the stock runs out at this rate, capped at the horizon. */
export const emptyAt = (pace: number, { stock }: KnownPlace, now: Moment): Moment =>
  pace > 0 ? now + Math.min(stock / pace, DAYS) * DAY : now + DAYS * DAY

const perDay = (pieces: number, span: number) => pieces / (span / DAY)
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
