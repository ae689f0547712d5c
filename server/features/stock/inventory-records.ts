import { sql } from 'drizzle-orm'
import type { InventoryRecord } from '#contract/sync.ts'
import type { MachineId } from '#domain/ids.ts'
import { slotOrder } from '#domain/slots/slot.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../../db/client.ts'
import { visibleTo } from '../../http/machine-access.ts'
import type { Principal } from '../../http/request-context.ts'
import { openPoints } from '../../ledger/stock-points.store.ts'
import { eachInTurns, mapInTurns } from '../../yielding.ts'

/** One record per machine with all its stock: the format of the devices' local mirror. */
export async function inventoryRecords(
  db: Db,
  principal: Principal,
  machines: readonly MachineId[],
  now: Moment,
): Promise<InventoryRecord[]> {
  if (machines.length === 0) return []
  const visible = await rowsOf<{ id: MachineId }>(
    db,
    sql`select m.id::float8 as id from machines m where ${visibleTo(principal)} and m.id = any(${`{${machines.join(',')}}`}::bigint[]) order by m.id`,
  )
  const points = await openPoints(
    db,
    principal.companyId,
    visible.map(({ id }) => id),
  )
  const records = new Map<MachineId, InventoryRecord>(visible.map(({ id }) => [id, { machineId: id, asOf: toIso(now), stocks: [] }]))
  await eachInTurns(points, ({ machineId, id, productId, slotId, slotNumber, maxQuantity, level }) => {
    records.get(machineId)?.stocks.push({
      productInstallationId: id,
      productId,
      slotId,
      slotNumber,
      maxQuantity,
      balance: level.quantity,
      counted: level.counted,
    })
  })
  return mapInTurns([...records.values()], (record) => ({
    ...record,
    stocks: record.stocks.toSorted((a, b) => slotOrder(a.slotNumber ?? '', b.slotNumber ?? '')),
  }))
}
