import type { MachineId, UserId } from '#domain/ids.ts'
import { type Audited, audit } from '../audit-log/audit-log.store.ts'
import type { EventInput } from '../events/event-input.ts'
import { unassignedEvent } from '../events/events.store.ts'
import { areVisible } from '../http/machine-access.ts'
import { type Refusal, refuse } from '../http/refusal.ts'
import type { RequestContext } from '../http/request-context.ts'
import { type Change, publish } from '../sync/feed.ts'
import { assignMachines, findPerson, unassignMachines } from './assignments.store.ts'

/** Without duplicates, and in the same order for every request, because two requests that lock rows in different orders stop each other. */
export const inOneOrder = (ids: readonly MachineId[]): MachineId[] => [...new Set(ids)].toSorted((a, b) => a - b)

/**
 * Assigns machines to an employee or unassigns them: all of them or none. They appear on the employee's phone or disappear with the next
 * pull. Returns those that changed.
 */
export async function changeAssignments(
  userId: UserId,
  { machineIds, assigned }: { machineIds: readonly MachineId[]; assigned: boolean },
  caller: RequestContext,
): Promise<{ changed: MachineId[] } | Refusal> {
  const { db, principal, ctx } = caller
  const machines = inOneOrder(machineIds)
  if (!(await areVisible(db, principal, machines))) return refuse('MACHINE_NOT_FOUND')
  const serviceman = await findPerson(db, principal.companyId, userId)
  if (!serviceman || (assigned && !serviceman.serves)) return refuse('USER_NOT_FOUND')
  const rows = await (assigned ? assignMachines : unassignMachines)(db, principal.companyId, machines, userId, ctx.now())
  const changed = rows.map(({ id }) => id)
  const action = assigned ? 'serviceman-assigned' : 'serviceman-revoked'
  const entries = changed.map((id): Audited => ({ action, of: { kind: 'machine', id }, after: { user: userId } }))
  await recordAssignments(
    changed.map((machineId) => ({ machineId, userId, assigned })),
    entries,
    caller,
  )
  return { changed }
}

/** Moves machines that are assigned to one employee to another. `given`: those that the other employee did not have before. */
export async function moveAssignments(
  { from, to }: { from: UserId; to: UserId },
  machines: readonly MachineId[],
  caller: RequestContext,
): Promise<{ taken: MachineId[]; given: MachineId[] }> {
  const { db, principal, ctx } = caller
  const at = ctx.now()
  const taken = (await unassignMachines(db, principal.companyId, machines, from, at)).map(({ id }) => id)
  const given = (await assignMachines(db, principal.companyId, taken, to, at)).map(({ id }) => id)
  await recordAssignments(
    [
      ...taken.map((machineId) => ({ machineId, userId: from, assigned: false })),
      ...given.map((machineId) => ({ machineId, userId: to, assigned: true })),
    ],
    taken.map(
      (id): Audited => ({ action: 'machine-transferred', of: { kind: 'machine', id }, before: { user: from }, after: { user: to } }),
    ),
    caller,
  )
  return { taken, given }
}

type Assigned = { machineId: MachineId; userId: UserId; assigned: boolean }

async function recordAssignments(
  changes: readonly Assigned[],
  entries: readonly Audited[],
  { db, principal, ctx }: RequestContext,
): Promise<void> {
  const at = ctx.now()
  await audit(db, principal.companyId, { userId: principal.userId, at }, entries)
  await publish(
    db,
    principal.companyId,
    changes.map(({ machineId, userId, assigned }): Change => ({ kind: 'assignment', id: machineId, userId, removed: !assigned })),
    at,
    changes.flatMap(({ machineId, userId, assigned }): EventInput[] => [
      {
        activity: assigned ? 'SERVICEMAN_ASSIGNED' : 'SERVICEMAN_REVOKED',
        at,
        machineId,
        changed: ['team', 'machines'],
        by: principal.userId,
        details: { serviceman: userId },
      },
      ...(assigned ? [] : [unassignedEvent(machineId, userId, at)]),
    ]),
  )
}
