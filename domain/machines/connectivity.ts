import { MINUTE, type Moment } from '../time.ts'
import type { MachineState } from './machine.ts'

/** States that a machine reports. */
export const REPORTED_STATES = ['RUNNING', 'STOPPED', 'STARTING'] as const
export type ReportedState = (typeof REPORTED_STATES)[number]

/** A machine without contact for longer is offline. */
export const SILENCE = 15 * MINUTE

/** Whether a machine or a device is online; used by every screen and call. */
export const isInContact = (heardAt: Moment | null, now: Moment): boolean => heardAt !== null && now - heardAt <= SILENCE

/** Maximum duration of a restart; afterwards the last reported state counts. */
export const RESTART_DURATION = 10 * MINUTE

/** The connection data of a machine. `heardAt` is by the server's clock, `reportedAt` the machine's own time. */
export type Connection = {
  hasDevice: boolean
  heardAt: Moment | null
  reported: ReportedState | null
  reportedAt: Moment | null
  restartAskedAt: Moment | null
}

/** The displayed state of a machine. A restart takes precedence, because a restarting machine is offline for a while. */
export function stateOf({ hasDevice, heardAt, reported, reportedAt, restartAskedAt }: Connection, now: Moment): MachineState {
  if (!hasDevice) return 'NONE'
  const hasReportedSince = restartAskedAt !== null && reportedAt !== null && reportedAt > restartAskedAt
  if (restartAskedAt !== null && !hasReportedSince && now - restartAskedAt < RESTART_DURATION) return 'RESTARTING'
  if (!isInContact(heardAt, now)) return 'NOT_CONNECTED'
  return reported ?? 'UNKNOWN'
}

/** Credit given to a machine that does not sell would be lost. */
export const acceptsCredit = (state: MachineState): boolean => state === 'RUNNING'

/** Thresholds of the signal bars; a signal is 0 to 1. */
export const SIGNAL_STEPS = [0.1, 0.3, 0.5, 0.7, 0.85] as const
