import { plainHead } from './heads.ts'

/** ISO 8601: 1 is Monday, 7 is Sunday. */
export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7

const LOCALES = ['en', 'pl', 'es', 'pt', 'de', 'fr', 'it', 'ja', 'nl', 'sv', 'da', 'nb', 'fi', 'cs', 'sk', 'hu', 'tr', 'ru', 'zh']
/** Short forms that the Unicode data does not have. */
const MORE = ['pn|segunda', 'tues|wt|terça', 'sr|quarta', 'thur|thurs|cz|czw|quinta', 'pt|sexta', 'sob', 'nd|niedz']
/** A Monday. */
const FIRST = Date.UTC(2024, 0, 1)

let known: ReadonlyMap<string, Weekday> | null = null

/** A short name that means another day in another language is that of the language listed first. */
function names(): ReadonlyMap<string, Weekday> {
  const found = new Map<string, Weekday>()
  const add = (name: string, day: Weekday) => {
    const plain = plainHead(name)
    if (plain !== '' && !found.has(plain)) found.set(plain, day)
  }
  const days = [1, 2, 3, 4, 5, 6, 7] as const
  for (const locale of LOCALES)
    for (const weekday of ['long', 'short'] as const)
      for (const day of days) add(new Intl.DateTimeFormat(locale, { weekday, timeZone: 'UTC' }).format(FIRST + (day - 1) * 86_400_000), day)
  for (const day of days) for (const name of (MORE[day - 1] ?? '').split('|')) add(name, day)
  return found
}

/** The weekday that a text names; null for a number, because systems begin to count on different days. */
export function weekdayIn(text: string): Weekday | null {
  known ??= names()
  return text.length > 40 ? null : (known.get(plainHead(text)) ?? known.get(plainHead(text).replace(/s$/, '')) ?? null)
}
