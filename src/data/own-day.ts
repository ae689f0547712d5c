import { queryOptions } from '@tanstack/react-query'
import { dayOf, isoDay } from '#domain/calendar.ts'
import type { MachineId } from '#domain/ids.ts'
import { DAY, type Moment } from '#domain/time.ts'
import { getSession } from './device.ts'
import { live } from './local-query.ts'
import { undoneIn } from './outbox-view.ts'

/** What the user recorded on this device today, sent or not, without what was undone. */
export async function operationsToday(): Promise<{ call: string; machineId: MachineId; rawAt: Moment }[]> {
  const { db, account } = getSession()
  const today = isoDay(dayOf(Date.now(), account.timezone))
  const isToday = (at: Moment) => isoDay(dayOf(at, account.timezone)) === today
  const [waiting, ended] = await Promise.all([
    db.outbox.toArray(),
    db.journal
      .where('endedAt')
      .above(Date.now() - 2 * DAY)
      .toArray(),
  ])
  const own = [...waiting, ...ended.filter(({ state }) => state === 'processed')]
  const undone = undoneIn(own)
  return own.filter(({ opId, rawAt }) => isToday(rawAt) && !undone.has(opId))
}

/** The number of cash boxes that the user emptied today, by what this device recorded. */
export const collectionsToday = () =>
  queryOptions({
    queryKey: ['collectionsToday'],
    queryFn: live(async () => (await operationsToday()).filter(({ call }) => call === 'withdrawCash').length),
  })
