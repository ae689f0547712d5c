import type { Moment } from '#domain/time.ts'
import type { Device } from '../../http/request-context.ts'

/** The machine that a device tells of, and when the server heard it. */
export type Telling = { device: Device; machine: number; currency: string; timezone: string; receivedAt: Moment }
