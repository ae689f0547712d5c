export const MACHINE_TYPES = ['COFFEE', 'SNACK'] as const
export type MachineType = (typeof MACHINE_TYPES)[number]

export const MACHINE_STATES = ['NONE', 'RUNNING', 'STOPPED', 'NOT_CONNECTED', 'RESTARTING', 'STARTING', 'UNKNOWN'] as const
export type MachineState = (typeof MACHINE_STATES)[number]

/** Display category of a state. NONE and UNKNOWN contain no information about the machine, so they are shown as offline. */
export type StateKind = 'running' | 'stopped' | 'warning' | 'offline'

export const kindOf = (state: MachineState): StateKind =>
  (
    ({
      RUNNING: 'running',
      STOPPED: 'stopped',
      RESTARTING: 'warning',
      STARTING: 'warning',
      NOT_CONNECTED: 'offline',
      NONE: 'offline',
      UNKNOWN: 'offline',
    }) as const
  )[state]
