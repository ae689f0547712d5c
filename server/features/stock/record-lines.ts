import { type SQL, sql } from 'drizzle-orm'
import type { CompanyId, MachineId, OperationId, ProductId, StockPointId, UserId } from '#domain/ids.ts'
import { arrive, byPoint, type Level, type Movement, sumOfDeltasAfter } from '#domain/stock/ledger.ts'
import type { Line } from '#domain/stock/movements.ts'
import type { Moment } from '#domain/time.ts'
import { toMilli, toWhole } from '#domain/units.ts'
import { rowsOf } from '../../db/client.ts'
import { Refusal } from '../../http/refusal.ts'
import { deltasAfter, foldedLevels, type NewMovement, writeLevels, writeMovementsSql } from '../../ledger/ledger.store.ts'
import { type NewReview, openReviews } from '../../ledger/review-items.ts'
import { type LockedPoint, type LockedRow, lockedFrom, lockingPoints, type StockPoint } from '../../ledger/stock-points.store.ts'
import type { Done, OperationContext, Warning } from '../../sync/operations.ts'
import { laterCounts, type SupersededLine, withCountWarnings } from './counted-since.ts'
import { NO_VANS, openVans, type Vans } from './restock-from-van.ts'

/** The stock points of an operation, and its lines once their contents are known. */
export type Plan = {
  ids: readonly StockPointId[]
  products: readonly ProductId[]
  /** Whether it may set counts, and not only deltas. */
  mayCount: boolean
  linesOf(points: readonly StockPoint[]): RecordedLines | Refusal
}
/** `dates`: best-before dates of what was put into stock points. */
type RecordedLines = { lines: readonly Line[]; warnings: readonly Warning[]; dates?: readonly DatedPoint[] }
type DatedPoint = { point: StockPointId; bestBefore: string }

/**
 * Records operations in the ledger one after the other and updates the balances of the locked stock points. No quantity is rejected,
 * because it physically happened. Impossible results are flagged and create a review item.
 */
export async function recordAll(
  contexts: readonly OperationContext[],
  planOf: (context: OperationContext) => Plan | Refusal,
  known?: readonly LockedRow[],
): Promise<(Done | Refusal)[]> {
  const planned = contexts.map((context) => ({ context, plan: planOf(context) }))
  const [first] = contexts
  const plans = planned.flatMap(({ context, plan }) => (plan instanceof Refusal ? [] : [{ context, plan }]))
  if (!first || plans.length === 0) return planned.flatMap(({ plan }) => (plan instanceof Refusal ? [plan] : []))
  const { db, principal, receivedAt } = first

  const requested = plans.map(({ context, plan }) => requestedBy(context, plan))
  const locked = lockedFrom(known ?? (await rowsOf<LockedRow>(db, lockingPoints(principal.companyId, requested))))
  const { points, undone, drivings } = locked
  const vans =
    drivings.length === 0
      ? NO_VANS
      : await openVans(
          plans.map(({ context, plan }) => ({ context, points: points.filter((point) => affects(context, plan, point)) })),
          drivings,
        )
  const page = openPage([...points, ...vans.points], await laterDeltas(plans, points), vans)
  const recorded = planned.map(({ context, plan }) =>
    plan instanceof Refusal ? plan : page.record(context, plan, undone.has(context.operationId)),
  )
  const counts = await laterCounts(first, page.superseded)
  const ended = recorded.map((one) => (one instanceof Refusal ? one : withCountWarnings(one, page.superseded, counts)))
  const written = page.written()
  if (written.movements.length > 0) first.leave(writeMovementsSql(principal.companyId, written))
  if (page.dates.length > 0) first.leave(insertDates(principal.companyId, page.dates))
  await openReviews(db, principal.companyId, receivedAt, page.reviews)
  return ended
}

const insertDates = (company: CompanyId, dates: readonly (DatedPoint & { operation: OperationId })[]): SQL => sql`
  insert into best_before_dates (company_id, stock_point_id, operation_id, best_before)
  select ${company}::int, d.point, d.operation, d."bestBefore"
  from jsonb_to_recordset(${JSON.stringify(dates)}::jsonb) as d(point bigint, operation uuid, "bestBefore" date)
  on conflict (company_id, stock_point_id, operation_id) do nothing`

/** The locks that an operation needs. */
export const requestedBy = (
  { operationId: operation, machineId: machine, principal }: Pick<OperationContext, 'operationId' | 'machineId' | 'principal'>,
  plan: Plan,
) => ({
  ...plan,
  operation,
  machine,
  user: principal.userId,
})

/** The levels after an undo, recomputed from the remaining movements. */
export async function recomputeBalances({ db, principal }: OperationContext, points: readonly StockPoint[]) {
  const levels = await foldedLevels(
    db,
    principal.companyId,
    points.map(({ id }) => id),
  )
  await writeLevels(db, principal.companyId, levels)
  return levels
}

/** A late count needs the deltas known after it. */
async function laterDeltas(
  plans: readonly { context: OperationContext; plan: Plan }[],
  points: readonly LockedPoint[],
): Promise<Movement[]> {
  const counting = plans.filter(({ plan }) => plan.mayCount)
  const [first] = counting
  const counted = points.filter((point) => counting.some(({ context, plan }) => affects(context, plan, point))).map(({ id }) => id)
  if (!first || counted.length === 0) return []
  const since = Math.min(...counting.map(({ context }) => context.at))
  return deltasAfter(first.context.db, first.context.principal.companyId, counted, since)
}

const affects = ({ machineId }: OperationContext, { ids, products }: Plan, point: LockedPoint) =>
  point.machineId === machineId && (ids.includes(point.id) || products.includes(point.productId))

/** State of the locked stock points while operations are recorded: each operation sees the result of the previous one. */
function openPage(locked: readonly LockedPoint[], later: readonly Movement[], vans: Vans) {
  const points = new Map(locked.map((point) => [point.id, point]))
  const known = byPoint(later)
  const levels = new Map<StockPointId, Level>()
  const movements: NewMovement[] = []
  const refills: { machine: MachineId; at: Moment }[] = []
  const reviews: Flag[] = []
  const superseded: SupersededLine[] = []
  const dates: (DatedPoint & { operation: OperationId })[] = []

  const add = (own: readonly NewMovement[], user: UserId) => {
    for (const movement of own) {
      const point = points.get(movement.point)
      if (!point) continue
      const level = arrive(point.level, movement, () => sumOfDeltasAfter(known.get(movement.point) ?? [], movement))
      if (level !== point.level) levels.set(point.id, level)
      else if (level.counted?.operation) superseded.push({ operation: movement.operation, user, point, count: level.counted.operation })
      points.set(point.id, { ...point, level })
    }
    for (const movement of own) known.set(movement.point, [...(known.get(movement.point) ?? []), movement])
  }

  const record = (context: OperationContext, plan: Plan, voided: boolean): Done | Refusal => {
    const { operationId, machineId, at } = context
    const own = [...points.values()].filter((point) => affects(context, plan, point))
    const planned = plan.linesOf(own)
    if (planned instanceof Refusal) return planned
    const { lines, warnings, dates: dated = [] } = planned
    dates.push(...dated.map((one) => ({ ...one, operation: operationId })))
    const fromVan = vans.linesOf(context, own, lines)
    const lineMovements = [...lines, ...fromVan].map(
      (line, index): NewMovement => ({ ...line, at, operation: operationId, line: index, voided }),
    )
    movements.push(...lineMovements)
    if (!voided) {
      add(lineMovements, context.principal.userId)
      if (lines.some(({ cause }) => cause === 'RESTOCK')) refills.push({ machine: machineId, at })
    }
    const moved = own.flatMap(({ id }) => points.get(id) ?? []).filter(({ id }) => lines.some(({ point }) => point === id))
    const inVan = fromVan.flatMap(({ point }) => points.get(point) ?? [])
    const flags = [...reviewsOf(context), ...moved.flatMap((point) => reviewsOfPoint(context, point))]
    if (!voided) reviews.push(...flags, ...inVan.flatMap((point) => reviewsOfPoint(context, point)))
    return {
      answer: {
        operationId,
        stocks: moved.map((point) => stockAnswer(point, lines)),
        warnings: [...(context.late ? [{ code: 'LATE' }] : []), ...flags.map(warningOf), ...warnings],
      } as Done['answer'],
      changes: [
        { kind: 'inventory', id: machineId },
        { kind: 'machine', id: machineId },
      ],
      events: [
        {
          activity: lines.some(({ cause }) => cause === 'RESTOCK') ? 'MACHINE_REFILLED' : 'MACHINE_STOCK_CHANGED',
          at,
          machineId,
          ...(flags.length > 0 ? { changed: ['stock', 'machines', 'reviews'] } : { changed: ['stock', 'machines'] }),
          // A wrong clock alone rarely affects stock; the review list determines whether it does.
          ...(!voided && flags.some(({ kind }) => kind !== 'DOUBTFUL_CLOCK')
            ? { note: { message: 'REVIEW_ITEM', type: 'WARNING', slug: '/dashboard/review-items' } }
            : {}),
        },
      ],
    }
  }
  return { record, reviews, superseded, dates, written: () => ({ movements, levels, refills }) }
}

type Flag = NewReview & { slotNumber: string | null }

function reviewsOf({ operationId: operation, machineId, reach, doubtfulSince, at, receivedAt }: OperationContext): Flag[] {
  const flags = [...(doubtfulSince === null ? [] : ['DOUBTFUL_CLOCK']), ...(reach?.assigned ? [] : ['NOT_ASSIGNED'])]
  const details = { at, receivedAt, since: doubtfulSince }
  return flags.map((kind) => ({ operation, kind, machineId, stockPointId: null, slotNumber: null, details }))
}

function reviewsOfPoint({ operationId: operation, machineId, reach }: OperationContext, { level, ...point }: StockPoint): Flag[] {
  const isGone = reach?.deactivatedAt != null
  const kinds = [
    ...(point.removedAt === null ? [] : ['CLOSED_INSTALLATION']),
    ...(point.removedAt === null && isGone ? ['MACHINE_GONE'] : []),
    ...(point.removedAt === null && point.maxQuantity !== null && level.quantity > toMilli(point.maxQuantity) ? ['OVER_MAXIMUM'] : []),
    ...(level.quantity < 0 ? [point.vanId === null ? 'BELOW_ZERO' : 'VAN_BELOW_ZERO'] : []),
  ].filter((kind) => !isGone || point.vanId !== null || kind === 'MACHINE_GONE' || kind === 'CLOSED_INSTALLATION')
  const details = {
    slotNumber: point.slotNumber,
    productId: point.productId,
    quantity: toWhole(level.quantity),
    maxQuantity: point.maxQuantity,
  }
  return kinds.map((kind) => ({
    operation,
    kind,
    machineId: point.vanId === null ? machineId : null,
    stockPointId: point.id,
    slotNumber: point.slotNumber,
    details,
  }))
}

/** Stock points are named as labelled on the machine. */
const warningOf = ({ kind, stockPointId, slotNumber }: Flag): Warning =>
  stockPointId === null
    ? { code: kind }
    : { code: kind, productInstallationId: stockPointId, ...(slotNumber === null ? {} : { slotNumber }) }

function stockAnswer({ id, productId, level }: StockPoint, lines: readonly Line[]) {
  const added = lines.filter(({ point, cause }) => point === id && cause === 'RESTOCK')
  return {
    productInstallationId: id,
    productId,
    added: added.length > 0 ? toWhole(added.reduce((sum, { quantity }) => sum + quantity, 0)) : null,
    currentQuantity: toWhole(level.quantity),
  }
}
