import type { Moment } from './time.ts'
import { DAY, HOUR, MINUTE, SECOND } from './time.ts'

/** A calendar day without a zone: `month` counts from 1. */
export type Day = { year: number; month: number; day: number }

/** The wall clock time of a zone, represented as if it were UTC. */
export const wallClock = (at: Moment, timeZone: string): Moment => at + offsetAt(at, timeZone)

const offsets = new Map<string, Map<number, number | null>>()
/** Cached hours of one zone. */
const MAX_OFFSETS = 20_000

/**
 * Offset of a zone to UTC. The platform takes tens of microseconds to compute it, and a report or an import needs thousands, so the offset
 * of an hour is cached if it is the same at both ends: clocks never change twice within one.
 */
function offsetAt(at: Moment, timeZone: string): number {
  const hour = Math.floor(at / HOUR)
  const ofZone = offsets.get(timeZone) ?? new Map<number, number | null>()
  const known = ofZone.get(hour)
  if (typeof known === 'number') return known
  if (known === null) return exactOffset(at, timeZone)
  const begin = exactOffset(hour * HOUR, timeZone)
  const isSteady = begin === exactOffset((hour + 1) * HOUR - 1, timeZone)
  if (ofZone.size === 0) offsets.set(timeZone, ofZone)
  if (ofZone.size >= MAX_OFFSETS) ofZone.clear()
  ofZone.set(hour, isSteady ? begin : null)
  return isSteady ? begin : exactOffset(at, timeZone)
}

const exactOffset = (at: Moment, timeZone: string): number => wallExactly(at, timeZone) - at

function wallExactly(at: Moment, timeZone: string): Moment {
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = partsOf(at, timeZone)
  return Date.UTC(year, month - 1, day) + hour * HOUR + minute * MINUTE + second * SECOND + (((at % SECOND) + SECOND) % SECOND)
}

export const dayOf = (at: Moment, timeZone: string): Day => dayIn(wallClock(at, timeZone))

/** The first moment of a day in a zone. If the clock skips midnight, it is the moment after the gap. */
export function startOfDay({ year, month, day }: Day, timeZone: string): Moment {
  const midnight = Date.UTC(year, month - 1, day)
  const offsets = [midnight - DAY, midnight + DAY].map((at) => wallClock(at, timeZone) - at)
  const candidates = offsets.map((offset) => midnight - offset).filter((at) => wallClock(at, timeZone) >= midnight)
  return Math.min(...candidates)
}

/** The moment of a wall clock time in a zone; the first one if it occurs twice, the next one if it is skipped. */
export function momentAt(wall: Moment, timeZone: string): Moment {
  const [before, after] = [offsetAt(wall - DAY, timeZone), offsetAt(wall + DAY, timeZone)]
  if (before === after) return wall - before
  const candidates = [wall - before, wall - after]
  return Math.min(...candidates.filter((at) => wallClock(at, timeZone) >= wall), Math.max(...candidates))
}

export const addDays = ({ year, month, day }: Day, days: number): Day => dayIn(Date.UTC(year, month - 1, day + days))

/** The same day in another month, or that month's last day if it has no such day. */
export function addMonths({ year, month, day }: Day, months: number): Day {
  const last = dayIn(Date.UTC(year, month + months, 0))
  return { ...last, day: Math.min(day, last.day) }
}

/** 1: Monday. */
export const weekdayOf = (at: Moment, timeZone: string): number => new Date(wallClock(at, timeZone)).getUTCDay() || 7

/** Whether the calendar has such a day: there is no 30 February. */
export const isRealDay = ({ year, month, day }: Day): boolean =>
  month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate()

/** A day such as 2026-03-01. */
export const isoDay = ({ year, month, day }: Day): string => `${pad(year, 4)}-${pad(month)}-${pad(day)}`

const dayIn = (utc: number): Day => {
  const date = new Date(utc)
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}

const pad = (value: number, length = 2) => String(value).padStart(length, '0')

const clocks = new Map<string, Intl.DateTimeFormat>()

function partsOf(at: Moment, timeZone: string): Partial<Record<Intl.DateTimeFormatPartTypes, number>> {
  const clock = clocks.get(timeZone) ?? clockIn(timeZone)
  clocks.set(timeZone, clock)
  return Object.fromEntries(clock.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
}

const clockIn = (timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  })
