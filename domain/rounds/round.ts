import { MINUTE, type Moment } from '../time.ts'

/** `DRAFT`: only managers see it. `STARTED` and `FINISHED` follow from what its person recorded. */
export const ROUND_STATES = ['DRAFT', 'PUBLISHED', 'STARTED', 'FINISHED'] as const
type RoundState = (typeof ROUND_STATES)[number]

/** What its person declares about a round. */
export const ROUND_MARKS = ['STARTED', 'FINISHED'] as const
export type RoundMark = (typeof ROUND_MARKS)[number]

export const STOP_STATES = ['PLANNED', 'DONE', 'SKIPPED'] as const
export type StopState = (typeof STOP_STATES)[number]

export const TASKS = ['RESTOCK', 'COLLECT_CASH', 'REPAIR', 'REMOVE_EXPIRED', 'CHANGE_PRODUCTS'] as const
export type Task = (typeof TASKS)[number]

export const SKIP_REASONS = ['CLOSED', 'NO_ACCESS', 'NO_TIME', 'NO_GOODS', 'NOT_NEEDED', 'OTHER'] as const
export type SkipReason = (typeof SKIP_REASONS)[number]

/** How a visit began: by scanning the machine's sticker in the app, by opening the sticker's address, or from a list. */
export const VISIT_STARTS = ['SCAN', 'STICKER', 'LIST'] as const
export type VisitStart = (typeof VISIT_STARTS)[number]

/** After this long without work at the machine, further work is another visit. */
export const VISIT_GAP = 45 * MINUTE

/** The operations that show that a person was at a machine. */
export const VISIT_CALLS: readonly string[] = [
  'restockSlots',
  'restockProducts',
  'changeInventory',
  'changeCoffeeInventory',
  'withdrawCash',
  'recordAudit',
  'reportProblem',
]

/** When a photo was taken: before the first change that a visit recorded, or after it. */
export const PHOTO_PHASES = ['BEFORE', 'AFTER'] as const
export type PhotoPhase = (typeof PHOTO_PHASES)[number]

/** The work of a visit that changes what a photo shows. A report and a read-out only state how the machine was found. */
export const changesMachine = (call: string): boolean => isVisitCall(call) && call !== 'recordAudit' && call !== 'reportProblem'

export const isVisitCall = (call: string): boolean => VISIT_CALLS.includes(call)

/** The most stops that a round can have. */
export const MAX_STOPS = 100

/** When a person recorded something at a machine on the day of the round; null if nothing. */
export type Worked = { from: Moment; until: Moment } | null

/** Recorded work counts more than any mark, because the person was there. */
export const stateOfStop = (mark: StopState, worked: Worked): StopState => (worked === null ? mark : 'DONE')

/** A stop that the office removed stays on the round once something was recorded there. */
export const isOnRound = (stop: { isRemoved: boolean; mark: StopState; worked: Worked }): boolean =>
  !stop.isRemoved || stop.worked !== null || stop.mark === 'DONE'

export function stateOfRound(
  { isPublished, mark }: { isPublished: boolean; mark: RoundMark | null },
  stops: readonly { state: StopState }[],
): RoundState {
  if (!isPublished) return 'DRAFT'
  if (mark !== null) return mark
  return stops.some(({ state }) => state !== 'PLANNED') ? 'STARTED' : 'PUBLISHED'
}

/** Where an unplanned visit is shown: after all planned stops, by its time. */
export const AFTER_ALL = 1e9

/** The position of a stop that was added without one: the same in any order of arrival. */
export const UNPLACED = AFTER_ALL - 1

/** What a stop has before it is planned and visited. */
export const NEW_STOP = {
  why: null,
  arrival: null,
  minutes: null,
  saves: null,
  state: 'PLANNED',
  skipReason: null,
  note: null,
  visitedFrom: null,
  visitedUntil: null,
  isAdded: false,
} as const

/** Stops in the order of their positions; the machine decides between equal ones, so that every device shows the same order. */
export const byPosition = (a: { position: number; machineId: number }, b: { position: number; machineId: number }): number =>
  a.position - b.position || a.machineId - b.machineId

/** The position between two neighbours; null: none on that side. */
export const positionBetween = (before: number | null, after: number | null): number =>
  before === null ? (after === null ? 1 : after - 1) : after === null ? before + 1 : (before + after) / 2
