import type { MachineState, MachineType } from '#domain/machines/machine.ts'
import type { Chance } from './chance.ts'

/** How a machine's story stands now: most are somewhere between two visits, some need somebody. */
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
 * Of 50 machines 5 are nearly empty, 5 were filled a moment ago, 2 stand still, 1 is silent, and 1 waits for its telemetry device.
 * Only snack machines run nearly empty: a coffee machine stops with its first empty canister, long before the others are.
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
