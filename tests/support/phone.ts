import { randomUUID } from 'node:crypto'
import {
  type Changes,
  type InVisit,
  type InventoryRecord,
  type Operation,
  type Result,
  type SlotsRecord,
  unpackInventory,
  unpackSlots,
} from '#contract/sync.ts'
import { type Moment, toIso } from '#domain/time.ts'
import type { Caller } from './two-companies.ts'

export type PhoneOperation = {
  call: string
  /** Null for operations of a van. */
  machineId: number | null
  at: Moment
  body: unknown
  opId?: string
  offset?: number | null
  since?: Moment
  visit?: InVisit
}

/** A page of changes with named columns. */
export type Page = Omit<Changes, 'changes'> & {
  changes: Omit<Changes['changes'], 'slots' | 'inventory'> & { slots: SlotsRecord[]; inventory: InventoryRecord[] }
}

const unpacked = (page: Changes): Page => ({
  ...page,
  changes: { ...page.changes, slots: page.changes.slots.map(unpackSlots), inventory: page.changes.inventory.map(unpackInventory) },
})

/** A phone from the server's perspective: it pushes and pulls. */
export function aPhone(call: Caller, deviceId = randomUUID()) {
  const pull = (cursor: string | null, pending: readonly string[] = []): ReturnType<Caller> =>
    call('POST', '/sync/pull', { cursor, pending, deviceId })
  return {
    deviceId,
    pull,
    /** Pushes these operations together and returns their results in order. */
    async push(...operations: readonly PhoneOperation[]): Promise<Result[]> {
      const ops = operations.map(operationOf)
      const answer = await call('POST', '/sync/push', { deviceId, ops })
      if (answer.statusCode !== 200) throw new Error(`push returned ${answer.statusCode} ${answer.body}`)
      return answer.json<{ data: { results: Result[] } }>().data.results
    },
    /** All changes since a cursor, page by page. */
    async pullAll(from: string | null = null, pending: readonly string[] = []): Promise<Page[]> {
      const pages: Page[] = []
      for (let cursor = from; ; ) {
        const answer = await pull(cursor, pending)
        if (answer.statusCode !== 200) throw new Error(`pull returned ${answer.statusCode} ${answer.body}`)
        const page = answer.json<{ data: Changes }>().data
        pages.push(unpacked(page))
        if (!page.more) return pages
        cursor = page.cursor
      }
    },
  }
}

export const operationOf = ({ call, machineId, at, body, opId = randomUUID(), offset = 0, since, visit }: PhoneOperation): Operation => ({
  opId,
  call,
  machineId,
  occurredAt: toIso(at),
  clock: { offset, ...(since === undefined ? {} : { since }) },
  ...(visit ? { visit } : {}),
  body,
})
