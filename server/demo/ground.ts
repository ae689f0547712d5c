import type { CompanyId, MachineId, ProductId, UserId } from '#domain/ids.ts'
import type { Moment } from '#domain/time.ts'
import type { Money } from './currencies.ts'

/** The stored company data that all its machines refer to. */
export type Ground = {
  company: CompanyId
  money: Money
  productIds: ReadonlyMap<string, ProductId>
  servicemen: readonly UserId[]
  seed: string
  now: Moment
}

/** A stored machine, and when it was installed. */
export type Installed = { machineId: MachineId; slotIds: ReadonlyMap<string, number>; since: Moment; servicedBy: UserId }
