import { sql } from 'drizzle-orm'
import type { PersonPlanning } from '#contract/planning-people.ts'
import type { MachineId, ProductId, StockPointId, UserId } from '#domain/ids.ts'
import type { MachineType } from '#domain/machines/machine.ts'
import { HOUR, type Moment } from '#domain/time.ts'
import { MILLI, type Milli } from '#domain/units.ts'
import { arrayOf, type Db, rowsOf } from '../../../db/client.ts'
import { costsByDay, isCostOn } from '../../../db/product-costs.ts'
import { millis, startOfDay } from '../../../db/sql-fragments.ts'
import { personPlanning } from './people.store.ts'

/** Learned figures of a stock: pieces sold in how many average business hours, and thousandths per sale. */
type Figures = readonly number[]

/** `maxPieces`: of the van that they drive. */
export type PlanPerson = { id: UserId; isManager: boolean; maxPieces: number | null; machines: MachineId[]; own: PersonPlanning }
/** `price`: net of tax, `cost`: of a piece; both in minor units. `balance` and `most` are thousandths. */
export type PlanPoint = { id: StockPointId; product: ProductId; balance: Milli; most: Milli | null; price: number; cost: number }
export type PlanMachine = {
  id: MachineId
  type: MachineType
  lat: number | null
  lng: number | null
  openingHours: string | null
  learntAt: Moment | null
  rhythm: string | null
  /** When any of its devices was last heard; null without one. */
  heardAt: Moment | null
  spread: { luck: number; half: number; most: number; switching?: number } | null
  places: Record<StockPointId, Figures> | null
  points: PlanPoint[]
}
/** A stop that the planner does not move: published, or set or removed by a manager. */
export type FixedStop = { machine: MachineId; user: UserId; isPublished: boolean; isRemoved: boolean }
export type PlanDay = { date: string; timeZone: string; startsAt: Moment; endsAt: Moment }

/** From the begin of a day to a visit. */
export const VISITED_AFTER = 12 * HOUR

/** The usual cost of a visit is that of the rounds of this many days. */
const PAST_DAYS = 56

/** These users, or all with machines. */
export async function peopleToPlan(db: Db, company: number, users: readonly UserId[] | undefined): Promise<PlanPerson[]> {
  const people = await rowsOf<Omit<PlanPerson, 'own'> & { own: unknown }>(
    db,
    sql`select u.id, u.company_role = 'ROLE_MANAGER' as "isManager",
        (select v.max_pieces from van_drivers d join vans v on v.company_id = d.company_id and v.id = d.van_id
          where d.company_id = u.company_id and d.user_id = u.id and d.until is null) as "maxPieces",
        (select p.settings from planning_people p where p.company_id = u.company_id and p.user_id = u.id) as own,
        coalesce(jsonb_agg(a.machine_id order by a.machine_id) filter (where a.machine_id is not null), '[]') as machines
      from users u left join assignments a on a.company_id = u.company_id and a.user_id = u.id and a.revoked_at is null
      where u.company_id = ${company} and u.enabled ${users ? sql`and u.id = any(${arrayOf(users)}::bigint[])` : sql``}
      group by u.company_id, u.id ${users ? sql`` : sql`having count(a.machine_id) > 0`} order by u.id`,
  )
  return people.map((person) => ({ ...person, own: personPlanning(person.own) }))
}

/** Where the machines in service are. */
export const machinePositions = (db: Db, company: number): Promise<Pick<PlanMachine, 'lat' | 'lng'>[]> =>
  rowsOf<Pick<PlanMachine, 'lat' | 'lng'>>(
    db,
    sql`select m.lat, m.lng from machines m
      where m.company_id = ${company} and m.deactivated_at is null and m.lat is not null and m.lng is not null order by m.id`,
  )

/** Machines in service with their stock, prices and forecast, in one query. */
export const machinesToPlan = (db: Db, company: number, date: string): Promise<PlanMachine[]> =>
  rowsOf<PlanMachine>(
    db,
    sql`with ${costsByDay(company)}, drinks as (
        select s.machine_id, r.ingredient_id, avg(s.vend_price_minor) as price
        from slots s join recipe_lines r on r.company_id = s.company_id and r.product_id = s.product_id and r.share > 0 and r.valid_from = (
          select max(l.valid_from) from recipe_lines l where l.company_id = r.company_id and l.product_id = r.product_id)
        where s.company_id = ${company} and s.removed_at is null group by 1, 2),
      points as (
        select p.machine_id, jsonb_agg(jsonb_build_object('id', p.id, 'product', p.product_id, 'balance', p.balance,
            'most', coalesce(s.max_quantity, p.max_quantity) * ${MILLI}::int, 'cost', coalesce(k.cost, 0),
            'price', coalesce(s.vend_price_minor, d.price, 0) * 10000.0 / (10000 + pr.tax_basis_points)) order by p.id) as all
        from stock_points p
        join products pr on pr.company_id = p.company_id and pr.id = p.product_id
        left join slots s on s.company_id = p.company_id and s.id = p.slot_id
        left join drinks d on d.machine_id = p.machine_id and d.ingredient_id = p.product_id and p.kind = 'CANISTER'
        left join costs k on k.product_id = p.product_id and ${isCostOn(sql`${date}::date`)}
        where p.company_id = ${company} and p.kind in ('SLOT', 'CANISTER') and p.removed_at is null group by 1)
      select m.id::float8 as id, m.type, m.lat, m.lng, m.opening_hours as "openingHours", ${millis(sql`f.learnt_at`)} as "learntAt", ${millis(sql`t.heard_at`)} as "heardAt", nullif(f.rhythm, '') as rhythm, f.spread, f.places,
        coalesce(p.all, '[]') as points
      from machines m left join points p on p.machine_id = m.id
      left join machine_status t on t.company_id = m.company_id and t.machine_id = m.id
      left join forecasts f on f.company_id = m.company_id and f.machine_id = m.id
      where m.company_id = ${company} and m.deactivated_at is null order by m.id`,
  )

export const fixedStops = (db: Db, company: number, date: string): Promise<FixedStop[]> =>
  rowsOf<FixedStop>(
    db,
    sql`select s.machine_id::float8 as machine, r.user_id as user, r.published_at is not null as "isPublished", s.removed_at is not null as "isRemoved"
      from rounds r join round_stops s on s.company_id = r.company_id and s.round_id = r.id
      where r.company_id = ${company} and r.date = ${date}::date and (r.published_at is not null or s.is_pinned or s.removed_at is not null)`,
  )

/** The machines of each published round before a date, in the order of their visits. */
export const pastRounds = async (db: Db, company: number, date: string): Promise<MachineId[][]> => {
  const rows = await rowsOf<{ machines: MachineId[] }>(
    db,
    sql`select jsonb_agg(s.machine_id order by s.position, s.machine_id) as machines
      from rounds r join round_stops s on s.company_id = r.company_id and s.round_id = r.id and s.removed_at is null and s.mark <> 'SKIPPED'
      where r.company_id = ${company} and r.date < ${date}::date and r.date >= ${date}::date - ${PAST_DAYS}::int and r.published_at is not null
      group by r.id order by r.id`,
  )
  return rows.map(({ machines }) => machines)
}

export const peopleWithPublished = async (db: Db, company: number, date: string): Promise<Set<UserId>> => {
  const rows = await rowsOf<{ user: UserId }>(
    db,
    sql`select r.user_id as user from rounds r where r.company_id = ${company} and r.date = ${date}::date and r.published_at is not null`,
  )
  return new Set(rows.map(({ user }) => user))
}

/** A day and the days after it, in a time zone. */
export const daysToPlan = (db: Db, { date, timeZone, days }: { date: string; timeZone: string; days: number }): Promise<PlanDay[]> =>
  rowsOf<PlanDay>(
    db,
    sql`select (${date}::date + n)::text as date, ${timeZone}::text as "timeZone", ${millis(startOfDay(sql`(${date}::date + n)`, timeZone))} as "startsAt",
        ${millis(startOfDay(sql`(${date}::date + n + 1)`, timeZone))} as "endsAt"
      from generate_series(0, ${days - 1}::int) n order by n`,
  )

/** When machines are visited by a round before a day, by the last one; a visit that is late counts as made now. */
export async function visitsBefore(
  db: Db,
  company: number,
  { from, date, now }: { from: string; date: string; now: Moment },
): Promise<Map<MachineId, Moment>> {
  const rows = await rowsOf<{ machine: MachineId; at: Moment }>(
    db,
    sql`select s.machine_id::float8 as machine, ${millis(sql`max(r.starts_at)`)} as at
      from rounds r join round_stops s on s.company_id = r.company_id and s.round_id = r.id
      where r.company_id = ${company} and r.date >= ${from}::date and r.date < ${date}::date and s.removed_at is null and s.mark <> 'SKIPPED'
      group by 1`,
  )
  return new Map(rows.map(({ machine, at }) => [machine, Math.max(now, at + VISITED_AFTER)]))
}
