import 'fake-indexeddb/auto'
import { QueryClient } from '@tanstack/react-query'
import { afterAll, expect, it, vi } from 'vitest'
import { LocalDb } from '#offline/database.ts'
import type { JournalEntry } from '#offline/records.ts'
import * as device from './device.ts'
import type { LocalSession } from './local-session.ts'
import { stateOfRecord } from './outbox.ts'

const db = new LocalDb('state-of-record')
const observe = (read: () => Promise<unknown>, onRead: (result: unknown) => void) => {
  void read().then(onRead)
  return { unsubscribe: () => {} }
}
const opened = vi.spyOn(device, 'getSession').mockReturnValue({ db, observe } as unknown as LocalSession)
afterAll(() => opened.mockRestore())

it.each([
  ['processed', 'sent'],
  ['discarded', 'gone'],
  ['replaced', 'gone'],
] as const)('an operation that was %s is shown as %s', async (state, shown) => {
  await db.journal.put({ opId: state, state } as JournalEntry)
  expect(await new QueryClient().fetchQuery(stateOfRecord(state))).toBe(shown)
})

it('an operation that this version cannot read is not shown as sent', async () => {
  await db.outbox.put({ opId: 'unreadable' } as never)
  expect(await new QueryClient().fetchQuery(stateOfRecord('unreadable'))).toBe('unsent')
})
