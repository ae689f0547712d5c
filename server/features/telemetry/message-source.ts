import type { CompanyId, MachineId } from '#domain/ids.ts'
import type { Moment } from '#domain/time.ts'
import type { Device } from '../../http/request-context.ts'

/** The reporting device, its machine, and when the server received the message. */
export type ReportSource = { device: Device; machine: number; currency: string; timezone: string; receivedAt: Moment }

/** The context in which a DEX read-out is recorded. */
export type ReadOutContext = { company: CompanyId; machine: MachineId; currency: string; timezone: string; receivedAt: Moment }
