// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { Dexie } from 'dexie'
import { afterEach, expect, test } from 'vitest'
import { dexieStore, LocalDb } from './local-db.ts'
import { isPutAside, untilPutAside, whenPutAside } from './put-aside.ts'

const NEVER = new Promise<string>(() => {})

/** `persisted`: the browser keeps the page for the way back. */
const leave = (persisted: boolean) => window.dispatchEvent(Object.assign(new Event('pagehide'), { persisted }))
const comeBack = () => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))

afterEach(comeBack)

test('work that the page leaves behind ends for whoever waits for it', async () => {
  const work = untilPutAside(NEVER, 'instead')
  leave(true)
  expect(await work).toBe('instead')
})

test('a page that ends altogether is not put aside', async () => {
  let heard = 0
  const stop = whenPutAside(() => heard++)
  leave(false)
  expect([heard, isPutAside()]).toEqual([0, false])
  leave(true)
  expect([heard, isPutAside()]).toEqual([1, true])
  stop()
  leave(true)
  expect(heard).toBe(1)
})

test('a page that comes back is no longer aside', () => {
  leave(true)
  comeBack()
  expect(isPutAside()).toBe(false)
})

test('work that is done in time gives what it made', async () => {
  expect(await untilPutAside(Promise.resolve('done'), 'instead')).toBe('done')
})

test('a transaction under way is broken off, and done again when the page is back', async () => {
  const db = new LocalDb('put-aside')
  const store = dexieStore(db)
  const fates: string[] = []
  await store.write(['meta'], async (work) => {
    const { idbtrans } = Dexie.currentTransaction
    idbtrans.addEventListener('abort', () => fates.push('broken off'))
    idbtrans.addEventListener('complete', () => fates.push('done'))
    await work.put('meta', [{ key: 'deviceId', value: 'this one' }])
    if (fates.length === 0) leave(true)
  })
  expect(fates).toEqual(['broken off', 'done'])
  expect(await store.read(['meta'], (work) => work.get('meta', 'deviceId'))).toEqual({ key: 'deviceId', value: 'this one' })
  db.close()
})
