import type { ImportChoices } from '#contract/imports.ts'
import type { CompanyId } from '#domain/ids.ts'
import type { ImportKind } from '#domain/imports.ts'
import type { Moment } from '#domain/time.ts'
import type { Database, Db } from '../../db/client.ts'
import type { Ways } from '../../db/company-settings.ts'
import type { Sheets } from '../../files/read-table.ts'
import type { Pace } from '../../yielding.ts'
import type { Lines } from './lines.ts'
import type { Created } from './outcome.ts'

/** A transaction of the company: the caller's own, or one per batch. */
export type InDb = <T>(work: (db: Db) => Promise<T>) => Promise<T>

export type ImportSource = {
  kind: ImportKind
  lines: Lines
  /** Information about the sheets, available after the rows were read; null if the file is not a workbook. */
  sheets(): Sheets | null
  /** The name of the file; empty if it is unknown. */
  fileName: string
  choices: ImportChoices
  company: CompanyId
  importId: string
  now: Moment
  ways: Ways
  inDb: InDb
  /** Gives way to requests. */
  pace: Pace
  /** The database on which the transactions run. */
  database: Database['kind']
  /** Stores what the import has created so far, in the same transaction. */
  noteCreated?: (db: Db, created: Created) => Promise<unknown>
  /** What was created before another process stopped; the import then resumes. */
  begun?: Created
}
