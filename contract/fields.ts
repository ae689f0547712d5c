import * as v from 'valibot'
import { isRealDay } from '#domain/calendar.ts'
import { MAX_UNITS } from '#domain/units.ts'
import { maxCharacters } from './characters.ts'

/** Field schemas shared by many calls. */

export const Id = v.pipe(v.number(), v.safeInteger(), v.minValue(1))
export const Uuid = v.pipe(v.string(), v.uuid(), v.toLowerCase())

/** From here on years have five digits, which ISO 8601 only allows with a sign. */
const YEAR_10000 = Date.UTC(10_000)

/** PostgreSQL has no year 0. */
const YEAR_1 = Date.parse('0001-01-01T00:00:00Z')

const isInRange = (text: string): boolean => Date.parse(text) >= YEAR_1 && Date.parse(text) < YEAR_10000

/** Rejects dates such as 30 February, which `Date` would read as a day in March. */
const isOnTheCalendar = (text: string): boolean => {
  const [year = 0, month = 0, day = 0] = text.slice(0, 10).split('-').map(Number)
  return isRealDay({ year, month, day })
}

/** ISO 8601 with a zone; parsed to milliseconds since 1970. */
export const Instant = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.check((text) => isInRange(text) && isOnTheCalendar(text), 'is not a moment'),
)

/** Whole pieces, grams or millilitres, up to more than any machine can hold. */
export const Quantity = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(MAX_UNITS))

/** In a query every value is a string. */
const numeral = v.pipe(v.string(), v.regex(/^\d{1,15}$/, 'must be a whole number, 0 or more'), v.transform(Number))
export const QueryId = v.pipe(numeral, v.minValue(1))
/** A user id, a 32-bit integer in the database. */
export const QueryUserId = v.pipe(numeral, v.minValue(1), v.maxValue(2 ** 31 - 1))
export const QueryCount = v.pipe(numeral, v.maxValue(1_000_000))
export const PageNumber = v.optional(QueryCount, '0')
export const pageSize = (standard: number, most = 1_000) => v.optional(v.pipe(numeral, v.minValue(1), v.maxValue(most)), String(standard))

const MAX_LISTED = 1_000
const LISTS = new WeakMap<v.GenericSchema, v.GenericSchema>()

/** Several values in a query, separated by commas; undefined without any. The server joins the values of a repeated parameter. */
export const queryList = <const Item extends v.GenericSchema<string, unknown>>(item: Item) => {
  const list = v.pipe(
    v.string(),
    v.transform((text) => [...new Set(text.split(',').filter((one) => one !== ''))]),
    v.array(item),
    v.maxLength(MAX_LISTED, `must name ${MAX_LISTED} at most`),
    v.transform((values) => (values.length > 0 ? values : undefined)),
  )
  LISTS.set(list, item)
  return list
}

/** The values of a query list; undefined for any other field. */
export const itemOfList = (field: v.GenericSchema & { wrapped?: v.GenericSchema }): v.GenericSchema | undefined =>
  LISTS.get(field.wrapped ?? field)

export const SearchText = v.optional(v.pipe(v.string(), v.trim(), maxCharacters(200)), '')

/** Text entered by people: no control characters except line breaks and tabs, because they can hide content. */
export const text = (longest: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    maxCharacters(longest),
    v.check((value) => !/\p{Cc}/u.test(value.replaceAll(/[\t\n\r]/g, '')), 'must not contain control characters'),
  )

/**
 * Characters that change the text direction or are invisible: they can make one name look like another, or hide an address. They are
 * removed rather than refused, because copied texts contain them by accident. Marks and joiners that languages need are allowed.
 */
const DISGUISE = /[\u00AD\u115F\u1160\u200B\u202A-\u202E\u2060-\u2064\u2066-\u206F\u3164\uFEFF\uFFA0\uFFF9-\uFFFB]/g

/** Anything but spaces, marks and joiners, of which a name cannot consist, because it would be invisible in every list. */
const VISIBLE = /[^\p{Z}\p{Cf}\p{M}\t\n\r\u2800]/u

const withoutDisguise = (value: string): string => {
  const shown = value.replaceAll(DISGUISE, '')
  return VISIBLE.test(shown) ? shown : ''
}

/** Text of one line, such as a name: a line break would break every list, message and file that contains it. */
export const line = (longest: number, wrong = 'ONE_LINE') =>
  v.pipe(
    v.string(),
    v.transform(withoutDisguise),
    text(longest),
    v.check((value) => !/[\t\n\r\u2028\u2029]/.test(value), wrong),
  )

/** Matches what a mail program turns into a link. A dot inside a name (`St.Anna`, `Vend.com`) does not match. */
const WEB_ADDRESS = /:\/\/|\bwww\.|[\p{L}\d-]\.\p{L}{2,}[/?#:]/iu

/** The name of a person or a company: one line without a web address, because it appears in mails to people who do not know the author. */
export const personalName = (longest: number) =>
  v.pipe(
    line(longest, 'NAME_ONE_LINE'),
    v.check((value) => !WEB_ADDRESS.test(value), 'NAME_WITHOUT_ADDRESS'),
  )

/** The formats of these fields are documented but not checked, because installed apps also read what a newer server sends. */
export const Integer = v.pipe(v.number(), v.metadata({ type: 'integer' }))
/** ISO 8601 with a zone. */
export const DateTime = v.pipe(v.string(), v.metadata({ format: 'date-time' }))
/** A day of the calendar: 2026-03-31. */
export const DateOnly = v.pipe(v.string(), v.metadata({ format: 'date' }))

export const PageDetails = v.object({
  page: Integer,
  size: Integer,
  totalPages: Integer,
  totalElements: Integer,
  hasNext: v.boolean(),
})
export type PageDetails = v.InferOutput<typeof PageDetails>

/** A change of some fields. Unknown fields are refused by name because ignoring them would look like a success. */
export const changeOf = <const Entries extends v.ObjectEntries>(entries: Entries) => v.strictObject(entries)

/** The names of the fields of a schema. */
export const keysOf = <Entries extends object>(entries: Entries) => Object.keys(entries) as (keyof Entries & string)[]

const NOT_A_DAY = 'must be a day such as 2026-03-31'

/** A day of the calendar, as 2026-03-31. The 31st of February is none, and the database has no year 0. */
export const CalendarDay = v.pipe(
  v.string(),
  v.isoDate(NOT_A_DAY),
  v.check((day) => isOnTheCalendar(day) && day >= '0001', NOT_A_DAY),
)
