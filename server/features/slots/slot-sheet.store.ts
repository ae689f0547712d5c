import { sql } from 'drizzle-orm'
import type { CompanyId, MachineId } from '#domain/ids.ts'
import type { MachineType } from '#domain/machines/machine.ts'
import type { VolumeType } from '#domain/products/product.ts'
import { slotOrder } from '#domain/slots/slot.ts'
import { type Db, rowsOf } from '../../db/client.ts'
import { inNameOrder, wholeUnits } from '../../db/sql-fragments.ts'

type PrintedMachine = {
  name: string
  address: string | null
  type: MachineType
  company: string
  currency: string
  locale: string
  timezone: string
}

/** The machine of a sheet; null if the company does not have it any more. */
export async function printedMachine(db: Db, company: CompanyId, machine: MachineId): Promise<PrintedMachine | null> {
  const [row] = await rowsOf<PrintedMachine>(
    db,
    sql`select m.name, m.address, m.type, c.name as company, c.currency, c.locale, c.timezone from machines m join companies c on c.id = m.company_id
      where m.company_id = ${company} and m.id = ${machine} and m.deactivated_at is null`,
  )
  return row ?? null
}

/** A line of the sheet, with null for fields that do not apply. The price is in minor units, quantities are whole units. */
export type PrintedPlace = {
  slotNumber: string | null
  product: string | null
  volumeType: VolumeType | null
  vendPriceMinor: number | null
  maxQuantity: number | null
  currentQuantity: number | null
}

/** The slots of a machine by number. Selections of a coffee machine have no stock of their own. */
export async function printedSlots(db: Db, company: CompanyId, machine: MachineId): Promise<PrintedPlace[]> {
  const rows = await rowsOf<PrintedPlace & { slotNumber: string }>(
    db,
    sql`select s.slot_number as "slotNumber", pr.name as product, pr.volume_type as "volumeType", s.vend_price_minor::float8 as "vendPriceMinor",
        s.max_quantity::float8 as "maxQuantity", case when p.kind = 'SLOT' then ${wholeUnits(sql`p.balance`)}::float8 end as "currentQuantity"
      from slots s left join products pr on pr.company_id = s.company_id and pr.id = s.product_id
      left join stock_points p on p.company_id = s.company_id and p.slot_id = s.id and p.removed_at is null
      where s.company_id = ${company} and s.machine_id = ${machine} and s.removed_at is null`,
  )
  return rows.toSorted((a, b) => slotOrder(a.slotNumber, b.slotNumber))
}

/** The canisters of a coffee machine by ingredient name. */
export const printedCanisters = (db: Db, company: CompanyId, machine: MachineId): Promise<PrintedPlace[]> =>
  rowsOf<PrintedPlace>(
    db,
    sql`select null as "slotNumber", pr.name as product, pr.volume_type as "volumeType", null as "vendPriceMinor", p.max_quantity::float8 as "maxQuantity",
        ${wholeUnits(sql`p.balance`)}::float8 as "currentQuantity"
      from stock_points p join products pr on pr.company_id = p.company_id and pr.id = p.product_id
      where p.company_id = ${company} and p.machine_id = ${machine} and p.kind = 'CANISTER' and p.removed_at is null
      order by ${inNameOrder(sql`pr.name`)}, pr.id`,
  )
