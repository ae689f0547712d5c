import * as v from 'valibot'
import type { PhotoVisit } from '#contract/problems.ts'
import { InVisit } from '#contract/sync.ts'
import type { MachineId } from '#domain/ids.ts'
import { changesMachine, isVisitCall, VISIT_GAP, type VisitStart } from '#domain/rounds/round.ts'
import type { Moment } from '#domain/time.ts'
import { getSession } from './device.ts'

const KEY = 'roundsman-visit'

/** `isChanged`: a change of the machine was recorded in it, so that further photos show the result. */
const CurrentVisit = v.object({
  ...InVisit.entries,
  ...{ machineId: v.number(), database: v.string(), at: v.number() },
  isChanged: v.optional(v.boolean()),
})
type CurrentVisit = v.InferOutput<typeof CurrentVisit>

/** Kept on the device, so that a restart of the app continues the visit. Without storage each operation is a visit of its own. */
function stored(): CurrentVisit | null {
  try {
    const visit = v.safeParse(CurrentVisit, JSON.parse(localStorage.getItem(KEY) ?? 'null'))
    return visit.success ? visit.output : null
  } catch {
    return null
  }
}

function store(visit: CurrentVisit): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(visit))
  } catch {
    // A full or blocked storage must not keep anything from being recorded.
  }
}

const current = (machineId: MachineId, now: Moment): CurrentVisit | null => {
  const visit = stored()
  const isCurrent = visit?.machineId === machineId && visit.database === getSession().db.name && Math.abs(now - visit.at) < VISIT_GAP
  return isCurrent ? visit : null
}

/** Begins a visit when a machine's sticker is scanned or opened; a visit that is under way continues. */
export function beginVisit(machineId: MachineId, start: VisitStart): void {
  const { device, db } = getSession()
  const now = device.now()
  const visit = current(machineId, now)
  store({ ...(visit ?? { id: device.newId(), start, machineId, database: db.name }), at: now })
}

/** The visit that is under way at a machine. */
export const visitAt = (machineId: MachineId): InVisit | null => current(machineId, getSession().device.now())

/** The visit of a photo that is taken now: before the first change that it recorded, or after it. */
export function visitOfPhoto(machineId: MachineId): PhotoVisit {
  beginVisit(machineId, 'LIST')
  const { device } = getSession()
  const visit = current(machineId, device.now())
  return { id: visit?.id ?? device.newId(), phase: visit?.isChanged ? 'AFTER' : 'BEFORE' }
}

/** After an operation was recorded. */
export function noteChange(call: string, machineId: MachineId): void {
  const visit = changesMachine(call) ? current(machineId, getSession().device.now()) : null
  if (visit) store({ ...visit, isChanged: true })
}

/**
 * The visit of an operation that shows that the user is at the machine. Managers also work in the office, so theirs is a visit only after
 * a sticker.
 */
export function visitFor(call: string, machineId: MachineId): InVisit | null {
  if (!isVisitCall(call)) return null
  const { account, device, db } = getSession()
  const now = device.now()
  const visit = current(machineId, now)
  if (!visit && account.companyRole === 'ROLE_MANAGER') return null
  const { id, start } = visit ?? { id: device.newId(), start: 'LIST' as const }
  store({ ...visit, id, start, machineId, database: db.name, at: now })
  return { id, start }
}
