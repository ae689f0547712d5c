import { addDays, type Day, dayOf, isoDay } from '#domain/calendar.ts'
import { nameKey } from '#domain/imports/cell.ts'
import { DAY_FIELDS } from '#domain/imports/fields.ts'
import { type Weekday, weekdayIn } from '#domain/imports/weekdays.ts'
import { isNo, isYes } from '#domain/imports/words.ts'
import { MAX_STOPS } from '#domain/rounds/round.ts'
import type { Moment } from '#domain/time.ts'
import { echoed, type Problem, type Row } from '../../files/read-rows.ts'
import type { Known } from './known.ts'
import { type NewStop, roundKey } from './routes.store.ts'
import { machineNamed, type Understood } from './understand.ts'

/** Rounds further ahead are a typing error. */
const MAX_DAYS_AHEAD = 366

/**
 * Parses stops of routes, one batch of rows after the other: a person, a weekday or a date, and a machine, in the order of their numbers or of the
 * file. A weekday is its next date after today.
 */
export function stopsIn(known: Known, { now, timezone }: { now: Moment; timezone: string }): (rows: readonly Row[]) => Understood<NewStop> {
  const today = dayOf(now, timezone)
  const [seen, counts] = [new Set<string>(), new Map<string, number>()]
  /** The stops of a row; a problem of one of its days refuses all of them. */
  const stopsOf = ({ row, values }: Row): NewStop[] | Wrong => {
    const textIn = (field: string) => (values[field] == null ? '' : String(values[field]))
    const person = known.people.get(nameKey(textIn('person')))
    if (!person) return { field: 'person', code: 'UNKNOWN_PERSON' }
    if (person === 'two') return { field: 'person', code: 'TWO_PEOPLE' }
    const machine = machineNamed(known, textIn('machine'))
    if (!machine) return { field: 'machine', code: 'UNKNOWN_MACHINE' }
    if (machine === 'two') return { field: 'machine', code: 'TWO_MACHINES' }
    const position = typeof values.order === 'number' ? values.order : row
    const marked = markedDays(textIn, position)
    if (!Array.isArray(marked)) return marked
    const visits = marked.length > 0 ? marked : [{ weekday: textIn('weekday'), position }]
    const stops: NewStop[] = []
    for (const visit of visits) {
      const date = dateOf({ at: values.at, weekday: visit.weekday }, today, timezone)
      if (typeof date !== 'string') return date
      const round = roundKey({ userId: person.id, date })
      if (known.rounds.has(round)) return { field: 'person', code: 'ROUND_THERE' }
      if (seen.has(`${round} ${machine.id}`)) return { field: 'machine', code: 'TWICE' }
      if ((counts.get(round) ?? 0) >= MAX_STOPS) return { field: 'machine', code: 'OUT_OF_RANGE' }
      stops.push({ userId: person.id, date, machineId: machine.id, position: visit.position })
    }
    for (const stop of stops) {
      const round = roundKey(stop)
      seen.add(`${round} ${stop.machineId}`)
      counts.set(round, (counts.get(round) ?? 0) + 1)
    }
    return stops
  }
  return (rows) => {
    const problems: Problem[] = []
    const records = rows.flatMap((row): NewStop[] => {
      const stop = stopsOf(row)
      if (Array.isArray(stop)) return stop
      problems.push({ row: row.row, field: stop.field, code: stop.code, value: echoed(row.values[stop.field] ?? null) })
      return []
    })
    return { records, problems }
  }
}

/** The weekdays of a row, in a table with a column for each, that have a mark or the order of the machine on that day. */
function markedDays(textIn: (field: string) => string, position: number): { weekday: string; position: number }[] | Wrong {
  const marked: { weekday: string; position: number }[] = []
  for (const field of DAY_FIELDS) {
    const text = textIn(field).trim()
    if (text === '' || text === '0' || isNo(text)) continue
    const order = /^\d{1,4}$/.test(text) ? Number(text) : null
    if (order === null && !isYes(text)) return { field, code: 'UNKNOWN_WORD' }
    marked.push({ weekday: field, position: order ?? position })
  }
  return marked
}

type Wrong = { field: string; code: Problem['code'] }
type Visited = { at: string | number | null | undefined; weekday: string }

function dateOf({ at, weekday }: Visited, today: Day, timezone: string): string | Wrong {
  if (typeof at === 'number') {
    const date = isoDay(dayOf(at, timezone))
    return date < isoDay(today) || date > isoDay(addDays(today, MAX_DAYS_AHEAD)) ? { field: 'at', code: 'OUT_OF_RANGE' } : date
  }
  if (weekday === '') return { field: 'weekday', code: 'MISSING' }
  const day = weekdayIn(weekday)
  return day === null ? { field: 'weekday', code: 'UNKNOWN_WORD' } : isoDay(nextOf(day, today))
}

function nextOf(weekday: Weekday, today: Day): Day {
  const now = new Date(Date.UTC(today.year, today.month - 1, today.day)).getUTCDay()
  return addDays(today, ((weekday - now + 6) % 7) + 1)
}
