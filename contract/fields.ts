import * as v from 'valibot'
import { MAX_UNITS } from '#domain/units.ts'

/** The pieces that many calls share. */

export const Id = v.pipe(v.number(), v.safeInteger(), v.minValue(1))
export const Uuid = v.pipe(v.string(), v.uuid(), v.toLowerCase())

/** From here on, years have five digits, and ISO 8601 no longer says them without a sign. */
const YEAR_10000 = Date.UTC(10_000)

/** The 30th of February is no day; what reads dates would take it for one in March. */
const isOnTheCalendar = (text: string): boolean => {
  const [year = 0, month = 0, day = 0] = text.slice(0, 10).split('-').map(Number)
  return new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day
}

/** ISO 8601 with a zone; read as milliseconds since 1970. */
export const Instant = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.check((text) => Date.parse(text) < YEAR_10000 && isOnTheCalendar(text), 'is not a moment'),
)

/** Whole pieces, grams or millilitres, as much as a machine could ever hold. */
export const Quantity = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(MAX_UNITS))

/** In a query every value is a text. */
const numeral = v.pipe(v.string(), v.regex(/^\d{1,15}$/, 'must be a whole number'), v.transform(Number))
export const QueryId = v.pipe(numeral, v.minValue(1))
/** A person's number, a 32-bit integer in the database. */
export const QueryUserId = v.pipe(numeral, v.minValue(1), v.maxValue(2 ** 31 - 1))
/** How many. */
export const QueryCount = v.pipe(numeral, v.maxValue(1_000_000))
export const PageNumber = v.optional(QueryCount, '0')
export const pageSize = (standard: number) => v.optional(v.pipe(numeral, v.minValue(1), v.maxValue(1_000)), String(standard))

export const SearchText = v.optional(v.pipe(v.string(), v.trim(), v.maxLength(200)), '')

/** A text from people: no control characters but line breaks and tabs, since they can hide what is said. */
export const text = (longest: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(longest),
    v.check((value) => !/\p{Cc}/u.test(value.replaceAll(/[\t\n\r]/g, '')), 'holds control characters'),
  )

/** A text of one line, such as a name: a line break in it would end the line of every list, message and file that it is written into. */
export const line = (longest: number, wrong = 'must be on one line') =>
  v.pipe(
    text(longest),
    v.check((value) => !/[\t\n\r\u2028\u2029]/.test(value), wrong),
  )

/** What a mail program would make a link of. A dot inside a name (`St.Anna`, `Vend.com`) is none. */
const WEB_ADDRESS = /:\/\/|\bwww\.|[\p{L}\d-]\.\p{L}{2,}[/?#:]/iu

/**
 * What changes the direction of a text, or cannot be seen: with it one name looks like another, or an address like none. Copied texts
 * hold it by accident, so it is left out and not refused. Marks and joiners that languages are written with stay.
 */
const DISGUISE = /[\u200B\u2060\uFEFF\u202A-\u202E\u2066-\u2069]/g

/** The name of a person or a company: one line without a web address, because it goes into mails to people who do not know who wrote it. */
export const personalName = (longest: number) =>
  v.pipe(
    v.string(),
    v.transform((value) => value.replaceAll(DISGUISE, '')),
    line(longest, 'NAME_ONE_LINE'),
    v.check((value) => !WEB_ADDRESS.test(value), 'NAME_WITHOUT_ADDRESS'),
  )

export const PageDetails = v.object({
  page: v.number(),
  size: v.number(),
  totalPages: v.number(),
  totalElements: v.number(),
  hasNext: v.boolean(),
})
export type PageDetails = v.InferOutput<typeof PageDetails>

/** A change of some fields. A field that is not among them is refused by its name, because ignoring it would look like a success. */
export const changeOf = <const Entries extends v.ObjectEntries>(entries: Entries) =>
  v.strictObject(entries, ({ expected }) => (expected === 'never' ? 'cannot be changed' : 'must be an object'))
