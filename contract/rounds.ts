import * as v from 'valibot'
import { MAX_STOPS, PHOTO_PHASES, ROUND_MARKS, ROUND_STATES, SKIP_REASONS, STOP_STATES, TASKS, VISIT_STARTS } from '#domain/rounds/round.ts'
import { endpoint } from './endpoint.ts'
import { CalendarDay, changeOf, Id, PageNumber, pageSize, QueryId, QueryUserId, text } from './fields.ts'
import { MachineParams } from './machines.ts'

export const ROUND_MOST = { stops: MAX_STOPS, note: 300, days: 31 } as const

/**
 * Why the planner chose a stop, or left a machine out, as a code with its figures; texts are made from it in the language of the reader.
 * `amount`, `value` and `cost` are minor units of the currency, and sent only to those who see money.
 */
export const Reason = v.object({ code: v.string(), values: v.record(v.string(), v.union([v.number(), v.string()])) })
export type Reason = v.InferOutput<typeof Reason>

/**
 * A machine in a round. A round has at most one stop per machine. `position`: stops are ordered by it, then by machine. `arrival`: expected.
 * `minutes`: expected time at the machine. `saves`: the money that the visit saves, sent to managers only. `visitedFrom` and
 * `visitedUntil`: the first and the last operation that the round's person recorded at the machine on that day. `isAdded`: not planned; its
 * person added or visited it.
 */
export const Stop = v.object({
  machineId: v.number(),
  machine: v.object({ name: v.string(), address: v.nullable(v.string()), lat: v.nullable(v.number()), lng: v.nullable(v.number()) }),
  position: v.number(),
  tasks: v.array(v.fallback(v.picklist(TASKS), 'RESTOCK')),
  why: v.nullable(Reason),
  arrival: v.nullable(v.string()),
  minutes: v.nullable(v.number()),
  saves: v.nullable(v.number()),
  state: v.picklist(STOP_STATES),
  skipReason: v.nullable(v.fallback(v.picklist(SKIP_REASONS), 'OTHER')),
  note: v.nullable(v.string()),
  visitedFrom: v.nullable(v.string()),
  visitedUntil: v.nullable(v.string()),
  isAdded: v.boolean(),
})
export type Stop = v.InferOutput<typeof Stop>

/**
 * One person's day. `from` and `until`: the day in the company's time zone. `version` grows with every change. `planned`: the sums of the
 * plan; null if a person made it. `saves` is sent to managers only.
 */
export const Round = v.object({
  id: v.number(),
  date: v.string(),
  from: v.string(),
  until: v.string(),
  user: v.object({ id: v.number(), name: v.string() }),
  state: v.picklist(ROUND_STATES),
  version: v.number(),
  publishedAt: v.nullable(v.string()),
  markedAt: v.nullable(v.string()),
  planned: v.nullable(v.object({ minutes: v.number(), metres: v.number(), saves: v.nullable(v.number()) })),
  stops: v.array(Stop),
})
export type Round = v.InferOutput<typeof Round>

export const listRounds = endpoint({
  name: 'listRounds',
  method: 'GET',
  path: '/rounds',
  who: 'anyone',
  summary: `List rounds by date, for at most ${ROUND_MOST.days} days; employees get their own published ones`,
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
const MOST_PEOPLE = 50

export const planRounds = endpoint({
  name: 'planRounds',
  method: 'POST',
  path: '/rounds/plan',
  who: 'manager',
  summary: 'Plan a day: writes drafts; published rounds and what managers changed in drafts stay',
  body: v.object({ date: CalendarDay, userIds: v.optional(v.pipe(v.array(Id), v.minLength(1), v.maxLength(MOST_PEOPLE))) }),
  answer: v.object({ rounds: v.array(Round), leftOut: v.array(v.object({ machineId: v.number(), why: Reason })) }),
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
    position: v.optional(v.pipe(v.number(), v.finite())),
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
  body: v.object({ to: Id, position: v.optional(v.pipe(v.number(), v.finite())) }),
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

const Noted = { operationId: v.string(), warnings: v.array(v.looseObject({ code: v.string() })) }

/** A mark of the round's person. Without `state`, only the position changes. `reason` and `note` belong to a skipped stop. */
export const StopMark = v.object({
  round: Id,
  state: v.optional(v.picklist(STOP_STATES)),
  reason: v.optional(v.nullable(v.picklist(SKIP_REASONS))),
  note: v.optional(v.nullable(text(ROUND_MOST.note)), ''),
  position: v.optional(v.pipe(v.number(), v.finite())),
})
export type StopMark = v.InferOutput<typeof StopMark>

export const markStop = endpoint({
  name: 'markStop',
  method: 'POST',
  path: '/machines/:id/stop-marks',
  who: 'anyone',
  summary:
    'Skip, complete, resume or move the stop of a machine in a round, or add the machine to it, at Occurred-At; the latest mark by that time counts',
  params: MachineParams,
  body: StopMark,
  answer: v.object(Noted),
  operation: true,
  refusals: ['MACHINE_NOT_FOUND', 'ROUND_NOT_FOUND', 'TOO_MANY_STOPS'],
})

export const RoundMarked = v.object({ round: Id, state: v.picklist(ROUND_MARKS) })

export const markRound = endpoint({
  name: 'markRound',
  method: 'POST',
  path: '/machines/:id/round-marks',
  who: 'anyone',
  summary: 'Start or finish a round at one of its machines, at Occurred-At; the latest mark by that time counts',
  params: MachineParams,
  body: RoundMarked,
  answer: v.object(Noted),
  operation: true,
  refusals: ['MACHINE_NOT_FOUND', 'ROUND_NOT_FOUND'],
})

/**
 * What one person recorded at a machine in one visit. `start`: how it began; null if an older app or the API recorded it. `added` and
 * `removed`: pieces in slots, without ingredients, which have other units. `cash`: the sum of its counted bags, null if none is counted, and
 * the number of bags to count; sent to managers only. `photos`: those that have arrived, in the order in which they were taken.
 */
export const Visit = v.object({
  id: v.string(),
  machine: v.object({ id: v.number(), name: v.string() }),
  user: v.nullable(v.object({ id: v.number(), name: v.string() })),
  from: v.string(),
  until: v.string(),
  start: v.nullable(v.picklist(VISIT_STARTS)),
  operations: v.array(v.object({ id: v.string(), call: v.string(), at: v.string() })),
  added: v.number(),
  removed: v.number(),
  withdrawals: v.number(),
  cash: v.optional(v.object({ counted: v.nullable(v.number()), uncounted: v.number() })),
  photos: v.array(v.object({ id: v.string(), phase: v.picklist(PHOTO_PHASES), at: v.string() })),
})
export type Visit = v.InferOutput<typeof Visit>

export const listVisits = endpoint({
  name: 'listVisits',
  method: 'GET',
  path: '/visits',
  who: 'anyone',
  summary: 'List visits, latest first, by default of the last 30 days; employees must name a machine that they can see',
  query: v.object({
    machine: v.optional(QueryId),
    user: v.optional(QueryUserId),
    from: v.optional(CalendarDay),
    to: v.optional(CalendarDay),
    page: PageNumber,
    size: pageSize(50),
  }),
  answer: v.array(Visit),
  paged: true,
  refusals: ['MACHINE_NOT_FOUND'],
})
