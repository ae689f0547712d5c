import * as v from 'valibot'
import { PLANNING_LIMITS } from '#domain/rounds/planning.ts'
import { endpoint } from './endpoint.ts'
import { CalendarDay, Id, QueryId } from './fields.ts'
import { RoundStart, Weekdays, WorkingHours } from './planning.ts'

/** The first and the last day of an absence. */
const Absence = v.pipe(
  v.object({ from: CalendarDay, until: CalendarDay }),
  v.forward(
    v.check(({ from, until }) => from <= until, 'must not be before the first day'),
    ['until'],
  ),
)

/** How one person works. Null: like everyone in the company. On days of `away` they get no rounds, unless a manager plans them by name. */
export const PersonPlanning = v.object({
  hours: v.nullable(WorkingHours),
  weekdays: v.nullable(Weekdays),
  start: v.nullable(RoundStart),
  away: v.pipe(v.array(Absence), v.maxLength(PLANNING_LIMITS.absences)),
})
export type PersonPlanning = v.InferOutput<typeof PersonPlanning>

export const LIKE_EVERYONE: PersonPlanning = { hours: null, weekdays: null, start: null, away: [] }

const PlannedPerson = v.object({ user: v.object({ id: Id, name: v.string() }), planning: PersonPlanning })
export type PlannedPerson = v.InferOutput<typeof PlannedPerson>

export const listPlannedPeople = endpoint({
  name: 'listPlannedPeople',
  method: 'GET',
  path: '/rounds/people',
  who: 'manager',
  summary: 'List the people whose rounds are planned, with their own working hours, days, start and absences',
  answer: v.array(PlannedPerson),
})

export const changePersonPlanning = endpoint({
  name: 'changePersonPlanning',
  method: 'PUT',
  path: '/rounds/people/:userId',
  who: 'manager',
  summary: 'Set the working hours, days, start and absences of a person; drafts stay until they are planned again',
  params: v.object({ userId: QueryId }),
  body: PersonPlanning,
  answer: PlannedPerson,
  keyed: true,
  refusals: ['USER_NOT_FOUND'],
})
