import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { byName } from '#app/data/by-name.ts'
import { unlessLive } from '#app/data/liveness.ts'
import { answered, NotAnswered, TIMEOUT } from '#app/data/server-requests.ts'
import { tableUrl } from '#app/data/transactions.ts'
import { type Activity, listActivity, MAX_ACTIVITIES } from '#contract/activity.ts'
import { type AuditEntry, listAudit } from '#contract/audit.ts'
import { LIVE_TOPICS } from '#contract/live.ts'
import { listUsers, type User } from '#contract/users.ts'
import type { AuditKind } from '#domain/audit.ts'
import type { Span } from '#domain/sales/periods.ts'
import { MINUTE, toIso } from '#domain/time.ts'
import { call, type Page } from '#offline/api-client.ts'

export const CHANGES_A_PAGE = 50

/** The filters of the list. */
type AuditQuestion = {
  span: Span | null
  kind?: AuditKind | undefined
  user?: number | undefined
  machine?: number | undefined
  slot?: number | undefined
}

const queryOf = ({ span, kind, ...ids }: AuditQuestion) => ({
  ...(span ? { since: toIso(span.from), until: toIso(span.until) } : {}),
  ...(kind ? { kind } : {}),
  ...Object.fromEntries(Object.entries(ids).flatMap(([name, id]) => (id === undefined ? [] : [[name, String(id)]]))),
})

const ask = (question: AuditQuestion, more: Record<string, string>) =>
  answered(call(listAudit, { query: { ...queryOf(question), ...more } }, { timeoutMs: MINUTE }))

/** The URL of the list as a file; null if it is created in the background. */
export const changesFile = (question: AuditQuestion, exportType: 'csv' | 'xlsx', locale: string) =>
  tableUrl(ask(question, { exportType, locale }))

/** A page of the audit log. `page` counts from 0. */
export const changes = (question: AuditQuestion, page: number) =>
  queryOptions({
    queryKey: ['audit', question, page],
    meta: { topics: [...LIVE_TOPICS].filter((topic) => topic !== 'sales' && topic !== 'notifications') },
    placeholderData: keepPreviousData,
    refetchInterval: unlessLive(MINUTE),
    retry: false,
    queryFn: async (): Promise<Page<AuditEntry[]>> => {
      const answer = await ask(question, { page: String(page), size: String(CHANGES_A_PAGE) })
      if (!('items' in answer)) throw new NotAnswered(null)
      return answer
    },
  })

/** More than one person can do in a day. */
const MAX_PER_DAY = 1_000

/** What a person did in a span, by when it happened. */
export const workOf = (person: number, { from, until }: Span) =>
  queryOptions({
    queryKey: ['activity', 'of a person', person, from, until],
    meta: { topics: ['activity'] },
    retry: false,
    queryFn: async (): Promise<Activity[]> => {
      const query = { user: String(person), startDate: toIso(from), endDate: toIso(until), sort: 'created,asc' as const }
      const all: Activity[] = []
      while (all.length < MAX_PER_DAY) {
        const page = { size: String(MAX_ACTIVITIES), skip: String(all.length) }
        const next = await answered(call(listActivity, { query: { ...query, ...page } }, TIMEOUT))
        all.push(...next)
        if (next.length < MAX_ACTIVITIES) break
      }
      return all
    },
  })

/** The people of the company, by name. */
export const people = () =>
  queryOptions({
    queryKey: ['users', 'people'],
    meta: { topics: ['team'] },
    retry: false,
    queryFn: (): Promise<Page<User[]>> => answered(call(listUsers, { query: { page: '0', size: '1000', query: '' } }, TIMEOUT)),
    select: ({ items }) =>
      items
        .map(({ userId, firstName, lastName, login }) => ({ id: userId, name: `${firstName} ${lastName}`.trim() || login }))
        .toSorted(byName),
  })
