import 'fake-indexeddb/auto'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { LocalDb } from '#offline/database.ts'
import type { OutboxEntry } from '#offline/records.ts'
import * as device from './device.ts'
import { draftOf, endDraft, loadDraft, recordDraft, saveDraft } from './drafts.ts'
import type { LocalSession } from './local-session.ts'

const KEY = 'restock:1'
let now = 1_000
let ids = 0
let db: LocalDb
let tabs: LocalSession[]
let here: LocalSession
const opened = vi.spyOn(device, 'getSession').mockImplementation(() => here)
afterAll(() => opened.mockRestore())

const aTab = () => ({ db, device: { now: () => ++now, newId: () => `op-${++ids}` }, drafts: new Map() }) as unknown as LocalSession

beforeEach(() => {
  db = new LocalDb(`drafts-${ids++}`)
  tabs = [aTab(), aTab()]
})

/** Runs in a tab, and waits until its draft is stored. */
async function tab<T>(index: number, act: () => T | Promise<T>): Promise<T> {
  here = tabs[index] as LocalSession
  const result = await act()
  // A later transaction starts when those before it have ended.
  await db.transaction('rw', db.drafts, () => db.drafts.count())
  await new Promise((resolve) => setImmediate(resolve))
  return result
}
const type = (index: number, typed: object) => tab(index, () => saveDraft(KEY, { typed: typed as Record<string, unknown> }))
const look = (index: number) => tab(index, () => loadDraft(KEY).then(() => draftOf(KEY)))
const enqueue = async (opId: string) => {
  await db.outbox.put({ opId, rawAt: ++now } as OutboxEntry)
  return true
}
/** Records the input that a tab shows, unless `meanwhile` ends the tab. */
const record = (index: number, meanwhile = async () => {}) =>
  tab(index, async () => {
    const draft = draftOf(KEY)
    if (!draft) throw new Error('nothing is typed')
    await recordDraft(draft, async () => {
      await enqueue(draft.opId)
      await meanwhile()
      return true
    })
    return draft.opId
  })
/** What both tabs show. Input has the same operation id in both, so that it counts once. */
const shown = async () => {
  const [, one, other] = [await look(0), await look(1), await look(0)]
  expect(one?.typed).toEqual(other?.typed)
  if (Object.keys(one?.typed ?? {}).length > 0) expect(one?.opId).toBe(other?.opId)
  return other
}

test('recorded input disappears in both tabs', async () => {
  await type(0, { a: 1 })
  await look(1)
  const opId = await record(0)
  const draft = await shown()
  expect(draft).toMatchObject({ typed: {}, isRest: false })
  expect(draft?.opId).not.toBe(opId)
})

test('input of a tab that has not noticed the recording stays as another operation', async () => {
  await type(0, { a: 1 })
  await look(1)
  const opId = await record(0)
  await type(1, { a: 1, b: 5 })
  const draft = await shown()
  expect(draft).toMatchObject({ typed: { b: 5 }, isRest: true })
  expect(draft?.opId).not.toBe(opId)
})

test('a value that was changed after the recording stays', async () => {
  await type(0, { a: 1 })
  await look(1)
  await record(0)
  await type(1, { a: 2 })
  expect(await shown()).toMatchObject({ typed: { a: 2 }, isRest: true })
})

test('input that the recording tab had not received yet stays', async () => {
  await type(0, { a: 1 })
  await look(1)
  await type(1, { a: 1, b: 5 })
  await record(0)
  expect(await shown()).toMatchObject({ typed: { b: 5 }, isRest: true })
})

test('input typed while the operation is written stays, in either tab', async () => {
  await type(0, { a: 1 })
  await look(1)
  await record(0, async () => {
    await type(1, { a: 1, b: 5 })
    await look(1)
    await type(0, { a: 1, c: 7 })
  })
  expect(await shown()).toMatchObject({ typed: { b: 5, c: 7 }, isRest: true })
})

test('a tab that ends while it records leaves nothing that was recorded, and everything else', async () => {
  await type(0, { a: 1 })
  await look(1)
  await tab(0, () => {
    const draft = draftOf(KEY)
    if (draft) void recordDraft(draft, () => enqueue(draft.opId).then(() => new Promise<boolean>(() => {})))
  })
  await type(1, { a: 1, b: 5 })
  tabs[0] = aTab()
  expect(await shown()).toMatchObject({ typed: { b: 5 }, isRest: true })
})

test('input left for another machine stays too', async () => {
  await type(0, { a: 1 })
  await look(1)
  await record(0)
  await tab(1, () => saveDraft(KEY, { typed: {}, left: { typed: { a: 1, b: 5 }, at: now } }))
  expect(await shown()).toMatchObject({ typed: {}, left: { typed: { b: 5 } } })
})

test('a draft of an earlier version that was recorded is removed', async () => {
  await db.drafts.put({ key: KEY, opId: 'old', typed: { a: 1 }, left: null, savedAt: ++now })
  await enqueue('old')
  expect(await shown()).toMatchObject({ typed: {}, isRest: false })
})

test('further recordings of the rest end it', async () => {
  await type(0, { a: 1 })
  await look(1)
  await record(0)
  await type(1, { a: 1, b: 5 })
  await look(1)
  await record(1)
  expect(await shown()).toMatchObject({ typed: {}, isRest: false })
  await type(0, { d: 1 })
  expect(await shown()).toMatchObject({ typed: { d: 1 }, isRest: false })
})

test('what was not recorded can be discarded, in either tab', async () => {
  await type(0, { a: 1 })
  await look(1)
  await record(0)
  await type(1, { a: 1, b: 5 })
  await look(0)
  await tab(0, () => endDraft(KEY))
  expect(await shown()).toMatchObject({ typed: {}, isRest: false })
})
