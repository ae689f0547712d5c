import { useSyncExternalStore } from 'react'
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
    if (machineIds.length > MAX_SELECTED_MACHINES) show(key, { done: start, all: machineIds.length })
    answers.push(await send(machineIds.slice(start, start + MAX_SELECTED_MACHINES), keyOfPart(key, part)))
  }
  return answers
}

/** The machines of a selection that the server has executed, and all of them. It remains after a failure. */
type Parts = { done: number; all: number }

/** By the key of the selection. A selection that fits into one part has no entry. */
const shown = new Map<OperationId, Parts>()
const watching = new Set<() => void>()

function show(key: OperationId, parts: Parts): void {
  shown.set(key, parts)
  for (const changed of watching) changed()
}

function watch(changed: () => void) {
  watching.add(changed)
  return () => void watching.delete(changed)
}

/** How many machines of a selection the server has certainly executed. */
export const doneOf = (key: OperationId): number => shown.get(key)?.done ?? 0

/** How far a selection has been sent; undefined if it fits into one part. */
export const useParts = (key: OperationId | undefined): Parts | undefined =>
  useSyncExternalStore(watch, () => (key === undefined ? undefined : shown.get(key)))

/** Another UUID for each part, which depends on nothing else. */
function keyOfPart(key: OperationId, part: number): OperationId {
  const last = Number.parseInt(key.slice(-6), 16) ^ part
  return `${key.slice(0, -6)}${last.toString(16).padStart(6, '0')}`
}
