import { byName } from '#app/data/by-name.ts'
import type { Round } from '#contract/rounds.ts'
import { addDays, isoDay } from '#domain/calendar.ts'
import type { MachineId, UserId } from '#domain/ids.ts'
import type { Task } from '#domain/rounds/round.ts'

/** A route that repeats every four weeks is found too. */
const WEEKS = 4

/** The days in which a round of the same weekday is looked for; a request may cover 31 days. */
export function weeksBefore(day: string): { from: string; to: string } {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const before = (days: number) => isoDay(addDays({ year, month, day: date }, -days))
  return { from: before(7 * WEEKS), to: before(7) }
}

export type EarlierRound = { userId: UserId; name: string; date: string; stops: { machineId: MachineId; tasks: Task[] }[] }

/**
 * The last round of each person on the weekday of `day`, as it was planned: without stops that its person added, and without machines that are
 * gone.
 */
export function earlierRounds(rounds: readonly Round[], day: string, isThere: (machine: MachineId) => boolean): EarlierRound[] {
  const weekday = (date: string) => new Date(`${date}T12:00:00Z`).getUTCDay()
  const last = new Map<UserId, EarlierRound>()
  for (const { date, user, stops } of rounds) {
    const planned = stops.filter(({ isAdded, machineId }) => !isAdded && isThere(machineId))
    if (weekday(date) !== weekday(day) || planned.length === 0 || (last.get(user.id)?.date ?? '') > date) continue
    last.set(user.id, { userId: user.id, name: user.name, date, stops: planned.map(({ machineId, tasks }) => ({ machineId, tasks })) })
  }
  return [...last.values()].toSorted(byName)
}
