import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { schemaOf } from '../../tests/support/schema-of.ts'
import { type Database, rowsOf } from './client.ts'
import { holdsDatabase, openEmbedded } from './connect.ts'
import { prepareDatabase } from './prepared.ts'

let folder: string
beforeAll(async () => {
  await prepareDatabase()
  folder = await mkdtemp(join(tmpdir(), 'roundsman-prepared-'))
})
afterAll(() => rm(folder, { recursive: true }))

const open = async (name: string | null): Promise<Database> => {
  const opened = await openEmbedded(name === null ? null : join(folder, name))
  if ('wrong' in opened) throw new Error(opened.wrong)
  return opened.database
}

/** When each migration ran, and the row of the installation. */
const tracesIn = async ({ owner }: Database) => ({
  done: await rowsOf(owner, sql`select hash, done_at from migrations order by hash`),
  installations: await rowsOf<{ epoch: string }>(owner, sql`select epoch from installation`),
})

test('new folder starts with the prepared database as its own installation', async () => {
  const [one, other, made] = [await open('one'), await open('other'), await open(null)]
  const [here, there, elsewhere] = [await tracesIn(one), await tracesIn(other), await tracesIn(made)]
  expect(here.done).toEqual(there.done)
  expect(here.done).not.toEqual(elsewhere.done)
  expect(here.done).toHaveLength(elsewhere.done.length)
  const epochs = [here, there, elsewhere].flatMap(({ installations }) => installations.map(({ epoch }) => epoch))
  expect(epochs).toHaveLength(3)
  expect(new Set(epochs).size).toBe(3)
  expect(await schemaOf(one.owner)).toEqual(await schemaOf(made.owner))
  await Promise.all([one, other, made].map((database) => database.close()))

  const again = await open('one')
  expect(await tracesIn(again)).toEqual(here)
  await again.close()
}, 600_000)

test('start that was killed during database creation does not block the next', async () => {
  const one = await open('killed')
  const before = await tracesIn(one)
  await one.close()
  // An incomplete database: some files, and the mark that it is unfinished.
  await rm(join(folder, 'killed', 'database', 'base'), { recursive: true })
  await writeFile(join(folder, 'killed', 'database.unfinished'), '')
  expect(holdsDatabase(join(folder, 'killed'))).toBe(false)

  const next = await open('killed')
  const after = await tracesIn(next)
  expect(after.done).toEqual(before.done)
  expect(after.installations).toHaveLength(1)
  await next.close()
  expect(holdsDatabase(join(folder, 'killed'))).toBe(true)
}, 600_000)
