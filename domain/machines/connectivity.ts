import { MINUTE, type Moment } from '../time.ts'
import type { MachineState } from './machine.ts'

/** What a machine says of itself. */
export const REPORTED_STATES = ['RUNNING', 'STOPPED', 'STARTING'] as const
export type ReportedState = (typeof REPORTED_STATES)[number]

/** A machine that has been silent for longer is taken to be cut off. */
export const SILENCE = 15 * MINUTE

/** Whether a machine or a device is connected: every screen and call asks here. */
export const isHeard = (heardAt: Moment | null, now: Moment): boolean => heardAt !== null && now - heardAt <= SILENCE

/** So long a restart may take; after that the machine is what it last said. */
export const RESTART_TAKES = 10 * MINUTE

/** What is known of a machine's connection. `heardAt` is by the server's clock, `reportedAt` the machine's own time. */
export type Connection = {
  hasDevice: boolean
  heardAt: Moment | null
  reported: ReportedState | null
  reportedAt: Moment | null
  restartAskedAt: Moment | null
}

/** The state that a machine is shown in. A restart is told first: a machine that restarts is silent for a while. */
export function stateOf({ hasDevice, heardAt, reported, reportedAt, restartAskedAt }: Connection, now: Moment): MachineState {
  if (!hasDevice) return 'NONE'
  const hasReportedSince = restartAskedAt !== null && reportedAt !== null && reportedAt > restartAskedAt
  if (restartAskedAt !== null && !hasReportedSince && now - restartAskedAt < RESTART_TAKES) return 'RESTARTING'
  if (!isHeard(heardAt, now)) return 'NOT_CONNECTED'
  return reported ?? 'UNKNOWN'
}

/** Credit given to a machine that does not sell would be lost. */
export const takesCredit = (state: MachineState): boolean => state === 'RUNNING'
