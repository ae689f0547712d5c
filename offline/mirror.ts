import type { MachineId } from '#domain/ids.ts'
import { outboxIn } from './outbox.ts'
import { MIRROR, OUTBOX } from './records.ts'
import { type DeviceStore, readMeta, type Work, writeMeta } from './store.ts'

/** Position of the mirror. A page fits only the position it was requested for; `fill` distinguishes fills from the start. */
export type Place = { cursor: string | null; epoch: string | null; fill: number }

export async function placeOf(work: Work): Promise<Place> {
  const [cursor, epoch, fill] = await Promise.all([
    readMeta(work, 'cursor', null),
    readMeta(work, 'epoch', null),
    readMeta(work, 'fill', 0),
  ])
  return { cursor, epoch, fill }
}

export const isSamePlace = (a: Place, b: Place) => a.cursor === b.cursor && a.epoch === b.epoch && a.fill === b.fill

/** Fetches the mirror again from the start. Its content stays until the first page arrives. */
export async function beginAgain(work: Work): Promise<void> {
  await writeMeta(work, 'cursor', null)
  await writeMeta(work, 'fill', (await readMeta(work, 'fill', 0)) + 1)
}

/** Frees storage: drops mirrored machines without pending operations, except one. The next sync fetches them again. */
export const dropIdleMachines = (store: DeviceStore, spared?: MachineId): Promise<void> =>
  store.write([...MIRROR, ...OUTBOX, 'meta'], async (work) => {
    const busy = new Set((await outboxIn(work)).entries.map(({ machineId }) => machineId))
    const idle = (await work.all('machines')).map(({ id }) => id).filter((id) => id !== spared && !busy.has(id))
    for (const table of ['machines', 'slots', 'inventory'] as const) await work.remove(table, idle)
    await beginAgain(work)
  })
