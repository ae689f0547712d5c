import { randomUUID } from 'node:crypto'
import {
  type Changes,
  type InventoryRecord,
  type Operation,
  type Result,
  type SlotsRecord,
  unpackInventory,
  unpackSlots,
} from '#contract/sync.ts'
import { type Moment, toIso } from '#domain/time.ts'
import type { Caller } from './two-companies.ts'

export type Said = { call: string; machineId: number; at: Moment; body: unknown; opId?: string; offset?: number | null; since?: Moment }

/** What changed, as a person reads it: in rows. */
export type Page = Omit<Changes, 'changes'> & {
  changes: Omit<Changes['changes'], 'slots' | 'inventory'> & { slots: SlotsRecord[]; inventory: InventoryRecord[] }
}

const unpacked = (page: Changes): Page => ({
  ...page,
  changes: { ...page.changes, slots: page.changes.slots.map(unpackSlots), inventory: page.changes.inventory.map(unpackInventory) },
})

/** A phone of somebody, as the server sees it: what it pushes, and what it pulls. */
export function aPhone(call: Caller, deviceId = randomUUID()) {
  const pull = (cursor: string | null, pending: readonly string[] = []): ReturnType<Caller> =>
    call('POST', '/sync/pull', { cursor, pending, deviceId })
  return {
    deviceId,
    pull,
    /** Pushes these at once and answers what the server said of each, in their order. */
    async push(...said: readonly Said[]): Promise<Result[]> {
      const ops = said.map(operationOf)
      const answer = await call('POST', '/sync/push', { deviceId, ops })
      if (answer.statusCode !== 200) throw new Error(`the push was answered ${answer.statusCode} ${answer.body}`)
      return answer.json<{ data: { results: Result[] } }>().data.results
    },
    /** Everything since a cursor, page after page. */
    async pullAll(from: string | null = null, pending: readonly string[] = []): Promise<Page[]> {
      const pages: Page[] = []
      for (let cursor = from; ; ) {
        const answer = await pull(cursor, pending)
        if (answer.statusCode !== 200) throw new Error(`the pull was answered ${answer.statusCode} ${answer.body}`)
        const page = answer.json<{ data: Changes }>().data
        pages.push(unpacked(page))
        if (!page.more) return pages
        cursor = page.cursor
      }
    },
  }
}

export const operationOf = ({ call, machineId, at, body, opId = randomUUID(), offset = 0, since }: Said): Operation => ({
  opId,
  call,
  machineId,
  occurredAt: toIso(at),
  clock: { offset, ...(since === undefined ? {} : { since }) },
  body,
})
