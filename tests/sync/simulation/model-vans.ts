import { createHmac } from 'node:crypto'
import * as v from 'valibot'
import { toColumns } from '#contract/columns.ts'
import { OwnStockRow, type OwnVan } from '#contract/own-van.ts'
import { NO_MACHINE } from '#contract/sync.ts'
import { HandedOver, VanChanged } from '#contract/vans.ts'
import type { OperationId, UserId, VanId } from '#domain/ids.ts'
import type { Line } from '#domain/stock/movements.ts'
import { DAY, type Moment, toIso } from '#domain/time.ts'
import { type HandOver, signedText } from '#domain/vans/hand-over.ts'
import { handedLines, restockedFromVan, type VanLine, vanLines } from '#domain/vans/van.ts'
import type { Context, Done } from './model-operations.ts'
import { type Driving, type Point, pointInVan, type State } from './model-state.ts'
import { recordLines } from './record-lines.ts'

/** The van that a user drove at a time. */
export const vanOf = ({ drivings }: Pick<State, 'drivings'>, user: UserId, at: Moment): VanId | null =>
  drivings.find((driving) => driving.user === user && driving.since <= at && (driving.until === null || at < driving.until))?.van ?? null

/** The current one. */
const drivingOf = ({ drivings }: Pick<State, 'drivings'>, user: UserId): Driving | null =>
  drivings.find((driving) => driving.user === user && driving.until === null) ?? null

/** The vans that a user drove and no longer drives. */
export const drivenBefore = (state: Pick<State, 'drivings'>, user: UserId): VanId[] => {
  const now = drivingOf(state, user)?.van
  return [...new Set(state.drivings.filter((one) => one.user === user && one.van !== now).map(({ van }) => van))]
}

const keyOf = (van: VanId, user: UserId) => `${van}/${user}`

/** The giver's phone signs synchronously here, because nothing else may run in between. */
export const signatureBy = (key: string, handOver: HandOver): string =>
  createHmac('sha256', key).update(signedText(handOver)).digest('base64url')

/** What restocks take out of the van of their user, in which they are recorded too. */
export function linesFromVan({ tx, person, at, now }: Context, points: readonly Point[], lines: readonly Line[]): Line[] {
  const van = vanOf(tx.state, person.userId, tx.bug === 'the van of the arrival' ? now : at)
  if (van === null) return []
  const added = lines.flatMap(({ point, quantity, cause }) => {
    const productId = points.find(({ id }) => id === point)?.productId
    return cause === 'RESTOCK' && productId !== undefined ? [{ productId, quantity }] : []
  })
  return restockedFromVan(added).map((line) => placed(line, van))
}

const placed = ({ productId, side, ...line }: VanLine, van: VanId): Line => ({
  ...line,
  point: pointInVan(side === 'VAN' ? van : 0, productId),
})

export async function changeVan(context: Context, body: unknown): Promise<Done> {
  const { tx, person, at, now } = context
  const read = v.safeParse(VanChanged, body)
  if (!read.success) return { refused: 'INVALID' }
  const { van, type, items } = read.output
  if (!tx.state.vans.includes(van) || !(person.role === 'manager' || driversAround(tx.state, van, at, now).includes(person.userId)))
    return { refused: 'VAN_NOT_FOUND' }
  return recordIn(
    context,
    vanLines(type, items).map((line) => placed(line, van)),
  )
}

/** Both phones may send it: the first one counts, at the time and with the id that the giver signed. */
export async function handOver(context: Context, body: unknown): Promise<Done> {
  const { tx, person, now, opId } = context
  const read = v.safeParse(HandedOver, body)
  if (!read.success) return { refused: 'INVALID' }
  const given = read.output
  const { vans } = tx.state
  const at = Math.min(given.at, now)
  const [givers, takers] = [driversAround(tx.state, given.from, at, now), driversAround(tx.state, given.to, at, now)]
  if (![given.from, given.to].every((van) => vans.includes(van)) || ![...givers, ...takers].includes(person.userId))
    return { refused: 'VAN_NOT_FOUND' }
  if (!givers.some((user) => signatureBy(keyOf(given.from, user), given) === given.signature)) return { refused: 'HAND_OVER_FORGED' }
  await tx.lock(`hand-over ${given.id}`)
  const known = tx.state.handOvers.get(given.id)
  if (known && tx.bug !== 'both send a hand-over')
    return known.text === signedText(given) ? { warnings: [], changes: [] } : { refused: 'HAND_OVER_CHANGED' }
  tx.write(() => tx.state.handOvers.set(given.id, { at, text: signedText(given) }))
  const operation = tx.bug === 'both send a hand-over' ? opId : given.id
  return recordIn({ ...context, opId: operation, at }, [
    ...handedLines('FROM', given.items).map((line) => placed(line, given.from)),
    ...handedLines('TO', given.items).map((line) => placed(line, given.to)),
  ])
}

async function recordIn(context: Context, lines: readonly Line[]): Promise<Done> {
  const { tx } = context
  const ids = [...new Set(lines.map(({ point }) => point))].sort((a, b) => a - b)
  for (const id of ids) await tx.lockPoint(id)
  const done = await recordLines(
    { ...context, machineId: NO_MACHINE },
    ids.flatMap((id) => tx.state.points.get(id) ?? []),
    lines,
  )
  return 'refused' in done ? done : { ...done, changes: [] }
}

/** A phone may not know for days that its user drives another van now. */
const MAX_SYNC_DELAY = 7 * DAY

const driversAround = ({ drivings }: State, van: VanId, at: Moment, now: Moment): UserId[] =>
  drivings
    .filter((one) => one.van === van && one.since <= now && (one.until === null || one.until > at - MAX_SYNC_DELAY))
    .map(({ user }) => user)

/** The van that a user drives, as phones get it. */
export function ownVans(state: State, user: UserId, pending: readonly OperationId[], now: Moment): OwnVan[] {
  const driving = drivingOf(state, user)
  if (!driving) return []
  const { van, since } = driving
  const stocks = [...state.points.values()]
    .filter((point) => point.van === van)
    .map(({ productId, level: { quantity, counted } }) => ({
      productId,
      balance: quantity,
      countedAt: counted?.at ?? null,
      countedBy: counted?.operation ?? null,
      countedLine: counted?.line ?? null,
    }))
  const isOf = (text: string) => {
    const [, from, to] = JSON.parse(text) as [string, VanId, VanId]
    return from === van || to === van
  }
  return [
    {
      id: van,
      name: '',
      since: toIso(since),
      asOf: toIso(now),
      key: keyOf(van, user),
      stocks: toColumns(OwnStockRow, stocks),
      contains: pending.filter((opId) => state.operations.get(opId)?.status === 'applied'),
      handOvers: [...state.handOvers].filter(([, { text }]) => isOf(text)).map(([id]) => id),
      others: state.vans.filter((other) => other !== van).map((id) => ({ id, name: '', driver: null })),
    },
  ]
}
