import type { StockArea } from './stock-area.ts'

/** A serviceman's stock screens; the search text is passed along. */
export const servicemanArea = (q: string): StockArea => ({
  list: { to: '/dashboard/serviceman/shortages', search: { q: q || undefined } },
  all: { to: '/dashboard/serviceman/shortages', search: { q: q || undefined, machine: 'all' } },
  machine: (id) => ({
    to: '/dashboard/serviceman/machines/$machineId/shortages',
    params: { machineId: String(id) },
    search: { q: q || undefined },
  }),
  isVisit: true,
  about: (id) => ({ to: '/dashboard/serviceman/machines/$machineId', params: { machineId: String(id) } }),
})

/** The same at a stop of today's round, whose list is the round. */
export const stopArea = (q: string): StockArea => ({ ...servicemanArea(q), list: { to: '/dashboard/serviceman/tasks' }, isRound: true })
