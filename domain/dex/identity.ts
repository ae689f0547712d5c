import type { Reading } from './reading.ts'

/** Identity of the machine in a read-out. Null if it is not reported. */
type Identity = { serial: string | null; board: string | null; model: string | null; asset: string | null }

export function identityOf({ machine, boards }: Pick<Reading, 'machine' | 'boards'>): Identity {
  return {
    serial: known(machine.serial),
    board: known(boards.find(({ kind }) => kind === 'control')?.serial ?? null),
    model: machine.model,
    asset: known(machine.assetNumber),
  }
}

/** Makers fill a number that was never set with zeros. */
const known = (number: string | null): string | null => (number === null || /^[0 -]*$/.test(number) ? null : number)

/** Compares only if both are reported. */
export const areDifferent = (a: string | null, b: string | null): boolean => a !== null && b !== null && a !== b

/** The key by which the machine of a read-out is recognised: the most specific number that it reports. */
export function identityKey(reading: Pick<Reading, 'machine' | 'boards'>): string | null {
  const { serial, board, asset } = identityOf(reading)
  return serial ? `S ${serial}` : board ? `B ${board}` : asset ? `A ${asset}` : null
}
