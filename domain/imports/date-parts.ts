import { cached } from './cached.ts'
import { type Cell, plainDigits, shown } from './cell.ts'
import { FIELDS } from './fields.ts'
import { mappingBy, plainHead } from './heads.ts'
import { LANGUAGES, monthNamed } from './months.ts'

const PARTS = ['year', 'month', 'day', 'hour', 'minute', 'second'] as const
type Part = (typeof PARTS)[number]
/** The column of each part. */
type Columns = Partial<Record<Part, number>> & { year: number; month: number; day: number }

let names: Map<string, Part> | undefined
/** The part that a header names in one of the languages of months. */
const partNamed = cached((head: string): Part | null => {
  if (!names) {
    names = new Map()
    for (const part of PARTS)
      for (const language of LANGUAGES) {
        const name = plainHead(new Intl.DisplayNames(language, { type: 'dateTimeField' }).of(part) ?? '')
        if (name && !names.has(name)) names.set(name, part)
      }
  }
  return names.get(plainHead(head)) ?? null
})

/** The columns of a header row with the year, month and day in columns of their own, or null. */
export function datePartsOf(heads: readonly Cell[]): Columns | null {
  const columns: Partial<Columns> = {}
  for (const [column, cell] of heads.entries()) {
    const part = typeof cell === 'string' ? partNamed(cell) : null
    if (part && columns[part] === undefined) columns[part] = column
  }
  const { year, month, day, hour, minute, second } = columns
  if (year === undefined || month === undefined || day === undefined) return null
  // Another column has the whole date.
  const { at } = mappingBy(FIELDS.SALES, heads.map(shown))
  if (at !== undefined && !Object.values(columns).includes(at)) return null
  const date = { year, month, day }
  return hour === undefined || minute === undefined ? date : { ...date, hour, minute, ...(second !== undefined && { second }) }
}

const whole = (cell: Cell | undefined): number | null => {
  const text = plainDigits(shown(cell))
  return /^\d{1,4}$/.test(text) ? Number(text) : null
}
const two = (value: number) => String(value).padStart(2, '0')

/** Writes the date into the column of the day, and the time of day into the column of the hour. Other cells remain. */
export function withDateJoined(cells: readonly Cell[], columns: Columns): Cell[] {
  const joined = [...cells]
  const part = (name: Part) => (columns[name] === undefined ? null : whole(cells[columns[name]]))
  const [year, day, hour, minute] = [part('year'), part('day'), part('hour'), part('minute')]
  const month = part('month') ?? (monthNamed(shown(cells[columns.month])) || null)
  if (year !== null && month !== null && day !== null) joined[columns.day] = `${year < 100 ? 2000 + year : year}-${two(month)}-${two(day)}`
  if (hour !== null && minute !== null && columns.hour !== undefined)
    joined[columns.hour] = [hour, minute, ...(columns.second === undefined ? [] : [part('second') ?? 0])].map(two).join(':')
  return joined
}

/** The headers of the joined columns. In brackets are those of the file. */
export function headsJoined(heads: readonly Cell[], columns: Columns): Cell[] {
  const joined = [...heads]
  const named = (parts: readonly Part[]) =>
    parts.flatMap((part) => (columns[part] === undefined ? [] : [shown(heads[columns[part]])])).join(', ')
  joined[columns.day] = `Date (${named(['year', 'month', 'day'])})`
  if (columns.hour !== undefined) joined[columns.hour] = `Time (${named(['hour', 'minute', 'second'])})`
  return joined
}
