import type { CompanyId, MachineId } from '#domain/ids.ts'
import type { Moment } from '#domain/time.ts'

/** The context in which a DEX read-out is recorded. */
export type ReadOutContext = { company: CompanyId; machine: MachineId; currency: string; timezone: string; receivedAt: Moment }
