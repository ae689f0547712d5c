import type { Today } from '#app/data/machine-today.ts'
import type { Machine } from '#contract/machines.ts'
import { kindOf } from '#domain/machines/machine.ts'

/** A machine in the list: local data, and the server's last figures of the day. */
export type FleetMachine = Machine & { today: Today | undefined }

/** The last report of an offline machine is not a current value. */
export const isOffline = ({ state }: Pick<Machine, 'state'>): boolean => kindOf(state) === 'offline'

/** Merges alerts, signal and temperature of the last report. */
export const toFleetMachine = (machine: Machine, today: Today | undefined): FleetMachine =>
  today
    ? {
        ...machine,
        stateCause: today.stateCause,
        alerts: today.alerts,
        signalStrength: today.signalStrength,
        temperature: today.temperature,
        today,
      }
    : { ...machine, today }
