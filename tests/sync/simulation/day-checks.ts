import type { OperationId, ProductId, VanId } from '#domain/ids.ts'
import { isVisitCall } from '#domain/rounds/round.ts'
import { fromIso, type Moment } from '#domain/time.ts'
import { offsetOf } from '#offline/clock.ts'
import type { Photo } from '#offline/records.ts'
import { roundWith } from '#offline/rounds.ts'
import { shownTimes } from '#offline/stamping.ts'
import { vanStock } from '#offline/vans.ts'
import { Broken, type Kept } from './facts.ts'
import { outboxOn, rowsOn } from './memory-store.ts'
import type { Marked } from './model-pull.ts'
import { PRODUCTS, pointInVan, type State } from './model-state.ts'
import { type RecordedOperation, replay } from './reference.ts'
import { lockedPhotos } from './vault.ts'
import type { Watched } from './watch.ts'
import type { Own } from './world.ts'

type Recorded = Pick<Kept, 'call' | 'body'>
type HandOverBody = { id: OperationId; from: VanId; to: VanId; at: Moment; items: { productId: ProductId; quantity: number }[] }

/** What an operation takes out of a van or puts into it and the warehouse. Implemented apart from the product's code. `van`: of its user. */
export function linesOfVan({ call, body }: Recorded, van: VanId | null, { points }: Pick<State, 'points'>): RecordedOperation['lines'] {
  const delta = (of: VanId, product: ProductId, pieces: number) => ({
    point: pointInVan(of, product),
    kind: 'delta' as const,
    quantity: pieces * 1000,
  })
  if (call === 'changeVan') {
    const { van: of, type, items } = body as { van: VanId; type: string; items: HandOverBody['items'] }
    return items.flatMap(({ productId, quantity }): RecordedOperation['lines'] => {
      if (type === 'COUNT') return [{ point: pointInVan(of, productId), kind: 'count' as const, quantity: quantity * 1000 }]
      if (type === 'LOAD') return [delta(of, productId, quantity), delta(0, productId, -quantity)]
      if (type === 'RETURN') return [delta(of, productId, -quantity), delta(0, productId, quantity)]
      return [delta(of, productId, -quantity)]
    })
  }
  if (call === 'handOver') {
    const { from, to, items } = body as HandOverBody
    return items.flatMap(({ productId, quantity }) => [delta(from, productId, -quantity), delta(to, productId, quantity)])
  }
  if (van === null || (call !== 'restockSlots' && call !== 'restockProducts')) return []
  return (body as { productInstallationId?: number; productId?: number; quantity: number }[]).map(
    ({ productInstallationId = 0, productId, quantity }) =>
      delta(van, productId ?? points.get(productInstallationId)?.productId ?? 0, -quantity),
  )
}

const clockOf = (own: Own) => {
  const row = rowsOn(own.disk, 'meta').find(({ key }) => key === 'clock')
  return row?.key === 'clock' ? row.value : { samples: [] }
}

/** The van on the screen contains each operation of the mirror and of the device once. */
export function checkVan({ server, snapshots, scheduler }: Watched, own: Own): void {
  const [van] = rowsOn(own.disk, 'vans') as Marked<ReturnType<typeof rowsOn<'vans'>>[number]>[]
  const snapshot = van && snapshots[van.snapshot]
  if (!van || !snapshot) return
  if (snapshot.userId !== own.userId) throw new Broken('isolation between users', `${own.name} contains the van of user ${snapshot.userId}`)
  const clock = clockOf(own)
  const offset = offsetOf(clock) ?? 0
  const entries = shownTimes(outboxOn(own.disk).entries, { ...clock, now: scheduler.now() + own.phone.skew })
  const journal = rowsOn(own.disk, 'journal').filter(({ state }) => state === 'processed')
  const holds = (opId: OperationId) => snapshot.operations.get(opId)?.status === 'applied'
  const lost = journal.find((entry) => entry.call === 'changeVan' && (entry.body as { van: VanId }).van === van.id && !holds(entry.opId))
  if (lost) throw new Broken('read-your-writes, never twice', `${lost.opId} is no longer in the outbox of ${own.name}, and not in its van`)
  const pending = entries.filter(({ state }) => state !== 'needs-you')
  // What an undo takes back is checked once the server has it.
  if (pending.some(({ call }) => call === 'voidOperation')) return
  const waiting = new Map<OperationId, RecordedOperation>()
  for (const entry of pending) {
    const at = entry.occurredAt ?? entry.rawAt + offset
    const isHandOver = entry.call === 'handOver'
    const handOver = entry.body as HandOverBody
    const isContained = isHandOver ? snapshot.handOvers.has(handOver.id) : holds(entry.opId)
    if (isContained) continue
    const lines = linesOfVan(entry, at >= fromIso(van.since) ? van.id : null, server.state)
    const one = isHandOver ? { opId: handOver.id, at: handOver.at, lines } : { opId: entry.opId, at, lines }
    waiting.set(one.opId, one)
  }
  const voids = new Set(snapshot.voids.keys())
  const productOf = (_: unknown, point: number) => server.state.points.get(point)?.productId ?? null
  const shown = vanStock(van, entries, offset, productOf, journal)
  for (const product of PRODUCTS) {
    const point = pointInVan(van.id, product)
    const mirrored = (snapshot.movements.get(point) ?? []).map(
      ({ operation, at, kind, quantity }): RecordedOperation => ({ opId: `${operation}`, at, lines: [{ point, kind, quantity }] }),
    )
    // A count is shown until the server has ordered it and the later work of others.
    const counts = [...waiting.values()].filter(({ lines }) => lines.some((line) => line.point === point && line.kind === 'count'))
    if (counts.some(({ at }) => mirrored.some((one) => one.at >= at))) continue
    const right = replay([...mirrored, ...waiting.values()], voids).get(point) ?? 0
    const quantity = shown.get(product)?.quantity ?? 0
    if (quantity !== right)
      throw new Broken('read-your-writes, never twice', `${own.name} shows ${quantity} of ${product} in its van, and ${right} is right`)
  }
}

/** Recorded work completes its stop on the phone, from the moment of recording. */
export function checkWorkOnRounds({ server: { state }, scheduler }: Watched, own: Own): void {
  const { day } = state
  const [round] = rowsOn(own.disk, 'rounds')
  if (!day || !round) return
  const clock = clockOf(own)
  const offset = offsetOf(clock) ?? 0
  const pending = outboxOn(own.disk).entries
  const entries = shownTimes(pending, { ...clock, now: scheduler.now() + own.phone.skew })
  const shown = roundWith(round, entries, offset)
  const journal = rowsOn(own.disk, 'journal').filter(
    (one) => one.state === 'processed' && state.operations.get(one.opId)?.status === 'applied',
  )
  const worked = [
    ...entries.filter(({ state: its }) => its !== 'needs-you').map((one) => ({ ...one, at: one.occurredAt ?? one.rawAt + offset })),
    ...journal.map((one) => ({ ...one, at: state.operations.get(one.opId)?.at ?? 0 })),
  ].filter(({ call, at, visit }) => isVisitCall(call) && visit && at >= day.from && at < day.until)
  for (const { opId, call, machineId, at } of worked) {
    const stop = shown.stops.find((one) => one.machineId === machineId)
    const isIn = stop?.visitedFrom && stop.visitedUntil && fromIso(stop.visitedFrom) <= at && at <= fromIso(stop.visitedUntil)
    if (stop?.state !== 'DONE' || !isIn)
      throw new Broken(
        'recorded work completes its stop',
        `${own.name} recorded ${call} ${opId} at machine ${machineId} at ${at}, and shows ${JSON.stringify(stop ?? null)}`,
      )
  }
}

/** Photos of all devices, as last seen on them. */
export type SeenPhoto = { own: Own; photo: Photo; content: string }

/** A photo only leaves a device if its user dropped it, or the server has it. */
export function checkPhotos(own: Own, seen: Map<string, SeenPhoto>, dropped: ReadonlySet<string>): void {
  const contents = new Map(rowsOn(own.disk, 'photoContents').map(({ id, content }) => [id, content]))
  for (const photo of rowsOn(own.disk, 'photos')) {
    const content = contents.get(photo.id)
    if (content === undefined) throw new Broken('a photo is stored once', `${photo.id} has no content on ${own.name}`)
    seen.set(photo.id, { own, photo, content })
  }
  const here = new Set([...rowsOn(own.disk, 'photos'), ...lockedPhotos(own.phone.vault, own.name)].map(({ id }) => id))
  for (const [id, { own: owner, photo }] of seen)
    if (owner === own && !here.has(id) && photo.state !== 'sent' && !dropped.has(id))
      throw new Broken('no silent disposal', `photo ${id} is gone from ${own.name}, and the server does not have it`)
}
