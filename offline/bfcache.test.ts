// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { Dexie } from 'dexie'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { isHidden, onHidden, untilHidden } from './bfcache.ts'
import { dexieStore, LocalDb } from './database.ts'
import { currentSession } from './session.ts'

const NEVER = new Promise<string>(() => {})

/** `persisted`: the browser keeps the page in the back/forward cache. */
const leave = (persisted: boolean) => window.dispatchEvent(Object.assign(new Event('pagehide'), { persisted }))
const comeBack = () => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))

afterEach(comeBack)

test('work of a page in the back/forward cache ends for its callers', async () => {
  const work = untilHidden(NEVER, 'instead')
  leave(true)
  expect(await work).toBe('instead')
})

test('a page that is discarded is not marked as hidden', async () => {
  let events = 0
  const stop = onHidden(() => events++)
  leave(false)
  expect([events, isHidden()]).toEqual([0, false])
  leave(true)
  expect([events, isHidden()]).toEqual([1, true])
  stop()
  leave(true)
  expect(events).toBe(1)
})

test('a restored page is no longer marked as hidden', () => {
  leave(true)
  comeBack()
  expect(isHidden()).toBe(false)
})

test('work that finishes in time returns its result', async () => {
  expect(await untilHidden(Promise.resolve('done'), 'instead')).toBe('done')
})

test('a running transaction is aborted and repeated when the page is restored', async () => {
  const db = new LocalDb('put-aside')
  const store = dexieStore(db)
  const fates: string[] = []
  await store.write(['meta'], async (work) => {
    const { idbtrans } = Dexie.currentTransaction
    idbtrans.addEventListener('abort', () => fates.push('broken off'))
    idbtrans.addEventListener('complete', () => fates.push('done'))
    await work.put('meta', [{ key: 'deviceId', value: 'this one' }])
    if (fates.length > 0) return
    leave(true)
    queueMicrotask(comeBack)
  })
  expect(fates).toEqual(['broken off', 'done'])
  expect(await store.read(['meta'], (work) => work.get('meta', 'deviceId'))).toEqual({ key: 'deviceId', value: 'this one' })
  db.close()
})

test('a read transaction is aborted too, so that another page can write', async () => {
  const [left, other] = [new LocalDb('put-aside'), new LocalDb('put-aside')]
  let reads = 0
  const endless = left.transaction('r', left.outbox, async () => {
    for (;;) {
      await left.outbox.count()
      if (++reads === 3) leave(true)
    }
  })
  await expect(endless).rejects.toThrow()
  // The other page is separate and not in the back/forward cache.
  comeBack()
  await other.outbox.clear()
  left.close()
  other.close()
})

test('a transaction started while the page is hidden is aborted too', async () => {
  const db = new LocalDb('put-aside')
  await db.open()
  leave(true)
  const reading = db.outbox.count()
  await expect(reading).rejects.toThrow()
  comeBack()
  expect(await db.outbox.count()).toBe(0)
  db.close()
})

test('the read of the session is aborted and repeated as well', async () => {
  const fates: string[] = []
  const { transaction } = IDBDatabase.prototype
  const begun = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...asked) {
    const started = transaction.apply(this, asked)
    // The very first one creates the tables.
    if (started.mode === 'readonly') {
      started.addEventListener('abort', () => fates.push('broken off'))
      started.addEventListener('complete', () => fates.push('done'))
      if (fates.length === 0)
        queueMicrotask(() => {
          leave(true)
          comeBack()
        })
    }
    return started
  })
  onTestFinished(() => begun.mockRestore())
  expect(await currentSession()).toBe(null)
  expect(fates).toEqual(['broken off', 'done'])
})
