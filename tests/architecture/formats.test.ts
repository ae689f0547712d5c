import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sourceFiles } from '../support/imports.ts'

/** What turns a date, a number or an amount into text. */
const FORMATTING = /\bIntl\.(NumberFormat|DateTimeFormat|RelativeTimeFormat|ListFormat)\(|\.toLocale(Date|Time)?String\(|from 'dayjs'/

/** The modules that may, and why others cannot do it for them. */
const ALLOWED: Record<string, string> = {
  'domain/formats.ts': 'the formats of all screens, documents, mails and messages',
  'domain/format-locales.ts': 'what they derive from locale and language',
  'domain/numbers.ts': 'numbers in fields, which are parsed again',
  'domain/calendar.ts': 'the parts of a time in a time zone, not as text',
  'domain/locales.ts': 'which locale is like another',
  'documents/csv.ts': 'the decimal sign of a table for spreadsheets',
  'server/db/product-labels.ts': 'labels of tables, which imports read again',
  'server/demo/local-hours.ts': 'the hour of a time zone, not as text',
  'src/features/account/registration.queries.ts': 'the locale and the time zone of the browser',
  'src/i18n.ts': 'counts before a sign-in, without the formats of a company',
  'src/ui/AgeText.tsx': 'the relative form of a time',
  'src/ui/DayCalendar.tsx': 'the names of days for the calendar, which is a library',
}

const formatting = sourceFiles().filter(
  (file) =>
    /^(domain|documents|contract|offline|sw|src|server)\//.test(file) &&
    !/\.test\.tsx?$|^domain\/imports\//.test(file) &&
    FORMATTING.test(readFileSync(file, 'utf8')),
)

test('dates, numbers and amounts are formatted by the one module of formats', () => {
  expect(formatting.filter((file) => !(file in ALLOWED))).toEqual([])
})

test('every exception of formatting is still needed', () => {
  expect(Object.keys(ALLOWED).filter((file) => !formatting.includes(file))).toEqual([])
})
