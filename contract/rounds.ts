import * as v from 'valibot'
import { MAX_STOPS, ROUND_MARKS, ROUND_STATES, SKIP_REASONS, STOP_STATES, TASKS } from '#domain/rounds/round.ts'
import { endpoint } from './endpoint.ts'
import { DateOnly, DateTime, Id, Integer, text } from './fields.ts'
import { Noted } from './machine-operations.ts'
import { MachineParams } from './machines.ts'
import { Coordinates, Degrees, inOrder, Metres, MinuteOfDay, Minutes, Money, Position, Prices } from './units.ts'

export const ROUND_LIMITS = { stops: MAX_STOPS, note: 300, days: 31 } as const

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
  machineId: Integer,
  machine: v.object({ name: v.string(), address: v.nullable(v.string()), lat: v.nullable(Degrees), lng: v.nullable(Degrees) }),
  position: Position,
  tasks: v.array(v.fallback(v.picklist(TASKS), 'RESTOCK')),
  why: v.nullable(Reason),
  arrival: v.nullable(DateTime),
  minutes: v.nullable(Minutes),
  saves: v.nullable(Money),
  state: v.picklist(STOP_STATES),
  skipReason: v.nullable(v.fallback(v.picklist(SKIP_REASONS), 'OTHER')),
  note: v.nullable(v.string()),
  visitedFrom: v.nullable(DateTime),
  visitedUntil: v.nullable(DateTime),
  isAdded: v.boolean(),
})
export type Stop = v.InferOutput<typeof Stop>

/**
 * By what the rest of a round is planned again on the phone: `works` and `pause` in minutes of the day, `minutes` at a machine and per piece, and
 * where the round starts. Costs are in typical sale prices, because money is not on every phone.
 */
export const RestPlanning = v.object({
  works: v.object({ from: MinuteOfDay, to: MinuteOfDay }),
  pause: v.nullable(v.object({ from: MinuteOfDay, minutes: Minutes })),
  hourInPrices: Prices,
  kilometreInPrices: Prices,
  minutes: v.object({ fixed: Minutes, perPiece: Minutes }),
  start: v.nullable(Coordinates),
})
export type RestPlanning = v.InferOutput<typeof RestPlanning>

/**
 * One person's day. `from` and `until`: the day in the company's time zone; for shifts across midnight it begins between two of them. `version`
 * grows with every change. `planned`: the sums of the plan; null if a person made it. `saves` is sent to managers only. `planning`: since it was
 * published; null for drafts and rounds that an earlier version published.
 */
export const Round = v.object({
  id: Integer,
  date: DateOnly,
  from: DateTime,
  until: DateTime,
  user: v.object({ id: Integer, name: v.string() }),
  state: v.picklist(ROUND_STATES),
  version: Integer,
  publishedAt: v.nullable(DateTime),
  markedAt: v.nullable(DateTime),
  planned: v.nullable(v.object({ minutes: Minutes, metres: Metres, saves: v.nullable(Money) })),
  planning: v.optional(v.nullable(RestPlanning)),
  stops: v.array(Stop),
})
export type Round = v.InferOutput<typeof Round>

/** A mark of the round's person. Without `state`, only the position changes. `reason` and `note` belong to a skipped stop. */
export const StopMark = v.object({
  round: Id,
  state: v.optional(v.picklist(STOP_STATES)),
  reason: v.optional(v.nullable(v.picklist(SKIP_REASONS))),
  note: v.optional(v.nullable(text(ROUND_LIMITS.note)), ''),
  position: v.optional(v.pipe(v.number(), v.finite(), inOrder)),
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
