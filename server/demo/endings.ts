import type { MachineState, MachineType } from '#domain/machines/machine.ts'
import type { Chance } from './chance.ts'

/** The current state of a machine: most are between two visits, some need service. */
export type Deferred = 'ordinary' | 'nearly-empty' | 'just-filled' | 'stopped' | 'not-connected' | 'never-connected'

export const stateAt: Record<Deferred, MachineState> = {
  ordinary: 'RUNNING',
  'nearly-empty': 'RUNNING',
  'just-filled': 'RUNNING',
  stopped: 'STOPPED',
  'not-connected': 'NOT_CONNECTED',
  'never-connected': 'NONE',
}

/**
 * Of 50 machines, 5 are nearly empty, 5 were just filled, 2 are out of order, 1 is offline and 1 has no device yet. Only snack machines
 * become nearly empty, because a coffee machine stops with its first empty canister, long before the others.
 */
export function drawEndings(types: readonly MachineType[], chance: Chance): Deferred[] {
  const endings = types.map((): Deferred => 'ordinary')
  const free = chance.shuffled(types.map((_, index) => index))
  const give = (ending: Deferred, share: number, fits: (type: MachineType) => boolean = () => true) => {
    for (let left = Math.round(types.length * share); left > 0; left--) {
      const place = free.findIndex((index) => fits(types[index] as MachineType))
      for (const index of place < 0 ? [] : free.splice(place, 1)) endings[index] = ending
    }
  }
  give('nearly-empty', 0.09, (type) => type === 'SNACK')
  give('just-filled', 0.09)
  give('stopped', 0.04)
  give('not-connected', 0.02)
  give('never-connected', 0.02)
  return endings
}
