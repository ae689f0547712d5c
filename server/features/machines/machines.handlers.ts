import { randomBytes, randomUUID } from 'node:crypto'
import type { AnswerOf, CheckedOf } from '#contract/endpoint.ts'
import type * as contract from '#contract/machines.ts'
import type { MachineId } from '#domain/ids.ts'
import { readOpeningHours } from '#domain/machines/opening-hours.ts'
import { mayAccess } from '#domain/team/permissions.ts'
import { audit } from '../../audit-log/audit-log.store.ts'
import { isTooMany, roomForMachines } from '../../db/company-settings.ts'
import { unassignedEvent } from '../../events/events.store.ts'
import { refuseFields } from '../../http/field-errors.ts'
import { visibleMachine } from '../../http/machine-access.ts'
import { Refusal, refuse } from '../../http/refusal.ts'
import type { RequestContext } from '../../http/request-context.ts'
import { showState } from '../../machine-state/connection.ts'
import { copiedFrom, firstPlanogram, setUp } from '../../planogram/first-planogram.ts'
import { publish } from '../../sync/feed.ts'
import { findMachine } from './machines.store.ts'
import {
  deactivate,
  devicesBefore,
  insertMachine,
  keepersOf,
  lockMachine,
  reactivate,
  updateMachine,
  writeNoteAt,
} from './machines-changes.store.ts'

type Answer = AnswerOf<typeof contract.getMachine>

/** Request fields; omitted ones are undefined. */
type Requested = Omit<CheckedOf<typeof contract.changeMachine>['body'], 'note'>

/** The given fields by their names in the database. */
const givenFields = ({ machineVendor, vendor = machineVendor, machineModel, model = machineModel, ...others }: Requested) =>
  Object.fromEntries(
    Object.entries({ ...others, vendor, model })
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => [key, orNull(value)]),
  )

/** An empty field is stored as null. */
const orNull = <T>(value: T) => (value === '' ? null : value)

const isUnreadable = ({ openingHours }: { openingHours?: string | null | undefined }) =>
  !!openingHours && readOpeningHours(openingHours) === null
const unreadable = () => {
  const message = 'must be like Mo-Fr 08:00-12:00,13:00-17:00; Sa 09:00-12:00'
  return refuseFields([{ path: 'openingHours', message }])
}

export async function addMachine(
  { body: { copySlotsOf, templateId, ...body } }: CheckedOf<typeof contract.addMachine>,
  caller: RequestContext,
): Promise<Answer | Refusal> {
  const { db, principal, ctx } = caller
  const { companyId, userId } = principal
  const now = ctx.now()
  if (isUnreadable(body)) return unreadable()
  const planogram = await firstPlanogram(caller, body.type, { copySlotsOf, templateId })
  if (planogram instanceof Refusal) return planogram
  if (isTooMany(await roomForMachines(db, companyId, { forMore: true }), 1)) return refuse('PLAN_LIMIT')
  const fields = { ...givenFields(body), name: body.name, type: body.type }
  const { id, ...after } = await insertMachine(db, companyId, { token: randomBytes(16).toString('base64url'), at: now, fields })
  const slots = planogram ? await setUp(db, companyId, { id, type: body.type }, planogram, now) : null
  await audit(db, companyId, { userId, at: now }, [
    { action: 'machine-added', of: { kind: 'machine', id }, after },
    ...(slots ? [copiedFrom(id, slots, { copySlotsOf, templateId })] : []),
  ])
  await publish(
    db,
    companyId,
    (['machine', 'slots', 'inventory'] as const).map((kind) => ({ kind, id })),
    now,
    [{ activity: 'MACHINE_CREATED', at: now, machineId: id, changed: ['machines'], by: userId }],
  )
  return (await findMachine(db, principal, id, now)) ?? refuse('MACHINE_NOT_FOUND')
}

/** Managers may change every field, servicemen of the machine only its note. */
export async function changeMachine(
  { params: { id }, body: { note, ...given } }: CheckedOf<typeof contract.changeMachine>,
  { db, principal, ctx }: RequestContext,
): Promise<Answer | Refusal> {
  const { companyId, userId } = principal
  const now = ctx.now()
  const isMore = Object.values(given).some((value) => value !== undefined)
  if (isMore && !mayAccess('manager', principal)) return refuse('FORBIDDEN', { detail: 'Employees can change only the note.' })
  if (!(await visibleMachine(db, principal, id))) return refuse('MACHINE_NOT_FOUND')
  if (isUnreadable(given)) return unreadable()
  const before = await lockMachine(db, companyId, id)
  if (!before) return refuse('MACHINE_NOT_FOUND')
  const { isActive: _, hasPlaces, ...was } = before
  const is = { ...was, ...givenFields(given) }
  if (is.type !== was.type && hasPlaces)
    return refuse('WRONG_MACHINE_TYPE', { detail: 'The machine has products installed. Remove them first.' })
  if (isMore) {
    await updateMachine(db, companyId, id, is)
    await audit(db, companyId, { userId, at: now }, [{ action: 'machine-changed', of: { kind: 'machine', id }, before: was, after: is }])
  }
  if (note !== undefined) await writeNoteAt(db, companyId, id, { note: orNull(note) ?? null, at: now, by: randomUUID() })
  const machine = await findMachine(db, principal, id, now)
  const event = { activity: 'MACHINE_CHANGED', at: now, machineId: id, changed: ['machines'] } as const
  await publish(db, companyId, [{ kind: 'machine', id }], now, [event])
  return machine ?? refuse('MACHINE_NOT_FOUND')
}

/** Idempotent, because a lost response may be retried. */
export async function deactivateMachine(id: MachineId, { db, principal, ctx }: RequestContext): Promise<{ id: MachineId } | Refusal> {
  const { companyId, userId } = principal
  const now = ctx.now()
  const before = await lockMachine(db, companyId, id)
  if (!before) return refuse('MACHINE_NOT_FOUND')
  if (!before.isActive) return { id }
  const keepers = await keepersOf(db, companyId, id)
  const devices = await deactivate(db, companyId, id, now)
  await showState(db, companyId, id, now)
  await audit(db, companyId, { userId, at: now }, [{ action: 'machine-deactivated', of: { kind: 'machine', id }, before: { devices } }])
  await publish(
    db,
    companyId,
    [{ kind: 'machine', id, removed: true }, ...keepers.map((user) => ({ kind: 'assignment' as const, id, userId: user, removed: true }))],
    now,
    [
      { activity: 'MACHINE_DELETED', at: now, machineId: id, changed: ['machines', 'devices'], by: userId },
      ...keepers.map((keeper) => unassignedEvent(id, keeper, now)),
    ],
  )
  return { id }
}

/** Idempotent. Slots, stock, sticker and servicemen were retained. */
export async function reactivateMachine(id: MachineId, { db, principal, ctx }: RequestContext): Promise<Answer | Refusal> {
  const { companyId, userId } = principal
  const now = ctx.now()
  const before = await lockMachine(db, companyId, id)
  if (!before) return refuse('MACHINE_NOT_FOUND')
  if (before.isActive) return (await findMachine(db, principal, id, now)) ?? refuse('MACHINE_NOT_FOUND')
  if (isTooMany(await roomForMachines(db, companyId, { forMore: true }), 1)) return refuse('PLAN_LIMIT')
  const devices = await reactivate(db, companyId, id, { devices: await devicesBefore(db, companyId, id), at: now })
  await showState(db, companyId, id, now)
  const keepers = await keepersOf(db, companyId, id)
  await audit(db, companyId, { userId, at: now }, [{ action: 'machine-reactivated', of: { kind: 'machine', id }, after: { devices } }])
  const machine = await findMachine(db, principal, id, now)
  await publish(
    db,
    companyId,
    [
      ...(['machine', 'slots', 'inventory'] as const).map((kind) => ({ kind, id })),
      ...keepers.map((user) => ({ kind: 'assignment' as const, id, userId: user })),
    ],
    now,
    [
      {
        activity: 'MACHINE_CREATED',
        at: now,
        machineId: id,
        changed: ['machines', 'devices', 'slots', 'stock', 'alerts'],
        by: userId,
        details: { isReactivation: true },
      },
    ],
  )
  return machine ?? refuse('MACHINE_NOT_FOUND')
}
