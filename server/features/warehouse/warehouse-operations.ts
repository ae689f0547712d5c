import * as v from 'valibot'
import { changeWarehouse, WarehouseChange } from '#contract/warehouse.ts'
import type { EventInput } from '../../events/event-input.ts'
import { Refusal, refuse } from '../../http/refusal.ts'
import { type Done, sequentially } from '../../sync/operations.ts'
import type { WarehouseOperationEndpoint } from '../../sync/serve-operation.ts'
import { recordChange } from './record-change.ts'

type EventSource = Pick<EventInput, 'at' | 'by' | 'operation' | 'details' | 'note'>

/** The event of a warehouse change, for open screens and the activity log. */
export const inventoryChanged = (change: EventSource): EventInput => ({
  activity: 'INVENTORY_CHANGED',
  machineId: null,
  changed: ['warehouse'],
  ...change,
})

const record = sequentially<null>(async ({ db, principal, operationId, at, body, late, doubtfulSince }): Promise<Done | Refusal> => {
  const parsed = v.safeParse(WarehouseChange, body)
  if (!parsed.success) return refuse('INVALID', { detail: parsed.issues[0].message })
  const { type, note, items } = parsed.output
  const recorded = await recordChange(db, principal.companyId, {
    operation: operationId,
    at,
    type,
    note: note || null,
    items,
    purchase: null,
  })
  if (recorded instanceof Refusal) return recorded
  const warnings = [...(late ? [{ code: 'LATE' }] : []), ...(doubtfulSince === null ? [] : [{ code: 'DOUBTFUL_CLOCK' }])]
  return {
    answer: { operationId, items: recorded, warnings } as Done['answer'],
    changes: [],
    events: [inventoryChanged({ at, details: { stockChangeType: type, message: note || null } })],
  }
})

export const warehouseOperations: readonly WarehouseOperationEndpoint[] = [{ endpoint: changeWarehouse, perform: record }]
