import type { MachineType } from '#domain/machines/machine.ts'
import { DAY, HOUR, MINUTE, type Moment } from '#domain/time.ts'
import type { Chance } from './chance.ts'
import type { Deferred } from './endings.ts'
import type { Outage } from './story.ts'

/** EVA-DTS event codes: cups, brewer, water, coins; delivery, coins, bills, cooling. EI is communication. */
const FAULTS: Record<MachineType, string[]> = { COFFEE: ['EB', 'EE', 'EF', 'EA'], SNACK: ['EJ', 'EA', 'EN', 'EO'] }

const OUTAGES_IN_90_DAYS = 1.5

/** A few past outages and the current one, if any, in chronological order and without overlaps. */
export function drawOutages(type: MachineType, ending: Deferred, from: Moment, now: Moment, chance: Chance): Outage[] {
  const outages: Outage[] = []
  const expected = (OUTAGES_IN_90_DAYS * (now - from)) / (90 * DAY)
  const starts = Array.from({ length: chance.poisson(expected) }, () => chance.whole(from, now)).sort((a, b) => a - b)
  let free = from
  for (const start of starts) {
    const to = start + drawLength(chance)
    if (start < free || to > now - 4 * DAY) continue
    outages.push({ from: start, to, ...drawFault(type, chance) })
    free = to
  }
  if (ending === 'stopped')
    outages.push({ from: now - chance.whole(40, 500) * MINUTE, to: null, state: 'STOPPED', cause: chance.pick(FAULTS[type]) })
  if (ending === 'not-connected') outages.push({ from: now - chance.whole(26, 60) * HOUR, to: null, state: 'NOT_CONNECTED', cause: 'EI' })
  return outages
}

export const drawLength = (chance: Chance) => Math.round(Math.min(20 * HOUR, 20 * MINUTE + chance.logNormal(3 * HOUR, 0.9)))

export function drawFault(type: MachineType, chance: Chance): Pick<Outage, 'state' | 'cause'> {
  const isSilent = chance.happens(0.3)
  return isSilent ? { state: 'NOT_CONNECTED', cause: 'EI' } : { state: 'STOPPED', cause: chance.pick(FAULTS[type]) }
}

export const isOut = (outages: readonly Outage[], at: Moment): boolean =>
  outages.some(({ from, to }) => at >= from && (to === null || at < to))
