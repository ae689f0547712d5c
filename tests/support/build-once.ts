import { ensureBuilt } from '../../scripts/ensure-built.ts'
import { prepareDatabase } from '../../server/db/prepared.ts'

/** Builds the server, and the empty, migrated database that each test starts with, once for all test files. */
export default async function buildOnce(): Promise<void> {
  await ensureBuilt(['server'])
  await prepareDatabase()
}
