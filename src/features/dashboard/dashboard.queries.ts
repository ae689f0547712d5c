import { queryOptions } from '@tanstack/react-query'
import { unlessLive } from '#app/data/liveness.ts'
import { answered } from '#app/data/server-requests.ts'
import { storedAs } from '#app/data/stored-responses.ts'
import { dashboardLive, dashboardLongTerm, dashboardToday } from '#contract/dashboard.ts'
import { MINUTE, SECOND } from '#domain/time.ts'
import { call } from '#offline/api-client.ts'

/** Today's figures of the company. */
export const liveFigures = () =>
  queryOptions({
    queryKey: ['figures', 'live'],
    persister: storedAs(dashboardLive.answer),
    meta: { topics: ['sales', 'cash', 'machines', 'stock'] },
    staleTime: 5 * SECOND,
    refetchInterval: unlessLive(30 * SECOND),
    queryFn: () => answered(call(dashboardLive, {}, { timeoutMs: 30 * SECOND })),
  })

/** Figures that change slowly. */
export const longTermFigures = () =>
  queryOptions({
    queryKey: ['figures', 'long term'],
    persister: storedAs(dashboardLongTerm.answer),
    staleTime: MINUTE,
    refetchInterval: 5 * MINUTE,
    queryFn: () => answered(call(dashboardLongTerm, {}, { timeoutMs: 30 * SECOND })),
  })

/** What is wrong today, and its cost. The server reads each sale of the day for it, so it is asked less often than for the live figures. */
export const todayFigures = () =>
  queryOptions({
    queryKey: ['figures', 'today'],
    persister: storedAs(dashboardToday.answer),
    meta: { topics: ['machines', 'alerts', 'stock', 'reviews', 'team'] },
    staleTime: 15 * SECOND,
    refetchInterval: MINUTE,
    queryFn: () => answered(call(dashboardToday, {}, { timeoutMs: 30 * SECOND })),
  })
