import { randomUUID } from 'node:crypto'
import type { CompanyId, MachineId } from '#domain/ids.ts'
import { DAY, HOUR, type Moment } from '#domain/time.ts'
import type { Db } from '../database/database.ts'
import { customerIssues } from '../features/issues/issues.tables.ts'
import { insertMany } from './insert-many.ts'

/** What customers found, how long ago, and what became of it. */
const SAID = [
  { type: 'NO_CHANGE', details: 'No change for a 2 euro coin.', contactDetails: 'anna.k@mail.example', ago: 5 * HOUR, status: 'OPEN' },
  { type: 'PRODUCT_STUCK', details: 'The crisps hang behind the glass.', contactDetails: null, ago: 26 * HOUR, status: 'OPEN' },
  { type: 'PRODUCT_REQUEST', details: 'Oat milk would be lovely.', contactDetails: null, ago: 3 * DAY, status: 'RESOLVED' },
] as const

/** What customers have reported of the first machines. */
export const writeIssues = (db: Db, companyId: CompanyId, machines: readonly MachineId[], now: Moment) =>
  insertMany(
    db,
    customerIssues,
    SAID.flatMap(({ ago, ...said }, index) => {
      const machineId = machines[index]
      return machineId === undefined ? [] : [{ ...said, companyId, id: randomUUID(), machineId, createdAt: now - ago }]
    }),
  )
