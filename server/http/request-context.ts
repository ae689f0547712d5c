import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import type { CompanyId, UserId } from '#domain/ids.ts'
import type { DeviceType } from '#domain/machines/device.ts'
import type { Authority, CompanyRole } from '#domain/team/permissions.ts'
import type { Moment } from '#domain/time.ts'
import type { Database, Db } from '../db/client.ts'
import type { Settings } from '../settings.ts'
import type { ReportError } from './error-reports.ts'

/** Who asks, looked up anew at every request: a demotion counts from the next one. */
export type Principal = {
  companyId: CompanyId
  userId: UserId
  sessionId: string
  companyRole: CompanyRole
  roles: readonly Authority[]
  currency: string
  enabled: boolean
  /** The key of an outside system that acts in their name, where it is no person: it may do what it was made for, and no more. */
  key?: { id: number; scopes: readonly string[] }
}

/** A device that speaks with its own key. */
export type Device = { companyId: CompanyId; deviceId: number; imei: string; type: DeviceType }

/** What the house lends to every handler. */
export type AppContext = {
  settings: Settings
  database: Database
  /** Derives a key for one purpose from the installation's master key. */
  keyFor(purpose: string): Buffer
  now(): Moment
  /** Whether the clock has jumped a moment ago: what ends by it now may not have ended. */
  isClockDoubtful?(): boolean
  log: FastifyBaseLogger
  /** Sends an unforeseen error to where the settings say, if anywhere. */
  report?: ReportError
}

/** Handed to the handler of a signed-in call: `db` is a transaction in which no other company exists. */
export type RequestContext = { db: Db; person: Principal; ctx: AppContext; request: FastifyRequest; reply: FastifyReply }

/** Handed to the handler of a device's call: `db` is a transaction of the company that the device belongs to. */
export type DeviceContext = { db: Db; device: Device; ctx: AppContext; request: FastifyRequest; reply: FastifyReply }

/** Handed to the handler of a public call; it opens what transactions it needs itself. */
export type PublicContext = { ctx: AppContext; request: FastifyRequest; reply: FastifyReply }
