import fs from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { type Database, rowsOf } from './client.ts'
import { openEmbedded } from './connect.ts'

const flush = vi.spyOn(fs, 'fdatasync')
syncBuiltinESMExports()
afterAll(() => {
  flush.mockRestore()
  syncBuiltinESMExports()
})

async function open(): Promise<{ database: Database; folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'roundsman-flushed-'))
  const opened = await openEmbedded(folder)
  if ('wrong' in opened) throw new Error(opened.wrong)
  const { database } = opened
  onTestFinished(async () => {
    await database.close()
    await rm(folder, { recursive: true })
  })
  await database.asOwner((db) => db.execute(sql`create table notes (note text)`))
  return { database, folder }
}

const add = (database: Database, note = 'note') => database.asOwner((db) => db.execute(sql`insert into notes values (${note})`))

test('one flush serves all commits that were made during the one before', async () => {
  const { database } = await open()
  let release = () => {}
  const isReleased = new Promise<void>((resolve) => {
    release = resolve
  })
  const begun = flush.mock.calls.length
  flush.mockImplementationOnce((_file, done) => void isReleased.then(() => done(null)))
  const first = add(database)
  await expect.poll(() => flush.mock.calls.length).toBe(begun + 1)
  const acknowledged: number[] = []
  const others = Array.from({ length: 8 }, (_, index) => add(database).then(() => acknowledged.push(index)))
  let noteCommitted = (_rows: unknown) => {}
  const committed = new Promise((resolve) => {
    noteCommitted = resolve
  })
  const read = database.asOwner(async (db) => noteCommitted(await rowsOf(db, sql`select count(*)::int as count from notes`)))
  // The next transaction sees what is committed; nothing is acknowledged yet.
  expect(await committed).toEqual([{ count: 9 }])
  expect(acknowledged).toEqual([])
  release()
  await Promise.all([first, ...others, read])
  expect(flush.mock.calls.length - begun).toBeLessThanOrEqual(3)
})

test('reading without changes flushes nothing', async () => {
  const { database } = await open()
  const begun = flush.mock.calls.length
  await database.asOwner((db) => db.execute(sql`select count(*) from notes`))
  expect(flush.mock.calls.length).toBe(begun)
})

test('after a failed flush nothing is acknowledged any more', async () => {
  const { database } = await open()
  flush.mockImplementationOnce((_file, done) => done(Object.assign(new Error('i/o error'), { code: 'EIO' })))
  await expect(add(database)).rejects.toThrow('cannot be written to disk; restart the server')
  await expect(add(database)).rejects.toThrow('cannot be written to disk; restart the server')
})

test('checkpoints limit the log', async () => {
  const { database, folder } = await open()
  const add60Megabytes = sql`insert into notes select repeat(md5(id::text), 30) from generate_series(1, 60000) id`
  for (let count = 0; count < 3; count++) await database.asOwner((db) => db.execute(add60Megabytes))
  const segments = (await readdir(join(folder, 'database', 'pg_wal'))).filter((name) => /^[0-9A-F]{24}$/.test(name))
  expect(segments.length).toBeLessThan(10)
})
