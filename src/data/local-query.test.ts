import 'fake-indexeddb/auto'
import { type QueryClient, QueryObserver, queryOptions } from '@tanstack/react-query'
import { liveQuery } from 'dexie'
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { LocalDb } from '#offline/database.ts'
import * as device from './device.ts'
import { LocalQueryClient, live, readAgain } from './local-query.ts'
import type { LocalSession } from './local-session.ts'

let session: LocalSession
const opened = vi.spyOn(device, 'getSession').mockImplementation(() => session)
afterAll(() => opened.mockRestore())

let names = 0
let reads = 0
beforeEach(() => {
  reads = 0
  const observe: LocalSession['observe'] = (read, onRead) => liveQuery(read).subscribe(onRead)
  session = { db: new LocalDb(`live-${names++}`), observe } as LocalSession
})

const orderRow = (value: number) => ({ key: 'lastOrder', value }) as const

/** The order of the last operation, which reads one row of one table. */
const lastOrder = () =>
  queryOptions({
    queryKey: ['lastOrder'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: live(async () => {
      reads++
      const row = await session.db.meta.get('lastOrder')
      return row?.key === 'lastOrder' ? row.value : 0
    }),
  })

function aClient(): QueryClient {
  const client = new LocalQueryClient({ defaultOptions: { queries: { networkMode: 'always', retry: false } } })
  onTestFinished(() => client.clear())
  return client
}

/** A screen that shows the query; returns what it shows. */
function show(client: QueryClient) {
  const observer = new QueryObserver(client, lastOrder())
  const leave = observer.subscribe(() => {})
  onTestFinished(leave)
  return { shown: () => observer.getCurrentResult(), leave }
}

test('a change of a row is shown, and other rows repeat no read', async () => {
  const { shown } = show(aClient())
  await expect.poll(() => shown().data).toBe(0)
  await session.db.meta.put(orderRow(1))
  await expect.poll(() => shown().data).toBe(1)
  const before = reads
  await session.db.meta.put({ key: 'lastRaw', value: 9 })
  await session.db.meta.put(orderRow(2))
  await expect.poll(() => shown().data).toBe(2)
  expect(reads).toBe(before + 1)
})

test('a change by another tab or the worker is shown too', async () => {
  const { shown } = show(aClient())
  await expect.poll(() => shown().data).toBe(0)
  const other = new LocalDb(session.db.name)
  await other.meta.put(orderRow(3))
  await expect.poll(() => shown().data).toBe(3)
})

test('a loader reads data again if it changed after it was last shown', async () => {
  const client = aClient()
  expect(await client.ensureQueryData(lastOrder())).toBe(0)
  await session.db.meta.put(orderRow(1))
  await expect.poll(() => client.getQueryState(['lastOrder'])?.isInvalidated).toBe(true)
  expect(await client.ensureQueryData(lastOrder())).toBe(1)
  const before = reads
  expect(await client.ensureQueryData(lastOrder())).toBe(1)
  expect(reads).toBe(before)
})

test('a query without a screen is read once more at most, and again when shown', async () => {
  const client = aClient()
  const { shown, leave } = show(client)
  await expect.poll(() => shown().data).toBe(0)
  leave()
  await session.db.meta.put(orderRow(1))
  await expect.poll(() => client.getQueryState(['lastOrder'])?.isInvalidated).toBe(true)
  const before = reads
  await session.db.meta.put(orderRow(2))
  const again = show(client)
  await expect.poll(() => again.shown().data).toBe(2)
  expect(reads).toBe(before + 1)
})

test('a read of a closed database is an error, and succeeds once it is open', async () => {
  const client = aClient()
  session.db.close({ disableAutoOpen: true })
  const { shown } = show(client)
  await expect.poll(() => shown().isError).toBe(true)
  await session.db.open()
  readAgain(client)
  await expect.poll(() => shown().data).toBe(0)
})
