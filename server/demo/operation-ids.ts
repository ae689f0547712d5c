import type { OperationId } from '#domain/ids.ts'
import type { Moment } from '#domain/time.ts'
import { Chance } from './chance.ts'

/**
 * Derives ids (UUID version 7) of a machine's events from their time. One machine has one event per moment, so the random part only has to
 * identify the machine. Ids in chronological order are also the fastest to index.
 */
export function operationIds(seed: string, thing: number): (at: Moment) => OperationId {
  const chance = new Chance(seed)
  const hex = (most: number, digits: number) => chance.whole(0, most).toString(16).padStart(digits, '0')
  const tail = `7${hex(0xfff, 3)}-8${hex(0xfff, 3)}-${hex(0xffff, 4)}${thing.toString(16).padStart(8, '0')}`
  return (at) => {
    const time = at.toString(16).padStart(12, '0')
    return `${time.slice(0, 8)}-${time.slice(8)}-${tail}`
  }
}
