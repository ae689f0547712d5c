/** Languages whose months are parsed. If two of them use one name for different months, the earlier one counts. */
const LANGUAGES =
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

const plain = (name: string) =>
  name
    .toLocaleLowerCase()
    .replaceAll(/[.\u2019']/g, '')
    .trim()

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
        if (name.length >= 3 && /^\p{L}+$/u.test(name) && !known.has(name)) known.set(name, month)
      }
    }
  return known
}

/** The month of a name or its abbreviation, from 1; 0 if there is none. */
export function monthNamed(name: string): number {
  const plainName = plain(name)
  const exact = names().get(plainName)
  if (exact !== undefined) return exact
  const found = new Set([...names()].filter(([one]) => plainName.length >= 3 && one.startsWith(plainName)).map(([, month]) => month))
  const [only] = found
  return found.size === 1 && only !== undefined ? only : 0
}
