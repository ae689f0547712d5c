import type { Today } from '#app/data/machine-today.ts'
import type { Machine } from '#contract/machines.ts'
import { kindOf } from '#domain/machines/machine.ts'

/** A machine of the list: what this device knows, and what the server said last of how it does today. */
export type FleetMachine = Machine & { today: Today | undefined }

/** What a machine out of reach said once is no figure of now. */
export const isOffline = ({ state }: Pick<Machine, 'state'>): boolean => kindOf(state) === 'offline'

/** Alerts, signal and temperature as said last, wherever it stands. */
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
