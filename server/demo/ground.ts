import type { CompanyId, MachineId, ProductId, UserId } from '#domain/ids.ts'
import type { Moment } from '#domain/time.ts'

/** What all machines of a company stand on, once it is in the database. */
export type Ground = {
  company: CompanyId
  currency: string
  productIds: ReadonlyMap<string, ProductId>
  servicemen: readonly UserId[]
  seed: string
  now: Moment
}

/** A machine in the database, and since when it has been there. */
export type Installed = { machineId: MachineId; slotIds: ReadonlyMap<string, number>; since: Moment; servicedBy: UserId }
