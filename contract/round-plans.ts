import * as v from 'valibot'
import { MAX_STOPS, TASKS } from '#domain/rounds/round.ts'
import { endpoint } from './endpoint.ts'
import { CalendarDay, changeOf, Id, Integer, QueryId, QueryUserId } from './fields.ts'
import { Reason, ROUND_LIMITS, Round } from './rounds.ts'
import { inOrder } from './units.ts'

export const listRounds = endpoint({
  name: 'listRounds',
  method: 'GET',
  path: '/rounds',
  who: 'anyone',
  summary: `List rounds by date, for at most ${ROUND_LIMITS.days} days; employees get their own published ones`,
  query: v.object({ from: CalendarDay, to: CalendarDay, user: v.optional(QueryUserId) }),
  answer: v.array(Round),
  refusals: ['REPORT_TOO_LARGE'],
})

const PlannedStop = v.object({
  machineId: Id,
  tasks: v.optional(v.pipe(v.array(v.picklist(TASKS)), v.maxLength(TASKS.length)), ['RESTOCK']),
})

const PlannedStops = v.pipe(
  v.array(PlannedStop),
  v.maxLength(MAX_STOPS),
  v.check((stops) => new Set(stops.map(({ machineId }) => machineId)).size === stops.length, 'must name each machine once'),
)

export const addRound = endpoint({
  name: 'addRound',
  method: 'POST',
  path: '/rounds',
  who: 'manager',
  summary: 'Add a draft of a round, with its stops in order',
  body: v.object({ date: CalendarDay, userId: Id, stops: PlannedStops }),
  answer: Round,
  status: 201,
  keyed: true,
  refusals: ['USER_NOT_FOUND', 'MACHINE_NOT_FOUND', 'MACHINE_NOT_ASSIGNED', 'ROUND_EXISTS'],
})

/** The most people that are planned at once. */
const MAX_PEOPLE = 50

export const planRounds = endpoint({
  name: 'planRounds',
  method: 'POST',
  path: '/rounds/plan',
  who: 'manager',
  summary: 'Plan a day: writes drafts; published rounds and what managers changed in drafts stay',
  body: v.object({ date: CalendarDay, userIds: v.optional(v.pipe(v.array(Id), v.minLength(1), v.maxLength(MAX_PEOPLE))) }),
  answer: v.object({ rounds: v.array(Round), leftOut: v.array(v.object({ machineId: Integer, why: Reason })) }),
  keyed: true,
  refusals: ['USER_NOT_FOUND'],
})

const OfRound = v.object({ id: QueryId })
const OfStop = v.object({ id: QueryId, machineId: QueryId })

export const putStop = endpoint({
  name: 'putStop',
  method: 'PUT',
  path: '/rounds/:id/stops/:machineId',
  who: 'manager',
  summary: 'Add a machine to a round, or change the tasks or the position of its stop',
  params: OfStop,
  body: changeOf({
    tasks: v.optional(v.pipe(v.array(v.picklist(TASKS)), v.maxLength(TASKS.length))),
    position: v.optional(v.pipe(v.number(), v.finite(), inOrder)),
  }),
  answer: Round,
  keyed: true,
  refusals: ['ROUND_NOT_FOUND', 'MACHINE_NOT_FOUND', 'MACHINE_NOT_ASSIGNED', 'TOO_MANY_STOPS'],
})

export const removeStop = endpoint({
  name: 'removeStop',
  method: 'DELETE',
  path: '/rounds/:id/stops/:machineId',
  who: 'manager',
  summary: 'Remove a machine from a round; a stop that was visited stays',
  params: OfStop,
  answer: Round,
  keyed: true,
  refusals: ['ROUND_NOT_FOUND', 'STOP_NOT_FOUND'],
})

export const moveStop = endpoint({
  name: 'moveStop',
  method: 'POST',
  path: '/rounds/:id/stops/:machineId/move',
  who: 'manager',
  summary: 'Move a stop to the round of another person or day',
  params: OfStop,
  body: v.object({ to: Id, position: v.optional(v.pipe(v.number(), v.finite(), inOrder)) }),
  answer: v.array(Round),
  keyed: true,
  refusals: ['ROUND_NOT_FOUND', 'STOP_NOT_FOUND', 'MACHINE_NOT_ASSIGNED', 'STOP_VISITED', 'TOO_MANY_STOPS'],
})

export const publishRound = endpoint({
  name: 'publishRound',
  method: 'POST',
  path: '/rounds/:id/publish',
  who: 'manager',
  summary: 'Publish a draft: its person gets it on the phone',
  params: OfRound,
  answer: Round,
  keyed: true,
  refusals: ['ROUND_NOT_FOUND'],
})

export const removeRound = endpoint({
  name: 'removeRound',
  method: 'DELETE',
  path: '/rounds/:id',
  who: 'manager',
  summary: 'Remove a round on which nothing was recorded',
  params: OfRound,
  keyed: true,
  refusals: ['ROUND_NOT_FOUND', 'ROUND_STARTED'],
})
