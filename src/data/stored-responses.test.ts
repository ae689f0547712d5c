import 'fake-indexeddb/auto'
import { QueryClient, QueryObserver, queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import { afterAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { wipeMirror } from '#offline/account-vault.ts'
import { dexieStore, LocalDb } from '#offline/database.ts'
import * as device from './device.ts'
import type { LocalSession } from './local-session.ts'
import { restore, storedAs } from './stored-responses.ts'

let session: LocalSession
const opened = vi.spyOn(device, 'getSession').mockImplementation(() => session)
afterAll(() => opened.mockRestore())

let names = 0
function aSession(companyRole = 'ROLE_MANAGER', db = new LocalDb(`responses-${names++}`)): LocalSession {
  return { db, account: { companyRole } } as LocalSession
}

/** A new start of the app on the same device. */
function aClient(): QueryClient {
  const client = new QueryClient({ defaultOptions: { queries: { networkMode: 'always', retry: false, staleTime: 1_000 } } })
  onTestFinished(() => client.clear())
  return client
}

const figures = (queryFn: () => Promise<number>, schema: v.GenericSchema = v.number()) =>
  queryOptions({ queryKey: ['figures'], persister: storedAs(schema), queryFn })
const unreachable = () => Promise.reject(new Error('unreachable'))

/** Fetches a response and waits until it is stored. */
async function visit(value: number): Promise<void> {
  await aClient().fetchQuery(figures(async () => value))
  await expect.poll(() => session.db.responses.count()).toBe(1)
}

beforeEach(() => {
  session = aSession()
})

test('without a network the last response is shown with its time', async () => {
  const before = Date.now()
  await visit(7)
  const later = vi.spyOn(Date, 'now').mockReturnValue(before + 3_600_000)
  onTestFinished(() => later.mockRestore())
  const client = aClient()
  const observer = new QueryObserver(client, figures(unreachable))
  onTestFinished(observer.subscribe(() => {}))
  await expect.poll(() => observer.getCurrentResult().isRefetchError).toBe(true)
  const { data, dataUpdatedAt } = observer.getCurrentResult()
  expect(data).toBe(7)
  expect(dataUpdatedAt).toBeLessThan(before + 60_000)
})

test('with a network the stored response is replaced by the current one', async () => {
  await visit(7)
  const later = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_000)
  onTestFinished(() => later.mockRestore())
  const observer = new QueryObserver(
    aClient(),
    figures(async () => 8),
  )
  const seen: unknown[] = []
  onTestFinished(observer.subscribe(({ data }) => seen.push(data)))
  await expect.poll(() => observer.getCurrentResult().data).toBe(8)
  expect(seen).toContain(7)
})

test('a loader waits for the stored response and never for the server', async () => {
  const client = aClient()
  await restore(client, figures(unreachable))
  expect(client.getQueryData(['figures'])).toBeUndefined()
  await visit(7)
  await restore(client, figures(unreachable))
  expect(client.getQueryData(['figures'])).toBe(7)
  expect(client.getQueryState(['figures'])?.dataUpdatedAt).toBeGreaterThan(0)
})

test('a response to another role of the user is not shown', async () => {
  await visit(7)
  session = aSession('ROLE_EMPLOYEE', session.db)
  const client = aClient()
  await restore(client, figures(unreachable))
  expect(client.getQueryData(['figures'])).toBeUndefined()
  await expect(client.fetchQuery(figures(unreachable))).rejects.toThrow('unreachable')
})

test('a late response is stored for the user who requested it', async () => {
  const jonas = session
  let respond: ((value: number) => void) | null = null
  const fetched = aClient().fetchQuery(
    figures(
      () =>
        new Promise((resolve) => {
          respond = resolve
        }),
    ),
  )
  await expect.poll(() => respond).not.toBeNull()
  session = aSession()
  ;(respond as unknown as (value: number) => void)(7)
  await fetched
  await expect.poll(() => jonas.db.responses.count()).toBe(1)
  expect(await session.db.responses.count()).toBe(0)
})

test('a sign-out deletes them', async () => {
  await visit(7)
  await wipeMirror(dexieStore(session.db))
  expect(await session.db.responses.count()).toBe(0)
})

describe('after an update of the app, before the server is reached', () => {
  const update = () => session.db.responses.toCollection().modify(({ query }) => void Object.assign(query as object, { buster: '0.0.1' }))
  const shown = async (schema: v.GenericSchema) => {
    const client = aClient()
    const options = figures(unreachable, schema)
    await restore(client, options)
    const restored = client.getQueryData(['figures'])
    const fetched = await aClient()
      .fetchQuery(options)
      .catch(() => undefined)
    return [restored, fetched]
  }

  test('the last response is shown if this version can read it', async () => {
    await visit(7)
    await update()
    expect(await shown(v.number())).toEqual([7, 7])
  })

  test('new fields have their standard values', async () => {
    await visit({ sold: 3, removed: true } as unknown as number)
    await update()
    const expected = { sold: 3, cash: 0 }
    expect(await shown(v.object({ sold: v.number(), cash: v.optional(v.number(), 0) }))).toEqual([expected, expected])
  })

  test('a response that it cannot read is not shown', async () => {
    await visit(7)
    await update()
    expect(await shown(v.object({ sold: v.number() }))).toEqual([undefined, undefined])
  })
})
