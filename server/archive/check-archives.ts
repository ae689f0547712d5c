import { companyIds } from '../audit-log/audit-log.store.ts'
import type { Database } from '../db/client.ts'
import { archivedOf } from './archive.store.ts'
import { ArchiveDamaged, archivePath, readArchive } from './archive-file.ts'

/** The reasons why archive files cannot be read back. */
export async function damagedArchives(database: Database, dataDir: string): Promise<string[]> {
  const reasons: string[] = []
  for (const company of await database.asSystem(companyIds))
    for (const file of await database.withTenant(company, (db) => archivedOf(db, company)))
      try {
        for await (const _rows of readArchive(archivePath(dataDir, file), file, file.digest));
      } catch (error) {
        if (!(error instanceof ArchiveDamaged)) throw error
        reasons.push(error.message)
      }
  return reasons
}
