import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import type { CompanyId, UserId } from '#domain/ids.ts'
import type { DeviceType } from '#domain/machines/device.ts'
import type { Authority, CompanyRole } from '#domain/team/permissions.ts'
import type { Moment } from '#domain/time.ts'
import type { Database, Db } from '../db/client.ts'
import type { ReadMachineStock } from '../ledger/machine-stock.ts'
import type { PhotoStore } from '../photo-store/photo-store.ts'
import type { Settings } from '../settings.ts'
import type { RoadTravel } from '../travel/road-travel.ts'
import type { ReportError } from './error-reports.ts'

/** The authenticated user. It is read in every request, so that a demotion takes effect with the next one. */
export type Principal = {
  companyId: CompanyId
  userId: UserId
  sessionId: string
  companyRole: CompanyRole
  roles: readonly Authority[]
  currency: string
  enabled: boolean
  /** The API key, if the request comes from an external system: it limits the request to its scopes. */
  key?: { id: number; scopes: readonly string[] }
}

/** A device that authenticated with its own key. */
export type Device = { companyId: CompanyId; deviceId: number; imei: string; type: DeviceType }

/** What every handler can use. */
export type AppContext = {
  settings: Settings
  database: Database
  /** Derives a key for one purpose from the installation's master key. */
  keyFor(purpose: string): Buffer
  now(): Moment
  /** Whether the clock has just jumped, so that anything that has expired now may not really have expired. */
  isClockDoubtful?(): boolean
  /** Whether this process is serving requests, to which background work gives way. */
  isServing?(): boolean
  /** Null: photos are stored in the database. */
  photoStore: PhotoStore | null
  /** The stock per product in all machines of a company. */
  machineStock: ReadMachineStock
  /** Travel times by road. */
  roads: RoadTravel
  log: FastifyBaseLogger
  /** Sends an unexpected error to the address from the settings, if any. */
  report?: ReportError
}

/** The context of an authenticated call: `db` is a transaction that is limited to the user's company. */
export type RequestContext = { db: Db; principal: Principal; ctx: AppContext; request: FastifyRequest; reply: FastifyReply }

/** The context of a call that opens its own transactions. `readOnly`: the fields that it received and cannot change. */
export type Alone = Omit<RequestContext, 'db'> & { readOnly?: Readonly<Record<string, unknown>> }

/** The context of a device's call: `db` is a transaction of the device's company. */
export type DeviceContext = { db: Db; device: Device; ctx: AppContext; request: FastifyRequest; reply: FastifyReply }

/** The context of a public call, which opens its own transactions. */
export type PublicContext = { ctx: AppContext; request: FastifyRequest; reply: FastifyReply }
