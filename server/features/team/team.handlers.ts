import type { CheckedOf } from '#contract/endpoint.ts'
import type { MachineGroup } from '#contract/machines.ts'
import type { transferMachines as contract, Serviceman } from '#contract/team.ts'
import type { MachineId, UserId } from '#domain/ids.ts'
import { changeAssignments, inOneOrder, moveAssignments } from '../../assignments/assign.ts'
import { findPerson, lockAssigned } from '../../assignments/assignments.store.ts'
import type { Audited } from '../../audit-log/audit-log.store.ts'
import { recordChange, SETTINGS_CHANGED } from '../../audit-log/record-change.ts'
import { lockCompanyRow } from '../../db/company-settings.ts'
import { areVisible, visibleMachine } from '../../http/machine-access.ts'
import { Refusal, refuse } from '../../http/refusal.ts'
import type { RequestContext } from '../../http/request-context.ts'
import { groupsOf, insertGroup, isTaken, lockGroup, nameGroup, putInto, removeFromGroup, removeGroup } from './groups.store.ts'
import { servicemenOf } from './servicemen.store.ts'

const GROUPED = { activity: 'MACHINES_GROUPED', changed: ['machines'] } as const

export async function addGroup(name: string, caller: RequestContext): Promise<MachineGroup | Refusal> {
  const { db, principal, ctx } = caller
  await lockCompanyRow(db, principal.companyId)
  if (await isTaken(db, principal.companyId, name)) return refuse('GROUP_EXISTS')
  const group = await insertGroup(db, principal.companyId, name, ctx.now())
  await recordChange(caller, SETTINGS_CHANGED, [
    { action: 'group-added', of: { kind: 'group', id: group.machineGroupId }, after: { name } },
  ])
  return group
}

export async function renameGroup(id: number, name: string, caller: RequestContext): Promise<MachineGroup | Refusal> {
  const { db, principal } = caller
  await lockCompanyRow(db, principal.companyId)
  const group = await lockGroup(db, principal.companyId, id)
  if (!group) return refuse('GROUP_NOT_FOUND')
  if (await isTaken(db, principal.companyId, name, id)) return refuse('GROUP_EXISTS')
  await nameGroup(db, principal.companyId, id, name)
  await recordChange(caller, SETTINGS_CHANGED, [
    { action: 'group-renamed', of: { kind: 'group', id }, before: { name: group.name }, after: { name } },
  ])
  return { ...group, name }
}

export async function deleteGroup(id: number, caller: RequestContext): Promise<{ machineGroupId: number } | Refusal> {
  const { db, principal } = caller
  const group = await lockGroup(db, principal.companyId, id)
  if (!group) return refuse('GROUP_NOT_FOUND')
  await removeGroup(db, principal.companyId, id)
  await recordChange(caller, SETTINGS_CHANGED, [{ action: 'group-deleted', of: { kind: 'group', id }, before: { name: group.name } }])
  return { machineGroupId: id }
}

type InGroup = { id: MachineId; groupId: number }

/** Adds a machine to a group or removes it. No effect if that is already the case. */
export async function changeGroup(
  { id: machineId, groupId }: InGroup,
  belongs: boolean,
  caller: RequestContext,
): Promise<MachineGroup[] | Refusal> {
  const { db, principal } = caller
  if (!(await visibleMachine(db, principal, machineId))) return refuse('MACHINE_NOT_FOUND')
  if (!(await lockGroup(db, principal.companyId, groupId))) return refuse('GROUP_NOT_FOUND')
  await writeGroup(groupId, [machineId], belongs, caller)
  return groupsOf(db, principal.companyId, machineId)
}

/** The same for a selection of machines: all of them or none. */
export async function changeGroups(
  groupId: number,
  { machineIds, grouped }: { machineIds: readonly MachineId[]; grouped: boolean },
  caller: RequestContext,
): Promise<{ changed: MachineId[] } | Refusal> {
  const { db, principal } = caller
  const machines = inOneOrder(machineIds)
  if (!(await areVisible(db, principal, machines))) return refuse('MACHINE_NOT_FOUND')
  if (!(await lockGroup(db, principal.companyId, groupId))) return refuse('GROUP_NOT_FOUND')
  return { changed: await writeGroup(groupId, machines, grouped, caller) }
}

async function writeGroup(group: number, machines: readonly MachineId[], belongs: boolean, caller: RequestContext): Promise<MachineId[]> {
  const rows = await (belongs ? putInto : removeFromGroup)(caller.db, caller.principal.companyId, group, machines)
  const changed = rows.map(({ id }) => id)
  const action = belongs ? 'machine-grouped' : 'machine-ungrouped'
  const entries = changed.map((id): Audited => ({ action, of: { kind: 'machine', id }, after: { group } }))
  await recordChange(caller, GROUPED, entries)
  return changed
}

type Assignment = { id: MachineId; userId: UserId }

/** Assigns a machine to a serviceman or unassigns it. It appears on their phone or disappears with the next pull. */
export async function changeAssignment(
  { id: machineId, userId }: Assignment,
  isTheirs: boolean,
  caller: RequestContext,
): Promise<Serviceman[] | Refusal> {
  const { db, principal } = caller
  const changed = await changeAssignments(userId, { machineIds: [machineId], assigned: isTheirs }, caller)
  return changed instanceof Refusal ? changed : servicemenOf(db, principal.companyId, machineId)
}

/** Transfers machines from one employee to another: all of them or none. */
export async function transferMachines(
  { fromId, toId, machineIds }: CheckedOf<typeof contract>['body'],
  caller: RequestContext,
): Promise<{ taken: MachineId[]; given: MachineId[] } | Refusal> {
  const { db, principal } = caller
  const giver = await findPerson(db, principal.companyId, fromId)
  const receiver = await findPerson(db, principal.companyId, toId)
  if (!giver || !receiver?.serves) return refuse('USER_NOT_FOUND')
  const theirs = await lockAssigned(db, principal.companyId, fromId)
  const machines = machineIds ? inOneOrder(machineIds) : theirs
  if (machines.some((id) => !theirs.includes(id))) return refuse('MACHINE_NOT_FOUND')
  return moveAssignments({ from: fromId, to: toId }, machines, caller)
}
