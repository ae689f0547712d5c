import { sql } from 'drizzle-orm'
import type { MachineGroup } from '#contract/machines.ts'
import type { CompanyId, MachineId } from '#domain/ids.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { arrayOf, type Db, rowsOf } from '../../db/client.ts'
import { isFoundIn } from '../../db/search.ts'

type Changed = { id: MachineId }

const GROUP = sql`g.id::float8 as "machineGroupId", g.name`
const BY_NAME = sql`order by lower(g.name), g.id`

export const findGroups = (db: Db, company: CompanyId, query: string): Promise<MachineGroup[]> =>
  rowsOf<MachineGroup>(
    db,
    sql`select ${GROUP} from machine_groups g where g.company_id = ${company} and ${isFoundIn(query, sql`g.name`)} ${BY_NAME}`,
  )

/** A group, locked until the transaction ends so that it cannot be deleted meanwhile. */
export async function lockGroup(db: Db, company: CompanyId, group: number): Promise<MachineGroup | null> {
  const [row] = await rowsOf<MachineGroup>(
    db,
    sql`select ${GROUP} from machine_groups g where g.company_id = ${company} and g.id = ${group} for update`,
  )
  return row ?? null
}

/** Whether another group has this name, ignoring case. */
export async function isTaken(db: Db, company: CompanyId, name: string, except = 0): Promise<boolean> {
  const rows = await rowsOf(
    db,
    sql`select from machine_groups g where g.company_id = ${company} and lower(g.name) = lower(${name}) and g.id <> ${except}`,
  )
  return rows.length > 0
}

export async function insertGroup(db: Db, company: CompanyId, name: string, at: Moment): Promise<MachineGroup> {
  const [row] = await rowsOf<MachineGroup>(
    db,
    sql`insert into machine_groups as g (company_id, name, created_at) values (${company}, ${name}, ${toIso(at)}) returning ${GROUP}`,
  )
  if (!row) throw new Error('the insert of a machine group returned no row')
  return row
}

export const nameGroup = (db: Db, company: CompanyId, group: number, name: string) =>
  db.execute(sql`update machine_groups g set name = ${name} where g.company_id = ${company} and g.id = ${group}`)

export const removeGroup = (db: Db, company: CompanyId, group: number) =>
  db.execute(sql`delete from machine_groups g where g.company_id = ${company} and g.id = ${group}`)

export const groupsOf = (db: Db, company: CompanyId, machine: MachineId): Promise<MachineGroup[]> =>
  rowsOf<MachineGroup>(
    db,
    sql`select ${GROUP} from grouped_machines i join machine_groups g on g.company_id = i.company_id and g.id = i.group_id
      where i.company_id = ${company} and i.machine_id = ${machine} ${BY_NAME}`,
  )

/** Returns the machines that were not in the group before. */
export const putInto = (db: Db, company: CompanyId, group: number, machines: readonly MachineId[]): Promise<Changed[]> =>
  rowsOf<Changed>(
    db,
    sql`insert into grouped_machines (company_id, group_id, machine_id)
      select ${company}, ${group}, m.id from unnest(${arrayOf(machines)}::bigint[]) m(id)
      on conflict do nothing returning machine_id::float8 as id`,
  )

/** Returns the machines that were in the group. */
export const takeOut = (db: Db, company: CompanyId, group: number, machines: readonly MachineId[]): Promise<Changed[]> =>
  rowsOf<Changed>(
    db,
    sql`delete from grouped_machines i
      where i.company_id = ${company} and i.group_id = ${group} and i.machine_id = any(${arrayOf(machines)}::bigint[])
      returning i.machine_id::float8 as id`,
  )
