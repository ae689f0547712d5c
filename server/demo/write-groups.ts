import type { CompanyId, MachineId } from '#domain/ids.ts'
import type { Moment } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { groupedMachines, machineGroups } from '../db/schema/team.ts'
import { insertMany } from './insert-many.ts'

/** The names of the demo's machine groups. */
const NAMES = ['City', 'Hospitals', 'Offices', 'Railway']

/** Puts each machine into one group, and every fifth into a second one. */
export async function writeGroups(db: Db, companyId: CompanyId, machines: readonly MachineId[], createdAt: Moment): Promise<void> {
  const rows = await db
    .insert(machineGroups)
    .values(NAMES.map((name) => ({ companyId, name, createdAt })))
    .returning({ id: machineGroups.id })
  const groupOf = (index: number) => rows[index % rows.length]?.id ?? 0
  const grouped = machines.flatMap((machineId, index) => [
    { companyId, machineId, groupId: groupOf(index) },
    ...(index % 5 === 0 ? [{ companyId, machineId, groupId: groupOf(index + 1) }] : []),
  ])
  await insertMany(db, groupedMachines, grouped)
}
