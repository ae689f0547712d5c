import { queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import { DashboardLive, DashboardLongTerm, dashboardLive, dashboardLongTerm } from '#contract/dashboard.ts'
import { MINUTE, type Moment, SECOND } from '#domain/time.ts'
import { call } from '#offline/api-client.ts'
import { getSession } from './device.ts'
import { unlessHeard } from './liveness.ts'

/** The last dashboard figures from the server, stored on this device; null if they were never fetched. */
export type Figures = { askedAt: Moment; live: DashboardLive; longTerm: DashboardLongTerm | null }

export const figures = () =>
  queryOptions({
    queryKey: ['figures'],
    meta: { reads: ['meta'] },
    queryFn: async (): Promise<Figures | null> => {
      const { meta } = getSession().db
      const [row, longRow] = await Promise.all([meta.get('dashboardLive'), meta.get('dashboardLongTerm')])
      if (row?.key !== 'dashboardLive') return null
      // Figures stored by an older app may lack fields.
      const live = v.safeParse(DashboardLive, row.value.figures)
      const longTerm = longRow?.key === 'dashboardLongTerm' ? v.safeParse(DashboardLongTerm, longRow.value.figures) : null
      return live.success ? { askedAt: row.value.askedAt, live: live.output, longTerm: longTerm?.success ? longTerm.output : null } : null
    },
  })

/** Fetches and stores today's figures; false if the server does not respond. */
export const askFigures = () =>
  queryOptions({
    queryKey: ['figures', 'ask'],
    meta: { asks: ['sales', 'cash', 'machines', 'stock'] },
    staleTime: 5 * SECOND,
    refetchInterval: unlessHeard(30 * SECOND),
    queryFn: async (): Promise<boolean> => {
      const { db } = getSession()
      const answer = await call(dashboardLive, {}, { timeoutMs: 30 * SECOND })
      if (answer.state !== 'answered') return false
      await db.meta.put({ key: 'dashboardLive', value: { askedAt: Date.now(), figures: answer.value } })
      return true
    },
  })

/** The same for figures that change slowly. */
export const askLongTerm = () =>
  queryOptions({
    queryKey: ['figures', 'ask long term'],
    staleTime: MINUTE,
    refetchInterval: 5 * MINUTE,
    queryFn: async (): Promise<boolean> => {
      const { db } = getSession()
      const answer = await call(dashboardLongTerm, {}, { timeoutMs: 30 * SECOND })
      if (answer.state !== 'answered') return false
      await db.meta.put({ key: 'dashboardLongTerm', value: { askedAt: Date.now(), figures: answer.value } })
      return true
    },
  })
