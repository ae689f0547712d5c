import type { Today } from '#app/data/machine-today.ts'
import type { Machine } from '#contract/machines.ts'
import { kindOf } from '#domain/machines/machine.ts'

/** A machine in the list: local data, the server's last figures of the day, and the number of slots that differ from its template. */
export type FleetMachine = Machine & { today: Today | undefined; differing?: number | undefined }

/** The last report of an offline machine is not a current value. */
export const isOffline = ({ state }: Pick<Machine, 'state'>): boolean => kindOf(state) === 'offline'

/** Merges alerts, signal and temperature of the last report. */
export const toFleetMachine = (machine: Machine, today: Today | undefined, differing?: number): FleetMachine =>
  today
    ? {
        ...machine,
        stateCause: today.stateCause,
        alerts: today.alerts,
        signalStrength: today.signalStrength,
        temperature: today.temperature,
        today,
        differing,
      }
    : { ...machine, today, differing }
