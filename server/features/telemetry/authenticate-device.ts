import { sql } from 'drizzle-orm'
import type { DeviceType } from '#domain/machines/device.ts'
import { rowsOf } from '../../db/client.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import type { AppContext, Device } from '../../http/request-context.ts'
import { hashApiKey } from './device-keys.ts'

type Known = { companyId: number; deviceId: number; imei: string; type: DeviceType; isColleague: boolean }

/**
 * Authenticates a device by its key, from which the company follows. A device acts for itself only: the number of another device of the same
 * company returns UNAUTHORIZED, any other number NOT_FOUND.
 */
export async function deviceOf({ database }: Pick<AppContext, 'database'>, key: string, imei: string): Promise<Device | Refusal> {
  const [known] = await database.asSystem((db) =>
    rowsOf<Known>(
      db,
      sql`select d.company_id as "companyId", d.id::float8 as "deviceId", d.imei, d.type,
          exists (select from devices o where o.company_id = d.company_id and o.imei = ${imei}) as "isColleague"
        from devices d where d.key_hash = ${hashApiKey(key)} and d.claimed_at is not null`,
    ),
  )
  if (!known) return refuse('UNAUTHORIZED')
  const { isColleague, ...device } = known
  if (device.imei === imei) return device
  return isColleague ? refuse('UNAUTHORIZED') : refuse('NOT_FOUND')
}

/** The key in a request's header, or null. */
export const keyIn = (authorization: string | undefined): string | null =>
  /^Bearer +([\w-]{20,200})$/i.exec(authorization ?? '')?.[1] ?? null
