import * as v from 'valibot'
import { changeWarehouse, WarehouseChange } from '#contract/warehouse.ts'
import { Refusal, refuse } from '../../http/refusal.ts'
import type { LiveNews } from '../../live/live.store.ts'
import { type Done, oneByOne } from '../../sync/operations.ts'
import type { WarehouseDeed } from '../../sync/plain-call.ts'
import { recordChange } from './record-change.ts'

/** What open screens are told of a change. */
export const inventoryChanged = (at: number): LiveNews => ({ activity: 'INVENTORY_CHANGED', at, machineId: null, changed: ['warehouse'] })

const record = oneByOne<null>(async ({ db, person, operationId, at, receivedAt, body, late, doubtfulClock }): Promise<Done | Refusal> => {
  const said = v.safeParse(WarehouseChange, body)
  if (!said.success) return refuse('INVALID', { detail: said.issues[0].message })
  const { type, note, items } = said.output
  const recorded = await recordChange(db, person.companyId, {
    operation: operationId,
    at,
    type,
    note: note || null,
    items,
    purchase: null,
  })
  if (recorded instanceof Refusal) return recorded
  const warnings = [...(late ? [{ code: 'LATE' }] : []), ...(doubtfulClock ? [{ code: 'DOUBTFUL_CLOCK' }] : [])]
  return {
    answer: { operationId, items: recorded, warnings } as Done['answer'],
    changes: [],
    news: [inventoryChanged(receivedAt)],
  }
})

export const warehouseDeeds: readonly WarehouseDeed[] = [{ endpoint: changeWarehouse, perform: record }]
