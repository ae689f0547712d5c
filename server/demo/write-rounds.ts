import { sql } from 'drizzle-orm'
import { addDays, dayOf, isoDay, startOfDay } from '#domain/calendar.ts'
import type { MachineId, UserId } from '#domain/ids.ts'
import { metresBetween, type Position } from '#domain/machines/distance.ts'
import type { Task } from '#domain/rounds/round.ts'
import { VISIT_CALLS } from '#domain/rounds/round.ts'
import { HOUR, MINUTE, type Moment } from '#domain/time.ts'
import { type Db, rowsOf } from '../db/client.ts'
import { roundStops, rounds } from '../db/schema/rounds.ts'
import { millis } from '../db/sql-fragments.ts'
import type { Change } from '../sync/feed.ts'
import type { Ground } from './ground.ts'
import type { DemoCompany } from './people.ts'

/** Rounds of the past week, of today, and a draft for tomorrow. */
const DAYS_BEFORE = 7
const STOPS = 12
const FIRST_ARRIVAL = 8 * HOUR
const BETWEEN_ARRIVALS = 30 * MINUTE
const AT_THE_MACHINE = 15
/** Rounds are published on the evening before. */
const PUBLISHED_BEFORE = 6 * HOUR

type Served = { machine: MachineId; user: UserId; lat: number | null; lng: number | null; last: Moment | null }
type Work = { machine: MachineId; user: UserId; at: Moment }

/**
 * Gives every serviceman the rounds of the past week, by what was recorded then, and all but the last one a round of today and a draft for
 * tomorrow. A company with one serviceman has a round of today too. `expiring`: machines of which goods expire within days.
 */
export async function writeRounds(
  db: Db,
  { company, now }: Ground,
  { centre, timezone }: DemoCompany,
  expiring: ReadonlySet<MachineId>,
): Promise<Change[]> {
  const calls = `{${VISIT_CALLS.join(',')}}`
  const served = await rowsOf<Served>(
    db,
    sql`select a.machine_id::float8 as machine, a.user_id as user, m.lat, m.lng, ${millis(sql`max(o.effective_at)`)} as last
      from assignments a join machines m on m.company_id = a.company_id and m.id = a.machine_id
      left join operations o on o.company_id = a.company_id and o.machine_id = a.machine_id and o.call = any(${calls}::text[])
      where a.company_id = ${company} and a.revoked_at is null
      group by a.machine_id, a.user_id, m.lat, m.lng order by max(o.effective_at) nulls first, a.machine_id`,
  )
  const work = await rowsOf<Work>(
    db,
    sql`select o.machine_id::float8 as machine, o.user_id as user, ${millis(sql`max(o.effective_at)`)} as at from operations o
      where o.company_id = ${company} and o.call = any(${calls}::text[]) and o.status = 'applied'
      group by o.machine_id, o.user_id, (o.effective_at at time zone ${timezone})::date order by 3, 1`,
  )
  const people = [...new Set(served.map(({ user }) => user))].sort((a, b) => a - b)
  const changes: Change[] = []
  const today = dayOf(now, timezone)
  for (const [index, user] of people.entries()) {
    const own = served.filter((one) => one.user === user)
    const isPlanned = index === 0 || index < people.length - 1
    for (let days = -DAYS_BEFORE; days <= (isPlanned ? 1 : -1); days++) {
      const day = addDays(today, days)
      const [startsAt, endsAt] = [startOfDay(day, timezone), startOfDay(addDays(day, 1), timezone)]
      const done = work.filter((one) => one.user === user && one.at >= startsAt && one.at < endsAt)
      if (days < 0 && done.length === 0) continue
      const visited = done.map(({ machine }) => machine)
      const others = own.filter(({ machine }) => !visited.includes(machine))
      // Each past round has a stop that was skipped, and those of today and tomorrow have no machine in common.
      const room = Math.max(0, STOPS - visited.length)
      const planned =
        days < 0 ? others.slice(-1) : days === 0 ? others.slice(0, room) : others.slice(-Math.min(STOPS, Math.ceil(own.length / 3)))
      const machines = [...visited, ...inOrder(planned, centre).map(({ machine }) => machine)]
      if (machines.length === 0) continue
      const publishedAt = days === 1 ? null : startsAt - PUBLISHED_BEFORE
      const finished = days < 0 ? { mark: 'FINISHED' as const, markAt: (done.at(-1)?.at ?? startsAt) + 20 * MINUTE } : {}
      const [round] = await db
        .insert(rounds)
        .values({
          companyId: company,
          userId: user,
          date: isoDay(day),
          startsAt,
          endsAt,
          publishedAt,
          createdAt: startsAt - PUBLISHED_BEFORE,
          ...finished,
        })
        .returning({ id: rounds.id })
      if (!round) throw new Error('writing a round of the demo failed')
      await db.insert(roundStops).values(
        machines.map((machineId, place) => ({
          companyId: company,
          roundId: round.id,
          machineId,
          position: place + 1,
          positionAt: startsAt - PUBLISHED_BEFORE,
          tasks: [...tasksAt(place), ...(days >= 0 && expiring.has(machineId) ? ['REMOVE_EXPIRED' as const] : [])],
          arrivalAt: startsAt + FIRST_ARRIVAL + place * BETWEEN_ARRIVALS,
          minutes: AT_THE_MACHINE,
          ...(days < 0 && !visited.includes(machineId)
            ? { mark: 'SKIPPED' as const, skipReason: 'CLOSED' as const, markAt: finished.markAt ?? startsAt }
            : {}),
        })),
      )
      if (publishedAt !== null) changes.push({ kind: 'round', id: round.id, userId: user })
    }
  }
  return changes
}

const tasksAt = (place: number): Task[] => (place % 4 === 2 ? ['RESTOCK', 'COLLECT_CASH'] : ['RESTOCK'])

/** Always to the nearest next machine, from the company's place. */
function inOrder(machines: readonly Served[], from: Position): Served[] {
  const left = [...machines]
  const order: Served[] = []
  let here = from
  while (left.length > 0) {
    const away = ({ lat, lng }: Served) => (lat === null || lng === null ? Number.POSITIVE_INFINITY : metresBetween(here, { lat, lng }))
    const next = left.reduce((best, one) => (away(one) < away(best) ? one : best))
    left.splice(left.indexOf(next), 1)
    order.push(next)
    if (next.lat !== null && next.lng !== null) here = { lat: next.lat, lng: next.lng }
  }
  return order
}
