import type { CompanyId } from '#domain/ids.ts'
import type { Database } from '../db/client.ts'
import { archivedOf, deleteArchivedMonth, putBack, setHistoryMonths } from './archive.store.ts'
import { archivePath, readArchive } from './archive-file.ts'

export type ArchiveRestored = { files: number; rows: number }

/**
 * Puts all archived rows of a company back into the database, in one transaction. From then on the company keeps all months, because the
 * rows would be archived again otherwise. The files stay.
 */
export const restoreArchive = (database: Database, dataDir: string, company: CompanyId): Promise<ArchiveRestored> =>
  database.withTenant(company, async (db) => {
    await setHistoryMonths(db, company, null)
    const files = await archivedOf(db, company)
    let count = 0
    for (const file of files) {
      for await (const rows of readArchive(archivePath(dataDir, file), file, file.digest))
        count += await putBack(db, company, file.source, rows)
      await deleteArchivedMonth(db, file)
    }
    return { files: files.length, rows: count }
  })
