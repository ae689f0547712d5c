import type { MachineGroup } from '#contract/machines.ts'
import type { Serviceman } from '#contract/team.ts'
import type { MachineId, UserId } from '#domain/ids.ts'
import { type Audited, audit } from '../../audit-log/audit-log.store.ts'
import { noLongerTheirs } from '../../events/events.store.ts'
import { visibleMachine } from '../../http/machine-access.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import type { RequestContext } from '../../http/request-context.ts'
import { publish } from '../../sync/feed.ts'
import { groupsOf, insertGroup, isTaken, lockGroup, nameGroup, putInto, removeGroup, takeOut } from './groups.store.ts'
import { findPerson, give, servicemenOf, takeAway } from './servicemen.store.ts'

const note = ({ db, principal: { companyId, userId }, ctx }: RequestContext, entry: Audited) =>
  audit(db, companyId, { userId, at: ctx.now() }, [entry])

export async function addGroup(name: string, caller: RequestContext): Promise<MachineGroup | Refusal> {
  const { db, principal, ctx } = caller
  if (await isTaken(db, principal.companyId, name)) return refuse('GROUP_EXISTS')
  const group = await insertGroup(db, principal.companyId, name, ctx.now())
  await note(caller, { action: 'group-added', of: { kind: 'group', id: group.machineGroupId }, after: { name } })
  return group
}

export async function renameGroup(id: number, name: string, caller: RequestContext): Promise<MachineGroup | Refusal> {
  const { db, principal } = caller
  const group = await lockGroup(db, principal.companyId, id)
  if (!group) return refuse('GROUP_NOT_FOUND')
  if (await isTaken(db, principal.companyId, name, id)) return refuse('GROUP_EXISTS')
  await nameGroup(db, principal.companyId, id, name)
  await note(caller, { action: 'group-renamed', of: { kind: 'group', id }, before: { name: group.name }, after: { name } })
  return { ...group, name }
}

export async function deleteGroup(id: number, caller: RequestContext): Promise<{ machineGroupId: number } | Refusal> {
  const { db, principal } = caller
  const group = await lockGroup(db, principal.companyId, id)
  if (!group) return refuse('GROUP_NOT_FOUND')
  await removeGroup(db, principal.companyId, id)
  await note(caller, { action: 'group-deleted', of: { kind: 'group', id }, before: { name: group.name } })
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
  const hasChanged = await (belongs ? putInto : takeOut)(db, principal.companyId, groupId, machineId)
  const action = belongs ? 'machine-grouped' : 'machine-ungrouped'
  if (hasChanged) await note(caller, { action, of: { kind: 'machine', id: machineId }, after: { group: groupId } })
  return groupsOf(db, principal.companyId, machineId)
}

type Assignment = { id: MachineId; userId: UserId }

/** Assigns a machine to a serviceman or unassigns it. It appears on their phone or disappears with the next pull. */
export async function changeAssignment(
  { id: machineId, userId }: Assignment,
  isTheirs: boolean,
  caller: RequestContext,
): Promise<Serviceman[] | Refusal> {
  const { db, principal, ctx } = caller
  if (!(await visibleMachine(db, principal, machineId))) return refuse('MACHINE_NOT_FOUND')
  const serviceman = await findPerson(db, principal.companyId, userId)
  if (!serviceman || (isTheirs && !serviceman.serves)) return refuse('USER_NOT_FOUND')
  const hasChanged = await (isTheirs ? give : takeAway)(db, principal.companyId, machineId, userId, ctx.now())
  const servicemen = await servicemenOf(db, principal.companyId, machineId)
  if (!hasChanged) return servicemen
  const action = isTheirs ? 'serviceman-assigned' : 'serviceman-revoked'
  await note(caller, { action, of: { kind: 'machine', id: machineId }, after: { user: userId } })
  const at = ctx.now()
  await publish(db, principal.companyId, [{ kind: 'assignment', id: machineId, userId, removed: !isTheirs }], at, [
    {
      activity: isTheirs ? 'SERVICEMAN_ASSIGNED' : 'SERVICEMAN_REVOKED',
      at,
      machineId,
      changed: ['team', 'machines'],
      by: principal.userId,
      details: { serviceman: userId },
    },
    ...(isTheirs ? [] : [noLongerTheirs(machineId, userId, at)]),
  ])
  return servicemen
}
