import { setImmediate } from 'node:timers/promises'
import { USUAL_SPREAD } from '#domain/forecast/demand.ts'
import { LEARNT_DAYS, type Learnt, learning, type MachinePast } from '#domain/forecast/learn.ts'
import { historyOf, portionOf } from '#domain/forecast/past.ts'
import { writeRhythm } from '#domain/forecast/rhythm-text.ts'
import type { CompanyId, MachineId } from '#domain/ids.ts'
import { DAY, type Moment } from '#domain/time.ts'
import type { Db } from '../../db/client.ts'
import { type PointPast, pastOf } from '../../ledger/past.store.ts'
import { type Forecast, machinesToLearn } from './forecast.store.ts'

/** Machines per query, because the embedded database blocks other requests meanwhile. */
const AT_ONCE = 25

/** Runs work in its own transaction or in the current one. */
type InDatabase = <T>(work: (db: Db) => Promise<T>) => Promise<T>

/** `days`: length of the history to use. */
export type Learning = { company: CompanyId; timeZone: string; now: Moment; days?: number }

/** Computes the sales rate of every slot in a company's machines from their sales. */
export async function learn(inDatabase: InDatabase, { company, timeZone, now, days = LEARNT_DAYS }: Learning): Promise<Forecast[]> {
  const machines = await inDatabase((db) => machinesToLearn(db, company))
  const points: PointPast[] = []
  for (let from = 0; from < machines.length; from += AT_ONCE)
    points.push(...(await inDatabase((db) => pastOf(db, company, machines.slice(from, from + AT_ONCE), now - days * DAY))))
  const byMachine = new Map<MachineId, PointPast[]>()
  for (const point of points) byMachine.set(point.machine, [...(byMachine.get(point.machine) ?? []), point])
  // A machine that reports no sales has no known rate, not a rate of zero.
  const reporting = machines.filter((machine) => byMachine.get(machine)?.some(({ moves }) => moves.some(({ kind }) => kind === 'sale')))
  const pasts = reporting.map((machine) => pastOfMachine(byMachine.get(machine) ?? [], now, now - days * DAY))
  const learnt = new Map((await step(learning(pasts, { now, days, timeZone }))).map((one, index) => [reporting[index] ?? 0, one]))
  const price = typicalPrice(points)
  return machines.map((machine) => forecastOf(machine, learnt.get(machine), byMachine.get(machine) ?? [], price))
}

function pastOfMachine(points: readonly PointPast[], now: Moment, first: Moment): MachinePast {
  // While it is stopped or offline it reports no sales, which does not reflect demand.
  const lastSale = points.reduce(
    (last, { moves }) => moves.reduce((at, move) => (move.kind === 'sale' ? Math.max(at, move.at) : at), last),
    0,
  )
  const until = Math.min(now, lastSale + 1)
  const places = points.map(({ product, moves, installedAt, balance }) => {
    const since = Math.max(installedAt, first)
    const portion = portionOf(moves)
    return { product, stock: Math.max(0, Math.floor(balance / portion)), ...historyOf(moves, { since, until, balance, portion }) }
  })
  return { kind: points[0]?.type ?? '', until, places }
}

/** Yields to other work after each machine. */
async function step(steps: Generator<void, Learnt[]>): Promise<Learnt[]> {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    await setImmediate()
  }
}

function forecastOf(machine: MachineId, learnt: Learnt | undefined, points: readonly PointPast[], typical: number): Forecast {
  if (!learnt) return { machine, rhythm: '', spread: null, places: {} }
  const places = points.map(({ point, moves, worth }, index) => {
    const { pieces, hours } = learnt.demands[index] ?? { pieces: 0, hours: 0 }
    return [point, [short(pieces), short(hours), portionOf(moves), weightOf(worth, typical)]] as const
  })
  const { luck, half, most } = learnt.demands.find((demand) => demand.spread)?.spread ?? USUAL_SPREAD
  const spread = { luck: short(luck), half: short(half), most: short(most), switching: short(learnt.switching) }
  return { machine, rhythm: writeRhythm(learnt.rhythm), spread, places: Object.fromEntries(places) as unknown as Forecast['places'] }
}

/** Three significant digits suffice and keep responses small. */
const short = (figure: number): number => Number(figure.toPrecision(3))

const typicalPrice = (points: readonly PointPast[]): number => {
  const sold = points.filter(({ worth }) => worth > 0)
  return sold.reduce((sum, { worth }) => sum + worth, 0) / Math.max(sold.length, 1)
}

/** Relative weight of a piece without exposing money: 10 is typical. */
const weightOf = (worth: number, typical: number): number => (typical > 0 ? Math.min(Math.round((10 * worth) / typical), 999) : 10)
