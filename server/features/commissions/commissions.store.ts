import { sql } from 'drizzle-orm'
import type { MachineCommission } from '#contract/commissions.ts'
import type { CompanyId, MachineId } from '#domain/ids.ts'
import { toDecimal } from '#domain/money.ts'
import { type Db, rowsOf } from '../../db/client.ts'

/** `share` in hundredths of a percent, `monthly` in minor units. */
type Commission = { validFrom: string; share: number; base: MachineCommission['base']; monthly: number }

/** The commissions of a machine, the latest first. */
export const commissionsOf = (db: Db, company: CompanyId, machine: MachineId): Promise<Commission[]> =>
  rowsOf<Commission>(
    db,
    sql`select c.valid_from::text as "validFrom", c.share_basis_points::float8 as share, c.base, c.monthly_minor::float8 as monthly
      from machine_commissions c where c.company_id = ${company} and c.machine_id = ${machine} order by c.valid_from desc`,
  )

/** Sets a commission of machines and returns those that changed, with their previous one from this day. */
export const writeCommissions = (
  db: Db,
  company: CompanyId,
  machines: readonly MachineId[],
  { validFrom, share, base, monthly }: Commission,
): Promise<{ id: MachineId; before: Commission | null }[]> =>
  rowsOf(
    db,
    sql`with before as (
        select c.machine_id, jsonb_build_object('validFrom', c.valid_from, 'share', c.share_basis_points, 'base', c.base, 'monthly', c.monthly_minor) as row
        from machine_commissions c where c.company_id = ${company} and c.valid_from = ${validFrom}::date),
      written as (
        insert into machine_commissions as c (company_id, machine_id, valid_from, share_basis_points, base, monthly_minor)
        select ${company}::int, m.id, ${validFrom}::date, ${share}::bigint, ${base}, ${monthly}::bigint
        from machines m where m.company_id = ${company} and m.id = any(${`{${machines.join(',')}}`}::bigint[])
        on conflict (company_id, machine_id, valid_from) do update
          set share_basis_points = excluded.share_basis_points, base = excluded.base, monthly_minor = excluded.monthly_minor
          where (c.share_basis_points, c.base, c.monthly_minor) <> (excluded.share_basis_points, excluded.base, excluded.monthly_minor)
        returning machine_id)
      select w.machine_id::float8 as id, b.row as before from written w left join before b on b.machine_id = w.machine_id order by 1`,
  )

/** Removes a commission; null if there is none from this day. */
export async function removeCommission(db: Db, company: CompanyId, machine: MachineId, validFrom: string): Promise<Commission | null> {
  const [row] = await rowsOf<Commission>(
    db,
    sql`delete from machine_commissions c where c.company_id = ${company} and c.machine_id = ${machine} and c.valid_from = ${validFrom}::date
      returning c.valid_from::text as "validFrom", c.share_basis_points::float8 as share, c.base, c.monthly_minor::float8 as monthly`,
  )
  return row ?? null
}

export const shownCommission = ({ validFrom, share, base, monthly }: Commission, currency: string): MachineCommission => ({
  validFrom,
  percent: share / 100,
  base,
  monthly: toDecimal(monthly, currency),
})
