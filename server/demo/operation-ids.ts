import type { OperationId } from '#domain/ids.ts'
import type { Moment } from '#domain/time.ts'
import { Chance } from './chance.ts'

/**
 * Names what happened to one thing by when it happened (a UUID of version 7). One thing never does two things at one moment, so the
 * end of the name need only tell things apart. Names in the order of time are also the quickest for an index to take in.
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
