import type { MachineId } from '#domain/ids.ts'
import { outboxIn } from './outbox.ts'
import { MIRROR, OUTBOX } from './records.ts'
import { type DeviceStore, readMeta, type Work, writeMeta } from './store.ts'

/** Where the mirror stands. A page that was asked for at one place fits there and nowhere else: `fill` tells one beginning from the next. */
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

/** Has the mirror fetched anew. What it shows stays until the first page is here. */
export async function beginAgain(work: Work): Promise<void> {
  await writeMeta(work, 'cursor', null)
  await writeMeta(work, 'fill', (await readMeta(work, 'fill', 0)) + 1)
}

/** Frees room: drops the mirrored machines on which nothing waits to be sent, but for one. The next round fetches them again. */
export const dropIdleMachines = (store: DeviceStore, spared?: MachineId): Promise<void> =>
  store.write([...MIRROR, ...OUTBOX, 'meta'], async (work) => {
    const busy = new Set((await outboxIn(work)).entries.map(({ machineId }) => machineId))
    const idle = (await work.all('machines')).map(({ id }) => id).filter((id) => id !== spared && !busy.has(id))
    for (const table of ['machines', 'slots', 'inventory'] as const) await work.remove(table, idle)
    await beginAgain(work)
  })
