import { queryOptions } from '@tanstack/react-query'
import type { Moment } from '#domain/time.ts'
import { clockOffset } from './clock-offset.ts'
import { getSession } from './device.ts'
import { live } from './local-query.ts'

/**
 * How current the data on this device is: when the server last sent all of it, by this device's clock, and whether it responded to the last
 * attempt. `isReachable` is null before the first one.
 */
type Freshness = { asOf: Moment | null; isReachable: boolean | null }

export const freshness = () =>
  queryOptions({
    queryKey: ['freshness'],
    queryFn: live(async (): Promise<Freshness> => {
      const { db } = getSession()
      const [synced, offset, connection] = await Promise.all([db.meta.get('syncedAt'), clockOffset(), db.meta.get('connection')])
      const asOf = synced?.key === 'syncedAt' && synced.value !== null ? synced.value - offset : null
      return { asOf, isReachable: connection?.key === 'connection' ? connection.value.state === 'reachable' : null }
    }),
  })

/** Whether data that this device never had is on its way, as far as it can tell. */
export const isBeingFetched = ({ asOf, isReachable }: Freshness): boolean => asOf === null && (isReachable ?? navigator.onLine)
