import { randomUUID } from 'node:crypto'
import type { CompanyId, MachineId } from '#domain/ids.ts'
import { DAY, HOUR, type Moment } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { customerIssues } from '../db/schema/issues.ts'
import { insertMany } from './insert-many.ts'

/** Reports of customers in different languages, with their age and status. */
const SAID = [
  { type: 'NO_CHANGE', details: 'No change for a 2 euro coin.', contactDetails: 'anna.k@mail.example', ago: 5 * HOUR, status: 'OPEN' },
  { type: 'PRODUCT_STUCK', details: 'Die Chips hängen hinter der Scheibe.', contactDetails: null, ago: 26 * HOUR, status: 'OPEN' },
  { type: 'PRODUCT_REQUEST', details: 'Oat milk would be lovely.', contactDetails: null, ago: 3 * DAY, status: 'RESOLVED' },
  {
    type: 'PAYMENT_PROBLEM',
    details: 'Zapłaciłem kartą, kwota została pobrana, ale kawa nie poleciała.',
    contactDetails: '+48 600 100 200',
    ago: 2 * HOUR,
    status: 'OPEN',
  },
  { type: 'MACHINE_OUT_OF_SERVICE', details: 'Schermo nero da stamattina.', contactDetails: null, ago: 4 * DAY, status: 'RESOLVED' },
  {
    type: 'PRODUCT_SHORTAGE',
    details: 'Plus d’eau plate depuis hier.',
    contactDetails: 'lea.m@mail.example',
    ago: 5 * DAY,
    status: 'RESOLVED',
  },
  { type: 'OTHER', details: 'asdf', contactDetails: null, ago: 8 * DAY, status: 'INVALID' },
  { type: 'PRODUCT_REQUEST', details: '¿Podrían poner fruta fresca?', contactDetails: null, ago: 12 * DAY, status: 'OPEN' },
  { type: 'NO_CHANGE', details: null, contactDetails: null, ago: 20 * DAY, status: 'INVALID' },
] as const

/** Inserts customer reports for the first machines. */
export const writeIssues = (db: Db, companyId: CompanyId, machines: readonly MachineId[], now: Moment) =>
  insertMany(
    db,
    customerIssues,
    SAID.flatMap(({ ago, ...said }, index) => {
      const machineId = machines[index % Math.max(1, machines.length)]
      return machineId === undefined ? [] : [{ ...said, companyId, id: randomUUID(), machineId, createdAt: now - ago }]
    }),
  )
