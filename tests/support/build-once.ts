import { ensureBuilt } from '../../scripts/ensure-built.ts'
import { prepareDatabase } from '../../server/db/prepared.ts'

/** Makes once for all test files the server that some start, and the empty, migrated database that each begins with. */
export default async function buildOnce(): Promise<void> {
  await ensureBuilt(['server'])
  await prepareDatabase()
}
