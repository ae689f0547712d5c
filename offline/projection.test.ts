import { expect, test } from 'vitest'
import type { Machine } from '#contract/machines.ts'
import { fromIso, HOUR, toIso } from '#domain/time.ts'
import { machineWith } from './projection.ts'
import type { JournalEntry, OutboxEntry } from './records.ts'

const NOW = fromIso('2026-11-25T12:00:00Z')
const machine = (lastRefill: string | null) => ({ id: 1, name: 'Hall', lastRefill }) as Machine

const operation = (opId: string, call: OutboxEntry['call'], at: number, body: unknown = []) =>
  ({ opId, call, body, machineId: 1, state: 'queued', occurredAt: at, rawAt: at }) as OutboxEntry
const restock = (opId: string, at: number) => operation(opId, 'restockSlots', at)
const undo = (opId: string, of: string) => operation(opId, 'voidOperation', NOW, { operationId: of })
const processed = (entry: OutboxEntry): JournalEntry => ({ ...entry, state: 'processed', endedAt: NOW })

const lastRefill = (shown: string | null, entries: OutboxEntry[], journal: OutboxEntry[] = []) =>
  machineWith(machine(shown), entries, 0, journal.map(processed)).lastRefill

test('a restock that is not sent yet is the last one', () => {
  const before = toIso(NOW - HOUR)
  expect(lastRefill(before, [restock('a', NOW)])).toBe(toIso(NOW))
  expect(lastRefill(null, [restock('a', NOW)])).toBe(toIso(NOW))
  expect(lastRefill(before, [])).toBe(before)
  expect(lastRefill(toIso(NOW), [restock('late', NOW - HOUR)])).toBe(toIso(NOW))
})

test('an undone restock is not the last one, whether it was sent or not', () => {
  const before = toIso(NOW - HOUR)
  expect(lastRefill(before, [restock('a', NOW), undo('u', 'a')])).toBe(before)
  expect(lastRefill(toIso(NOW), [undo('u', 'a')], [restock('a', NOW)])).toBeNull()
  expect(lastRefill(toIso(NOW), [undo('u', 'a')], [restock('older', NOW - HOUR), restock('a', NOW)])).toBe(before)
})

test('an undo of an earlier restock leaves the last one of a colleague', () => {
  expect(lastRefill(toIso(NOW), [undo('u', 'a')], [restock('a', NOW - HOUR)])).toBe(toIso(NOW))
})
