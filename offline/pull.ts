import type { Changes } from '#contract/sync.ts'
import type { MachineId, OperationId } from '#domain/ids.ts'
import { fromIso } from '#domain/time.ts'
import type { Device } from './device.ts'
import { beginAgain, isSamePlace, type Place, placeOf } from './mirror.ts'
import { archiveAll, findAll, mayHaveArrived, outboxIn, purgeJournal } from './outbox.ts'
import { MIRROR, OUTBOX } from './records.ts'
import { readMeta, type Work, writeMeta } from './store.ts'
import type { Answer, SyncCalls } from './sync-calls.ts'

type Pulled = { state: 'complete' } | { state: 'other-epoch'; epoch: string } | Exclude<Answer<never>, { state: 'answered' }>

/**
 * Fetches pages until the mirror is complete. Each page and its cursor are written together or not at all; while one is being written, the
 * next is fetched.
 */
export async function pull(device: Device, calls: SyncCalls): Promise<Pulled> {
  const ask = ({ place, pending }: PullState) => calls.pull({ cursor: place.cursor, pending })
  let from = await pullState(device)
  let response = ask(from)
  for (;;) {
    const answer = await response
    if (answer.state === 'refused' && [400, 410].includes(answer.status) && from.place.cursor !== null) {
      await doubtCursor(device, from)
    } else {
      if (answer.state !== 'answered') return answer
      const { epoch, cursor, more } = answer.value
      const then = { ...from, place: { ...from.place, cursor, epoch } }
      const next = more ? ask(then) : null
      // If this page cannot be written, the next one is not awaited.
      next?.catch(() => {})
      const applied = await apply(device, from, answer.value)
      if (applied === 'other-epoch') return { state: 'other-epoch', epoch }
      if (applied === 'applied' && !next) return { state: 'complete' }
      if (applied === 'applied' && next) {
        from = then
        response = next
        continue
      }
    }
    from = await pullState(device)
    response = ask(from)
  }
}

/** The position of this device, and its operations that are still shown over the mirror although the server may have them. */
type PullState = { place: Place; pending: readonly OperationId[] }

const pullState = (device: Device): Promise<PullState> =>
  device.store.read([...OUTBOX, 'meta'], async (work) => ({ place: await placeOf(work), pending: await pendingIn(work) }))

const pendingIn = async (work: Work): Promise<OperationId[]> =>
  (await outboxIn(work)).entries.filter(mayHaveArrived).map(({ opId }) => opId)

/** The server cannot continue from here: too far behind, another scope than before, or an unknown cursor. */
const doubtCursor = (device: Device, from: PullState): Promise<void> =>
  device.store.write(['meta'], async (work) => {
    if (isSamePlace(await placeOf(work), from.place)) await beginAgain(work)
  })

/** Maximum number of machines whose names are stored. */
const NAMED = 100

/** Stores the names of machines that leave this device. */
async function recordLeft(work: Work, ids: readonly MachineId[]): Promise<void> {
  const machines = await Promise.all(ids.slice(0, NAMED).map((id) => work.get('machines', id)))
  const leaving = machines.flatMap((machine) => (machine ? [{ id: machine.id, name: machine.name }] : []))
  if (leaving.length === 0) return
  const before = await readMeta(work, 'left', [])
  await writeMeta(work, 'left', [...leaving, ...before.filter(({ id }) => !ids.includes(id))].slice(0, NAMED))
}

/** Writes one page to the mirror and removes the overlay of every operation that the page contains, in one transaction. */
const apply = (
  device: Device,
  { place, pending }: PullState,
  { changes, removed, cursor, epoch, more, processed, serverTime }: Changes,
): Promise<'applied' | 'overtaken' | 'other-epoch'> =>
  device.store.write([...MIRROR, ...OUTBOX, 'journal', 'meta'], async (work) => {
    const [placeNow, pendingNow] = await Promise.all([placeOf(work), pendingIn(work)])
    // Another tab has moved on since this page was requested; an older page would revert the mirror.
    if (!isSamePlace(placeNow, place)) return 'overtaken'
    // Operations that it sent meanwhile may be in the page without having been requested, and would count twice.
    const askedAbout = new Set(pending)
    if (pendingNow.some((opId) => !askedAbout.has(opId))) return 'overtaken'
    if (place.epoch !== null && place.epoch !== epoch) return 'other-epoch'

    if (removed.machines.length > 0) await recordLeft(work, removed.machines)
    if (place.cursor === null) for (const table of MIRROR) await work.clear(table)
    // All at once and in this order, because awaiting a response of the database takes as long as many writes.
    await Promise.all([
      work.put('machines', changes.machines),
      work.put('slots', changes.slots),
      work.put('inventory', changes.inventory),
      work.put('products', changes.products),
      work.put('rounds', changes.rounds),
      work.put('vans', changes.vans),
      ...(['machines', 'slots', 'inventory'] as const).map((table) => work.remove(table, removed.machines)),
      work.remove('products', removed.products),
      work.remove('rounds', removed.rounds),
      work.remove('vans', removed.vans),
      writeMeta(work, 'cursor', cursor),
      writeMeta(work, 'epoch', epoch),
      ...(more ? [] : [writeMeta(work, 'syncedAt', fromIso(serverTime)), purgeJournal(work, fromIso(serverTime))]),
    ])
    if (processed.length > 0) await archiveAll(work, await findAll(work, processed), 'processed', fromIso(serverTime))
    return 'applied'
  })
