import { and, eq, ne, sql } from 'drizzle-orm'
import type { MachineGroup } from '#contract/machines.ts'
import type { CompanyId, MachineId } from '#domain/ids.ts'
import type { Moment } from '#domain/time.ts'
import { arrayOf, type Db, rowsOf } from '../../db/client.ts'
import { groupedMachines, machineGroups } from '../../db/schema/team.ts'
import { isFoundIn } from '../../db/search.ts'
import { inNameOrder } from '../../db/sql-fragments.ts'

type Changed = { id: MachineId }

const GROUP = { machineGroupId: machineGroups.id, name: machineGroups.name }
const BY_NAME = [inNameOrder(sql`${machineGroups.name}`), machineGroups.id]

const isGroup = (company: CompanyId, group: number) => and(eq(machineGroups.companyId, company), eq(machineGroups.id, group))

export async function findGroups(
  db: Db,
  company: CompanyId,
  { query, page, size }: { query: string; page: number; size: number },
): Promise<{ groups: MachineGroup[]; total: number }> {
  const where = and(eq(machineGroups.companyId, company), isFoundIn(query, sql`${machineGroups.name}`))
  const groups = await db
    .select(GROUP)
    .from(machineGroups)
    .where(where)
    .orderBy(...BY_NAME)
    .limit(size)
    .offset(page * size)
  return { groups, total: await db.$count(machineGroups, where) }
}

/** A group, locked until the transaction ends so that it cannot be deleted meanwhile. */
export async function lockGroup(db: Db, company: CompanyId, group: number): Promise<MachineGroup | null> {
  const [row] = await db.select(GROUP).from(machineGroups).where(isGroup(company, group)).for('update')
  return row ?? null
}

/** Whether another group has this name, ignoring case. */
export async function isTaken(db: Db, company: CompanyId, name: string, except = 0): Promise<boolean> {
  const { companyId, id } = machineGroups
  const isSame = sql`lower(${machineGroups.name}) = lower(${name})`
  return (await db.$count(machineGroups, and(eq(companyId, company), isSame, ne(id, except)))) > 0
}

export async function insertGroup(db: Db, companyId: CompanyId, name: string, createdAt: Moment): Promise<MachineGroup> {
  const [row] = await db.insert(machineGroups).values({ companyId, name, createdAt }).returning(GROUP)
  if (!row) throw new Error('the insert of a machine group returned no row')
  return row
}

export const nameGroup = (db: Db, company: CompanyId, group: number, name: string) =>
  db.update(machineGroups).set({ name }).where(isGroup(company, group))

export const removeGroup = (db: Db, company: CompanyId, group: number) => db.delete(machineGroups).where(isGroup(company, group))

export const groupsOf = (db: Db, company: CompanyId, machine: MachineId): Promise<MachineGroup[]> =>
  db
    .select(GROUP)
    .from(groupedMachines)
    .innerJoin(machineGroups, and(eq(machineGroups.companyId, groupedMachines.companyId), eq(machineGroups.id, groupedMachines.groupId)))
    .where(and(eq(groupedMachines.companyId, company), eq(groupedMachines.machineId, machine)))
    .orderBy(...BY_NAME)

/** Returns the machines that were not in the group before. */
export const putInto = (db: Db, company: CompanyId, group: number, machines: readonly MachineId[]): Promise<Changed[]> =>
  rowsOf<Changed>(
    db,
    sql`insert into grouped_machines (company_id, group_id, machine_id)
      select ${company}, ${group}, m.id from unnest(${arrayOf(machines)}::bigint[]) m(id)
      on conflict do nothing returning machine_id::float8 as id`,
  )

/** Returns the machines that were in the group. */
export const removeFromGroup = (db: Db, company: CompanyId, group: number, machines: readonly MachineId[]): Promise<Changed[]> =>
  rowsOf<Changed>(
    db,
    sql`delete from grouped_machines i
      where i.company_id = ${company} and i.group_id = ${group} and i.machine_id = any(${arrayOf(machines)}::bigint[])
      returning i.machine_id::float8 as id`,
  )
