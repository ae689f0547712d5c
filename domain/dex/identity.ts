import type { Reading } from './reading.ts'

/** What a read-out says of which machine it came from. Null: it does not tell. */
export type Identity = { serial: string | null; board: string | null; model: string | null; asset: string | null }

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

/** Only where both tell. */
export const areDifferent = (a: string | null, b: string | null): boolean => a !== null && b !== null && a !== b

/** By what the machine of a read-out is found again: the most particular that it tells. */
export function identityKey(reading: Pick<Reading, 'machine' | 'boards'>): string | null {
  const { serial, board, asset } = identityOf(reading)
  return serial ? `S ${serial}` : board ? `B ${board}` : asset ? `A ${asset}` : null
}
