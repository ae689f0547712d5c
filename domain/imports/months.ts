/** Languages whose months are parsed. If two of them use one name for different months, the earlier one counts. */
export const LANGUAGES =
  'en de fr es pt it pl ja nl sv da nb fi cs sk hu ro tr ru uk bg el ar he zh ko id vi th lt lv et sl hr sr ca eu gl is mk ms ga fa'.split(
    ' ',
  )

const FORMS = [
  { month: 'long' },
  { month: 'short' },
  { month: 'long', day: 'numeric', year: 'numeric' },
  { month: 'short', day: 'numeric', year: 'numeric' },
] as const

/** Abbreviations in use that no library knows. */
const SHORT: Readonly<Record<string, number>> = {
  sept: 9,
  mär: 3,
  mrz: 3,
  juil: 7,
  avr: 4,
  fév: 2,
  dic: 12,
  kwi: 4,
  sty: 1,
  out: 10,
  set: 9,
}

/** Without case, in which Turkish differs: KASIM and NİSAN are Kasım and Nisan. */
const plain = (name: string) =>
  name
    .toLowerCase()
    .replaceAll(/[.\u2019']/g, '')
    .replaceAll('\u0307', '')
    .replaceAll('ı', 'i')
    .trim()

/** Thai abbreviations have two letters without their points. */
const isName = /^(?:[\p{L}\p{M}]{3,}|[\u0e00-\u0e7f]{2,})$/u

let known: Map<string, number> | undefined
function names(): Map<string, number> {
  if (known) return known
  known = new Map(Object.entries(SHORT))
  for (const language of LANGUAGES)
    for (const form of FORMS) {
      const format = new Intl.DateTimeFormat(language, { ...form, calendar: 'gregory', timeZone: 'UTC' })
      for (let month = 1; month <= 12; month++) {
        const part = format.formatToParts(Date.UTC(2026, month - 1, 10)).find(({ type }) => type === 'month')
        const name = plain(part?.value ?? '')
        if (isName.test(name) && !known.has(name)) known.set(name, month)
      }
    }
  // A year of twelve months that begins in March.
  const persian = new Intl.DateTimeFormat('fa-u-ca-persian', { month: 'long', timeZone: 'UTC' })
  for (let month = 1; month <= 12; month++) known.set(plain(persian.format(Date.UTC(2026, month + 2, 10))), month)
  return known
}

/** Names that mean the month before in Croatian, with the month that they mean in Polish and Czech. */
const SHARED: Readonly<Record<string, number>> = { lip: 7, srp: 8, lis: 11, list: 11, listopad: 11, listopada: 11 }
const CROATIAN = /^(?:sij|velj|ožu|ozu|trav|tra$|svib|svi$|lipanj|lipnj|srpanj|srpnj|kolo|kol$|ruj|stud|stu$|prosinac|prosinca)/
const POLISH_OR_CZECH =
  /^(?:sty|lut|mar[zc]|kwi|maj|cze|lipiec|lipca|sie|wrz|paź|paz|gru|leden|led|únor|úno|břez|bře|dub|květ|kvě|červ|čer|srpen|srpna|září|zář|říj|listopadu|prosinec|prosince)/

/** Whether the name of a month is Croatian, of another language with similar names, or of both with different meanings. */
export function seeMonth(name: string): 'shared' | 'croatian' | 'other' | null {
  const plainName = plain(name)
  if (SHARED[plainName] !== undefined) return 'shared'
  if (CROATIAN.test(plainName)) return 'croatian'
  return POLISH_OR_CZECH.test(plainName) ? 'other' : null
}

/** The month of a name or its abbreviation, from 1; 0 if there is none. */
export function monthNamed(name: string, isCroatian = false): number {
  const plainName = plain(name).replace(/^ב(?=\p{L}{3})/u, '')
  const shared = SHARED[plainName]
  if (shared !== undefined) return isCroatian ? shared - 1 : shared
  const exact = names().get(plainName)
  if (exact !== undefined) return exact
  const found = new Set([...names()].filter(([one]) => plainName.length >= 3 && one.startsWith(plainName)).map(([, month]) => month))
  const [only] = found
  return found.size === 1 && only !== undefined ? only : 0
}
