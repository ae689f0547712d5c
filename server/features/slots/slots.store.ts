import { sql } from 'drizzle-orm'
import type { Slot } from '#contract/slots.ts'
import type { SlotsRecord } from '#contract/sync.ts'
import type { MachineId, SlotId } from '#domain/ids.ts'
import { toDecimal } from '#domain/money.ts'
import { slotOrder } from '#domain/slots/slot.ts'
import { type Db, rowsOf } from '../../db/client.ts'
import { productCard } from '../../db/sql-fragments.ts'
import { visibleTo } from '../../http/machine-access.ts'
import type { Principal } from '../../http/request-context.ts'
import { eachInTurns, mapInTurns } from '../../yielding.ts'

type Row = {
  machineId: MachineId
  slotId: number
  slotNumber: string
  productId: number | null
  maxQuantity: number | null
  vendPriceMinor: number | null
  productInstallationId: number | null
}

/** One record per machine with its slots by number; an empty list for a machine without slots. */
export async function slotsRecords(db: Db, principal: Principal, machines: readonly MachineId[]): Promise<SlotsRecord[]> {
  if (machines.length === 0) return []
  const rows = await rowsOf<Row>(
    db,
    sql`select m.id::float8 as "machineId", s.id::float8 as "slotId", s.slot_number as "slotNumber", s.product_id::float8 as "productId",
        s.max_quantity::float8 as "maxQuantity", s.vend_price_minor::float8 as "vendPriceMinor", p.id::float8 as "productInstallationId"
      from machines m left join slots s on s.company_id = m.company_id and s.machine_id = m.id and s.removed_at is null
      left join stock_points p on p.company_id = s.company_id and p.slot_id = s.id and p.removed_at is null
      where ${visibleTo(principal)} and m.id = any(${`{${machines.join(',')}}`}::bigint[])`,
  )
  const records = new Map<MachineId, SlotsRecord>()
  await eachInTurns(rows, ({ machineId, vendPriceMinor, ...slot }) => {
    const record = records.get(machineId) ?? { machineId, slots: [] }
    records.set(machineId, record)
    if (slot.slotId !== null)
      record.slots.push({ ...slot, vendPrice: vendPriceMinor === null ? null : toDecimal(vendPriceMinor, principal.currency) })
  })
  return mapInTurns([...records.values()], ({ machineId, slots }) => ({
    machineId,
    slots: slots.toSorted((a, b) => slotOrder(a.slotNumber, b.slotNumber)),
  }))
}

type SlotRow = Omit<Slot, 'vendPrice'> & { vendPriceMinor: number | null }

/** The slots of a machine that the user may see, by number; limited to these ids if given. */
export async function slotsOf(db: Db, principal: Principal, machine: MachineId, only?: readonly SlotId[]): Promise<Slot[]> {
  const rows = await rowsOf<SlotRow>(
    db,
    sql`select s.id::float8 as "slotId", s.slot_number as "slotNumber", case when pr.id is null then null else ${productCard} end as product,
        s.max_quantity::float8 as "maxQuantity", s.vend_price_minor::float8 as "vendPriceMinor", p.id::float8 as "productInstallationId"
      from slots s join machines m on m.company_id = s.company_id and m.id = s.machine_id
      left join products pr on pr.company_id = s.company_id and pr.id = s.product_id
      left join stock_points p on p.company_id = s.company_id and p.slot_id = s.id and p.removed_at is null
      where ${visibleTo(principal)} and m.id = ${machine} and s.removed_at is null ${only ? sql`and s.id = any(${`{${only.join(',')}}`}::bigint[])` : sql``}`,
  )
  return rows
    .map(({ vendPriceMinor, ...slot }) => ({
      ...slot,
      vendPrice: vendPriceMinor === null ? null : toDecimal(vendPriceMinor, principal.currency),
    }))
    .toSorted((a, b) => slotOrder(a.slotNumber, b.slotNumber))
}
