import { createHash } from 'node:crypto'
import { existsSync, openAsBlob, readdirSync, readFileSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/pglite'
import { BUILT, inProgram } from '../folders.ts'
import type { Db } from './client.ts'
import { migrate } from './migrate.ts'

const NAME = /^database-\w+\.tar$/

/** The file of a prepared empty database. Its name contains a hash of everything that the database is created from. */
const preparedFile = () => join(BUILT, `database-${ingredients()}.tar`)

function ingredients(): string {
  const { resolve } = createRequire(import.meta.url)
  const migrations = inProgram('server/db/migrations')
  const scripts = readdirSync(migrations).filter((name) => name.endsWith('.sql'))
  const files = [
    join(dirname(resolve('@electric-sql/pglite')), '..', 'package.json'),
    ...['prepared.ts', 'migrate.ts', 'row-level-security.ts'].map((name) => inProgram('server/db', name)),
    ...scripts.toSorted().map((name) => join(migrations, name)),
  ]
  const hash = createHash('sha256')
  for (const file of files) hash.update(readFileSync(file))
  return hash.digest('hex').slice(0, 16)
}

/** A prepared empty database, if the build created one. It saves a new server the seconds of creating it. */
export async function preparedDatabase(): Promise<Blob | undefined> {
  const file = preparedFile()
  return existsSync(file) ? openAsBlob(file) : undefined
}

/** Creates the prepared database if it is missing, and deletes those of other versions. */
export async function prepareDatabase(): Promise<Blob> {
  const found = await preparedDatabase()
  if (found) return found
  const engine = await PGlite.create()
  const owner = drizzle(engine, { casing: 'snake_case' }) as unknown as Db
  await migrate(owner)
  // Every server that starts with it becomes its own installation.
  await owner.execute(sql`delete from installation`)
  const dump = await engine.dumpDataDir('none')
  await engine.close()

  const file = preparedFile()
  await mkdir(BUILT, { recursive: true })
  for (const name of readdirSync(BUILT)) if (NAME.test(name)) await rm(join(BUILT, name), { force: true })
  // Written to a temporary file first, so that a concurrent start never reads an incomplete one.
  const unfinished = `${file}.${process.pid}`
  await writeFile(unfinished, Buffer.from(await dump.arrayBuffer()))
  await rename(unfinished, file)
  return dump
}
