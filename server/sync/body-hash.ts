import { createHash } from 'node:crypto'
import type { MachineId } from '#domain/ids.ts'

/** The same call with the same body is the same operation, regardless of the order of keys in the body. */
export const hashOf = ({ call, machineId, body }: { call: string; machineId: MachineId | null; body: unknown }): string =>
  createHash('sha256')
    .update(canonical([call, machineId, body]))
    .digest('base64url')

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value !== null && typeof value === 'object') {
    const entries = Object.entries(value).filter(([, member]) => member !== undefined)
    return `{${entries
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`)
      .join(',')}}`
  }
  return JSON.stringify(value) ?? 'null'
}
