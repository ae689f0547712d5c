import type { CompanyId, MachineId } from '#domain/ids.ts'
import type { Moment } from '#domain/time.ts'

/** Where and as what an audit is recorded. */
export type Desk = { company: CompanyId; machine: MachineId; currency: string; timezone: string; receivedAt: Moment }
