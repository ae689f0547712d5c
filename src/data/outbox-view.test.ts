import { expect, it } from 'vitest'
import { DAY, HOUR } from '#domain/time.ts'
import { isRecent, undoneIn } from './outbox-view.ts'

const NOW = Date.UTC(2026, 10, 22)

it.each([5, 0, -5])('what was sent an hour ago is recent, with a clock %d days ahead', (days) => {
  const offset = -days * DAY
  const phone = NOW - offset
  expect(isRecent({ state: 'processed', endedAt: NOW - HOUR }, phone, offset)).toBe(true)
  expect(isRecent({ state: 'processed', endedAt: NOW - HOUR }, phone + 2 * DAY, offset)).toBe(false)
  expect(isRecent({ state: 'discarded', endedAt: phone - HOUR }, phone, offset)).toBe(true)
})

it.each([
  ['queued', true],
  ['sending', true],
  ['acknowledged', true],
  ['processed', true],
  ['needs-you', false],
  ['discarded', false],
  ['replaced', false],
] as const)('an operation whose undo is %s is undone: %s', (state, isUndone) => {
  expect(undoneIn([{ call: 'voidOperation', body: { operationId: 'restock' }, state }]).has('restock')).toBe(isUndone)
})
