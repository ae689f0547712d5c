import { MAX_SELECTED_MACHINES } from '#contract/machines.ts'
import type { MachineId, OperationId } from '#domain/ids.ts'

/**
 * Sends a selection of machines in parts that the server accepts, one after another. Each part has its own idempotency key, and the same
 * one when the same selection is sent again with the same key.
 */
export async function inParts<T>(
  machineIds: readonly MachineId[],
  key: OperationId,
  send: (part: MachineId[], key: OperationId) => Promise<T>,
): Promise<T[]> {
  const answers: T[] = []
  for (let part = 0; part * MAX_SELECTED_MACHINES < machineIds.length; part++) {
    const start = part * MAX_SELECTED_MACHINES
    answers.push(await send(machineIds.slice(start, start + MAX_SELECTED_MACHINES), keyOfPart(key, part)))
  }
  return answers
}

/** Another UUID for each part, which depends on nothing else. */
function keyOfPart(key: OperationId, part: number): OperationId {
  const last = Number.parseInt(key.slice(-6), 16) ^ part
  return `${key.slice(0, -6)}${last.toString(16).padStart(6, '0')}`
}
