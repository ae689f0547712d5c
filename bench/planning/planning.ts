import type { DayProblem } from '#domain/rounds/day.ts'
import { planDay, replanRest } from '#domain/rounds/plan-day.ts'
import { createRandom } from '#domain/rounds/random.ts'
import { estimatedTable } from '#domain/rounds/travel.ts'
import { quantile } from '../rounds.ts'
import { ms, type Row, within } from '../table.ts'

const RUNS = 5
/** As on the server (server/features/rounds/plan/plan-rounds.ts), and on a phone. */
const ITERATIONS = { server: 30_000, phone: 8_000 }
const SLOWDOWN = 4

/** Processor time of plans of a day, without the database. */
export async function planning(): Promise<Row[]> {
  const fleet = aDay(300, 6)
  const rest = aDay(40, 1)
  const [person] = rest.people
  if (!person) throw new Error('no person')
  const day = cpuOf(() => planDay(fleet, { seed: 1, isOver: (done) => done >= ITERATIONS.server }))
  const again = cpuOf(() => replanRest({ ...rest, person, now: 9 * 60, at: 40 }, { seed: 1, isOver: (done) => done >= ITERATIONS.phone }))
  return [
    within('plan of 300 machines for 6 people, 30,000 iterations, processor time', day, 5_000, ms),
    within(`40 stops planned again, 8,000 iterations, processor time × ${SLOWDOWN}`, SLOWDOWN * again, 1_000, ms),
  ]
}

/** The median, in milliseconds, after a first run. */
function cpuOf(work: () => unknown): number {
  work()
  const taken = Array.from({ length: RUNS }, () => {
    const begun = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(begun)
    return (user + system) / 1_000
  })
  return quantile(taken, 0.5)
}

/** A region of about 50 kilometres; a third of the machines need no visit. */
function aDay(machines: number, people: number): DayProblem {
  const random = createRandom(1)
  const places = Array.from({ length: machines }, () => ({ lat: 48.6 + 0.5 * (random() - 0.5), lng: 9.3 + 0.7 * (random() - 0.5) }))
  return {
    travel: estimatedTable([...places, { lat: 48.6, lng: 9.3 }]),
    rates: { perMinute: 40, perKilometre: 35 },
    people: Array.from({ length: people }, (_, index) => ({
      id: String(index),
      start: machines,
      end: machines,
      works: { from: 480, to: 990 },
      pause: { from: 720, minutes: 30 },
    })),
    machines: places.map((_, place) => {
      const margin = random() < 0.33 ? 0 : 4_000 * random()
      const parts = { margin, service: 0, expiring: 0, cash: 0, issues: 0, due: 0 }
      const value = { total: margin, parts, until: 0, lost: 3 }
      return { id: String(place), place, value, pieces: Math.round(100 * random()), minutes: { fixed: 7, perPiece: 0.1 } }
    }),
  }
}
