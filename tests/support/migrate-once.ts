import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dumpMigrated } from './house.ts'

/** Makes the empty, migrated database that every test file begins with once for all of them. */
export default async function migrateOnce() {
  const folder = await mkdtemp(join(tmpdir(), 'roundsman-migrated-'))
  const file = join(folder, 'database.tar')
  const dump = await dumpMigrated()
  await writeFile(file, Buffer.from(await dump.arrayBuffer()))
  process.env.MIGRATED_DATABASE = file
  return () => rm(folder, { recursive: true, force: true })
}
