import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type Activity, listActivity, MAX_ACTIVITIES } from '#contract/activity.ts'
import { listVisits, type Visit } from '#contract/visits.ts'
import { dayOf, isoDay } from '#domain/calendar.ts'
import type { MachineId, UserId } from '#domain/ids.ts'
import type { Span } from '#domain/sales/periods.ts'
import { fromIso, MINUTE, SECOND, toIso } from '#domain/time.ts'
import { call, type Page } from '#offline/api-client.ts'
import { getSession } from './device.ts'
import { unlessLive } from './liveness.ts'
import { answered, TIMEOUT } from './server-requests.ts'

export const VISITS_A_PAGE = 50

/** The filters of visits, by whole days of the company. */
type VisitsQuestion = { machine?: MachineId | undefined; user?: UserId | undefined; span?: Span | undefined }

/** A page of visits, latest first. `page` counts from 0. */
export const visits = ({ machine, user, span }: VisitsQuestion, page: number, size = VISITS_A_PAGE) =>
  queryOptions({
    queryKey: ['visits', machine, user, span, page, size],
    meta: { topics: ['activity', 'stock', 'cash', 'photos'] },
    placeholderData: keepPreviousData,
    refetchInterval: unlessLive(MINUTE),
    retry: false,
    queryFn: (): Promise<Page<Visit[]>> => {
      const { timezone } = getSession().account
      const dayIn = (at: number) => isoDay(dayOf(at, timezone))
      const query = {
        page: String(page),
        size: String(size),
        ...(machine === undefined ? {} : { machine: String(machine) }),
        ...(user === undefined ? {} : { user: String(user) }),
        ...(span ? { from: dayIn(span.from), to: dayIn(span.until - 1) } : {}),
      }
      return answered(call(listVisits, { query }, TIMEOUT))
    },
  })

/** What was recorded in a visit, in the order in which it happened. */
export const workInVisit = ({ id, machine, user, from, until }: Visit) =>
  queryOptions({
    queryKey: ['visits', 'work', id, from, until],
    meta: { topics: ['activity'] },
    retry: false,
    queryFn: (): Promise<Activity[]> =>
      answered(
        call(
          listActivity,
          {
            query: {
              sort: 'created,asc',
              machine: String(machine.id),
              ...(user ? { user: String(user.id) } : {}),
              startDate: from,
              // The end is exclusive.
              endDate: toIso(fromIso(until) + SECOND),
              size: String(MAX_ACTIVITIES),
            },
          },
          TIMEOUT,
        ),
      ),
  })
