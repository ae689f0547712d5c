import { prepareDatabase } from '../../server/database/prepared.ts'

/** Makes the empty, migrated database that every test file begins with once for all of them, unless a build has. */
export default async function migrateOnce() {
  await prepareDatabase()
}
