import { cached } from './cached.ts'

/** Offsets in minutes of zone names that mean one zone only; CST and IST are used for several. */
const NAMED: Readonly<Record<string, number>> = {
  WET: 0,
  WEST: 60,
  BST: 60,
  CET: 60,
  MEZ: 60,
  CEST: 120,
  MESZ: 120,
  EET: 120,
  EEST: 180,
  MSK: 180,
  SAST: 120,
  JST: 540,
  KST: 540,
  AWST: 480,
  ACST: 570,
  ACDT: 630,
  AEST: 600,
  AEDT: 660,
  NZST: 720,
  NZDT: 780,
  BRT: -180,
  EDT: -240,
  EST: -300,
  CDT: -300,
  MDT: -360,
  MST: -420,
  PDT: -420,
  PST: -480,
  AKDT: -480,
  AKST: -540,
  HST: -600,
}

export const ZONE_NAMES = Object.keys(NAMED).join('|')

/** The zone of a header, in minutes ahead of UTC: "Time (UTC+8)", "created_utc", "Date (EST)". */
export function zoneOfHead(head: string): number | null {
  const plain = head
    .slice(0, 200)
    .replaceAll('_', ' ')
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replaceAll(/(\p{Lu}+)(\p{Lu}\p{Ll})/gu, '$1 $2')
  const utc = /\b(?:gmt|utc)\b\s*([+-]\d{1,2}(?::?\d{2})?)?/i.exec(plain)
  if (utc) return zoneMinutes(utc[1] ?? '')
  const named = ZONE_AT_END.exec(plain)?.[1]
  return named === undefined ? null : zoneMinutes(named)
}
const ZONE_AT_END = new RegExp(`[\\s([](${ZONE_NAMES})[)\\]]?$`)

/** The zone in a line of text, such as "All times in UTC"; null if it has none, 'print' if it is that of the line's own date. */
export function zoneInText(text: string): number | 'print' | null {
  const zone = /\b(?:UTC|GMT)\b/.test(text) ? zoneOfHead(text) : null
  if (zone === null) return null
  return /\b\d{4}\b|\d[./-]\d{1,2}[./-]/.test(text.replaceAll(/[+-]\d{2}:?\d{2}/g, '')) ? 'print' : zone
}

/** The zone of a row: an offset in minutes, a name that depends on the date, or the local one. */
type RowZone = { minutes: number } | { name: string } | 'local'

/** Names of zones in English (Unicode CLDR) and those of Windows. The clock of such a zone may change in summer. */
const REGIONS: readonly [RegExp, string][] = [
  [/^(?:central european|(?:W\. |central )europe(?:an)?|romance)\b/i, 'Europe/Berlin'],
  [/^(?:eastern european|E\. europe|FLE|GTB)\b/i, 'Europe/Bucharest'],
  [/^western european\b/i, 'Europe/Lisbon'],
  [/^(?:GMT standard|british (?:time|summer|standard))\b/i, 'Europe/London'],
  [/^(?:AUS|australian) eastern\b/i, 'Australia/Sydney'],
  [/^(?:AUS|australian) central\b/i, 'Australia/Darwin'],
  [/^(?:W\. australia|australian western) (?:standard )?time$/i, 'Australia/Perth'],
  [/^new zealand\b/i, 'Pacific/Auckland'],
  [/^indian? (?:standard )?time$|^india$/i, 'Asia/Kolkata'],
  [/^(?:tokyo|japan)\b/i, 'Asia/Tokyo'],
  [/^(?:china|chinese) (?:standard )?time$/i, 'Asia/Shanghai'],
  [/^singapore\b/i, 'Asia/Singapore'],
  [/^(?:israel|jerusalem)\b/i, 'Asia/Jerusalem'],
  [/^(?:E\. south america|brasilia|brasília)\b/i, 'America/Sao_Paulo'],
  [/^atlantic (?:time|standard|daylight)\b/i, 'America/Halifax'],
  [/^newfoundland\b/i, 'America/St_Johns'],
  [/^alaskan?\b/i, 'America/Anchorage'],
  [/^(?:hawaii|hawaiian)\b/i, 'Pacific/Honolulu'],
  [/^eastern (?:time|standard|daylight)\b|^eastern$|^ET$/i, 'America/New_York'],
  [/^central (?:time|standard|daylight)\b|^central$|^CT$/i, 'America/Chicago'],
  [/^mountain (?:time|standard|daylight)\b|^mountain$|^MT$/i, 'America/Denver'],
  [/^pacific (?:time|standard|daylight)\b|^pacific$|^PT$/i, 'America/Los_Angeles'],
]

/** The American zone at the end of a header, whose offset depends on the date: "Transaction Time (PT)". */
export function zoneNameOfHead(head: string): string | null {
  const named = /[\s([]([ECMP]T)[)\]]?$/.exec(head.slice(0, 200).trim())?.[1]
  return REGIONS.find(([pattern]) => named !== undefined && pattern.test(named))?.[1] ?? null
}

/** The zone in a column of zones: "UTC", "+02:00", "PST", "America/New_York"; null if it is unknown or means several. */
export const zoneNamed: (text: string) => RowZone | null = cached((text) => {
  const plain = text.trim().slice(0, 60)
  if (/^local(?: time)?$/i.test(plain)) return 'local'
  if (/^(?:Z|UTC|GMT)$/i.test(plain)) return { minutes: 0 }
  if (/^(?:(?:UTC|GMT) ?)?[+-]\d{1,2}(?::?\d{2})?$/i.test(plain)) return { minutes: zoneMinutes(plain) }
  const minutes = NAMED[plain.toUpperCase()]
  if (minutes !== undefined) return { minutes }
  const region = REGIONS.find(([pattern]) => pattern.test(plain.replace(/^\([^)]*\) ?/, '')))
  if (region) return { name: region[1] }
  const [, before = '', within = ''] = /^(.*?) ?\(([^)]*)\)$/.exec(plain) ?? []
  if (within !== '') return zoneNamed(before) ?? zoneNamed(within)
  const words = zonesInWords().get(wordsKey(plain))
  if (words !== undefined) return { name: words }
  const city = citiesOf().get(plain.toLowerCase())
  if (city !== undefined) return { name: city }
  return /^[A-Za-z_]+(?:\/[A-Za-z_+-]+){1,2}$/.test(plain) && isKnown(plain) ? { name: plain } : null
})

const wordsKey = (name: string) => name.toLowerCase().replaceAll('’', "'")

let inWords: ReadonlyMap<string, string> | undefined
/** The same zones by their names in other languages, such as "Heure d’Europe centrale", in winter, in summer and in general. */
const zonesInWords = () => {
  inWords ??= new Map(
    REGIONS.filter(([, zone]) => /^(?:Europe|America|Asia\/Tokyo)/.test(zone))
      .flatMap(([, timeZone]) =>
        NAMING.flatMap((language) =>
          (['long', 'longGeneric'] as const).flatMap((timeZoneName) => {
            const format = new Intl.DateTimeFormat(language, { timeZone, timeZoneName })
            return SEASONS.map(
              (day) => [format.formatToParts(day).find(({ type }) => type === 'timeZoneName')?.value ?? '', timeZone] as const,
            )
          }),
        ),
      )
      .map(([name, zone]) => [wordsKey(name), zone] as const),
  )
  return inWords
}
/** Each language and zone takes a millisecond, so these are only those of our customers. */
const NAMING = ['de', 'es', 'fr', 'it', 'ja', 'pl', 'pt'] as const
const SEASONS = [Date.UTC(2026, 0, 15), Date.UTC(2026, 6, 15)]

let cities: ReadonlyMap<string, string> | undefined
/** Zones by the name of their city. */
const citiesOf = () => {
  cities ??= new Map(
    Intl.supportedValuesOf('timeZone').map((name) => [(name.split('/').at(-1) ?? '').replaceAll('_', ' ').toLowerCase(), name]),
  )
  return cities
}

function isKnown(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** Offset in minutes of a zone such as +02:00, UTC+8 or CET. */
export function zoneMinutes(zone: string): number {
  const offset = /([+-])(\d{1,2}):?(\d{2})?$/.exec(zone)
  if (!offset) return NAMED[zone] ?? 0
  return (offset[1] === '-' ? -1 : 1) * (Number(offset[2]) * 60 + Number(offset[3] ?? 0))
}
