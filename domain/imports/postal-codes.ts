import { LOCALES } from '../locales.ts'
import { nameKey } from './cell.ts'

/** The digits of postal codes that can begin with one zero, or with `zeros`, and the digit after which a hyphen follows. */
const SHAPES: Readonly<Record<string, { digits: number; zeros?: number; hyphen?: number }>> = {
  AU: { digits: 4 },
  BR: { digits: 8, hyphen: 5 },
  CN: { digits: 6 },
  DE: { digits: 5 },
  ES: { digits: 5 },
  FI: { digits: 5, zeros: 2 },
  FR: { digits: 5 },
  IT: { digits: 5, zeros: 2 },
  JP: { digits: 7, zeros: 2, hyphen: 3 },
  KR: { digits: 5 },
  MX: { digits: 5 },
  MY: { digits: 5 },
  NO: { digits: 4 },
  PL: { digits: 5, zeros: 2, hyphen: 2 },
  RO: { digits: 6 },
  TR: { digits: 5 },
  UA: { digits: 5 },
  US: { digits: 5, zeros: 2 },
}
/** Countries without a neighbour whose codes have fewer digits. */
const ALONE = new Set(['AU', 'BR', 'JP', 'KR', 'US'])
/** Names that are not those of a language. */
const NAMES: Readonly<Record<string, string>> = {
  d: 'DE',
  ger: 'DE',
  deu: 'DE',
  brd: 'DE',
  i: 'IT',
  ita: 'IT',
  f: 'FR',
  fra: 'FR',
  e: 'ES',
  esp: 'ES',
  pol: 'PL',
  usa: 'US',
  'u.s.a.': 'US',
  'u.s.': 'US',
  'united states of america': 'US',
  jpn: 'JP',
  日本国: 'JP',
  bra: 'BR',
}

let countries: Map<string, string> | undefined
function countryNamed(text: string): string | null {
  countries ??= new Map([
    ...Object.entries(NAMES),
    ...Object.keys(SHAPES).flatMap((code) =>
      [code, ...LOCALES.map((locale) => new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? code)].map(
        (name) => [nameKey(name), code] as const,
      ),
    ),
  ])
  return countries.get(nameKey(text)) ?? null
}

/** The country of a time zone, if its postal codes can begin with zero. */
export function countryOfZone(timezone: string): string | null {
  const zonesOf = (code: string) => {
    const locale = new Intl.Locale('und', { region: code }) as Intl.Locale & { getTimeZones?(): string[]; timeZones?: string[] }
    return locale.getTimeZones?.() ?? locale.timeZones ?? []
  }
  return Object.keys(SHAPES).find((code) => zonesOf(code).includes(timezone)) ?? null
}

/** Codes in the United States have four more digits behind a hyphen. */
const digitsIn = (code: string) => (/^〒?\d[\d-]*$/.test(code) ? code.replace(/^(\d{5})-\d{4}$/, '$1').replaceAll(/\D/g, '').length : 0)

/** The postal codes of a file: how many have each number of digits, and how many are written in another way. */
type PostalFacts = { lengths: Map<number, number>; others: number; hasHyphens: boolean }
export const noPostalCodes = (): PostalFacts => ({ lengths: new Map(), others: 0, hasHyphens: false })

export function seePostalCode(facts: PostalFacts, code: string): void {
  if (code === '') return
  const digits = digitsIn(code)
  if (digits === 0) facts.others++
  else facts.lengths.set(digits, (facts.lengths.get(digits) ?? 0) + 1)
  facts.hasHyphens ||= digits > 0 && code.includes('-')
}

/**
 * A postal code whose leading zeros a spreadsheet has removed, with them. Null if it is complete, and DOUBTFUL if it may be complete. It is certain
 * only if the file names the country, or if all other codes are those of the company's country and no neighbour has shorter ones.
 */
export function withPostalZeros(
  code: string,
  { country, home, facts }: { country: string; home: string | null; facts: PostalFacts },
): string | 'DOUBTFUL' | null {
  const digits = digitsIn(code)
  if (digits === 0 || code.includes('-')) return null
  const named = countryNamed(country)
  const isOther = country !== '' && named === null
  const shape = isOther ? undefined : SHAPES[named ?? home ?? '']
  const usual = [...facts.lengths].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? digits
  if (isOther || digits >= Math.max(shape?.digits ?? 0, named === null ? usual : 0)) return null
  const isPossible = (one: number) => shape !== undefined && one <= shape.digits && one >= shape.digits - (shape.zeros ?? 1)
  const hasOnlyThese = facts.others === 0 && [...facts.lengths.keys()].every(isPossible)
  const isHome = named === null && home !== null && ALONE.has(home) && hasOnlyThese && facts.lengths.has(shape?.digits ?? 0)
  if (!shape || !isPossible(digits) || (named === null && !isHome)) return 'DOUBTFUL'
  const whole = code.padStart(shape.digits, '0')
  return facts.hasHyphens && shape.hyphen ? `${whole.slice(0, shape.hyphen)}-${whole.slice(shape.hyphen)}` : whole
}
