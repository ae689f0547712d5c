import { type Cell, shown } from './cell.ts'

/** Which part of a date such as 03/04/2026 comes first. */
export const DATE_ORDERS = ['DAY_FIRST', 'MONTH_FIRST'] as const
export type DateOrder = (typeof DATE_ORDERS)[number]

/** A date as it is written: what a clock on the wall showed, or a moment where the text names its zone. */
export type Written = { wall: number; isMoment: boolean; hasTime: boolean; hasSeconds: boolean }

/** What is seen of the dates of a column: their order is decided for the column as a whole. */
export type DateFacts = {
  dates: number
  others: number
  /** Dates such as 3/4/2026. */
  parted: number
  firstOver12: number
  secondOver12: number
  dotted: number
  halves: number
  /** The first one that can be read both ways. */
  example: string | null
  /** The largest and smallest dates that each order would give. */
  span: Record<DateOrder, { least: number; most: number; back: number; last: number }>
  hasTime: boolean
  hasSeconds: boolean
}

export const noDates = (): DateFacts => ({
  dates: 0,
  others: 0,
  parted: 0,
  firstOver12: 0,
  secondOver12: 0,
  dotted: 0,
  halves: 0,
  example: null,
  span: {
    DAY_FIRST: { least: Infinity, most: -Infinity, back: 0, last: -Infinity },
    MONTH_FIRST: { least: Infinity, most: -Infinity, back: 0, last: -Infinity },
  },
  hasTime: false,
  hasSeconds: false,
})

const TIME = String.raw`(?:(?:[T\s,]|午[前後])+(\d{1,2})[:.時](\d{2})(?:[:.分](\d{2})(?:[.,](\d{1,9}))?)?[秒分]?\s*([AaPp]\.?\s?[Mm]\.?)?)?`
const ZONE = String.raw`\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2})?`
const YEAR_FIRST = new RegExp(String.raw`^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?${TIME}${ZONE}$`)
const COMPACT = /^(20\d{2})(\d{2})(\d{2})(?:[T ]?(\d{2})(\d{2})(\d{2})?)?$/
const PARTED = new RegExp(String.raw`^(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})\.?${TIME}${ZONE}$`)
const NAMED_DAY_FIRST = new RegExp(
  String.raw`^(?:\p{L}+\.?,?\s+)?(\d{1,2})\.?[\s-]+(?:de\s+)?(\p{L}{3,})\.?,?[\s-]+(?:de\s+)?(\d{4})${TIME}${ZONE}$`,
  'u',
)
const NAMED_MONTH_FIRST = new RegExp(
  String.raw`^(?:\p{L}+\.?,?\s+)?(\p{L}{3,})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})${TIME}${ZONE}$`,
  'u',
)

/** The beginnings of the months' names, in the languages of our customers. */
const MONTHS = [
  'jan ene gen sty led',
  'feb fev fév lut úno',
  'mar mär mrz maa bře',
  'apr abr avr kwi dub',
  'may mai mag maj mei kvě mayo',
  'jun jui_n giu cze čer',
  'jul jui_l lug lip červenec',
  'aug ago aou aoû sie srp',
  'sep set wrz zář',
  'oct okt ott out paź říj',
  'nov lis',
  'dec dez dic dic. déc gru pro',
].map((names) => names.split(' '))

function monthNamed(name: string): number {
  const plain = name.toLowerCase()
  if (plain.startsWith('juin')) return 6
  if (plain.startsWith('juil')) return 7
  if (plain.startsWith('listop')) return plain.startsWith('listopad') ? 11 : 0
  return MONTHS.findIndex((names) => names.some((one) => plain.startsWith(one))) + 1
}

type Clock = [hour?: string, minute?: string, second?: string, fraction?: string, half?: string, zone?: string]

function wallOf(year: number, month: number, day: number, [hour, minute, second, fraction, half, zone]: Clock): Written | null {
  const whole = year < 100 ? 2000 + year : year
  let h = Number(hour ?? 0)
  if (half) {
    if (h < 1 || h > 12) return null
    h = (h % 12) + (half.toLowerCase().startsWith('p') ? 12 : 0)
  }
  const [m, s] = [Number(minute ?? 0), Number(second ?? 0)]
  const midnight = Date.UTC(whole, month - 1, day)
  const isReal =
    new Date(midnight).getUTCMonth() + 1 === month && new Date(midnight).getUTCDate() === day && day > 0 && h < 24 && m < 60 && s < 60
  if (!isReal) return null
  const wall = midnight + ((h * 60 + m) * 60 + s) * 1_000 + Number((fraction ?? '').slice(0, 3).padEnd(3, '0'))
  const times = { hasTime: hour !== undefined, hasSeconds: second !== undefined }
  if (!zone) return { wall, isMoment: false, ...times }
  const offset = /^([+-])(\d{2}):?(\d{2})$/.exec(zone)
  const minutes = offset ? (offset[1] === '-' ? -1 : 1) * (Number(offset[2]) * 60 + Number(offset[3])) : 0
  return { wall: wall - minutes * 60_000, isMoment: true, ...times }
}

/** Excel counts days since the end of 1899; a number outside of 1995 to 2100 is no date. */
const isSerial = (value: number) => value >= 34_700 && value < 73_100

const asWritten = (wall: number, isMoment = false): Written => ({ wall, isMoment, hasTime: true, hasSeconds: true })

/** The date in a cell, its parts in an order where they can be read both ways. */
export function dateIn(cell: Cell | undefined, order: DateOrder): Written | null {
  if (cell instanceof Date) return Number.isFinite(cell.getTime()) ? asWritten(cell.getTime()) : null
  if (typeof cell === 'number') {
    if (isSerial(cell)) return asWritten(Math.round((cell - 25_569) * 86_400_000))
    if (cell >= 20_000_101 && cell < 21_000_101) return dateIn(String(cell), order)
    if (cell > 9e8 && cell < 4e9) return asWritten(cell * 1_000, true)
    return cell > 9e11 && cell < 4e12 ? asWritten(cell, true) : null
  }
  const text = shown(cell)
    .normalize('NFKC')
    .replaceAll(/[\u200b-\u200d\u2060\ufeff]/g, '')
  if (text.length < 6 || text.length > 60) return null
  const parted = PARTED.exec(text)
  if (parted) {
    const [first, second, year] = [Number(parted[1]), Number(parted[3]), Number(parted[4])]
    const clock = parted.slice(5) as Clock
    return order === 'MONTH_FIRST' ? wallOf(year, first, second, clock) : wallOf(year, second, first, clock)
  }
  const yearFirst = YEAR_FIRST.exec(text)
  if (yearFirst) return wallOf(Number(yearFirst[1]), Number(yearFirst[2]), Number(yearFirst[3]), yearFirst.slice(4) as Clock)
  const compact = COMPACT.exec(text)
  if (compact) return wallOf(Number(compact[1]), Number(compact[2]), Number(compact[3]), compact.slice(4) as Clock)
  const dayFirst = NAMED_DAY_FIRST.exec(text)
  if (dayFirst) return wallOf(Number(dayFirst[3]), monthNamed(dayFirst[2] ?? ''), Number(dayFirst[1]), dayFirst.slice(4) as Clock)
  const monthFirst = NAMED_MONTH_FIRST.exec(text)
  if (monthFirst) return wallOf(Number(monthFirst[3]), monthNamed(monthFirst[1] ?? ''), Number(monthFirst[2]), monthFirst.slice(4) as Clock)
  return /^\d{5}[.,]\d+$|^\d{5}$/.test(text) ? dateIn(Number(text.replace(',', '.')), order) : null
}

export function seeDate(facts: DateFacts, cell: Cell | undefined): void {
  if (cell === null || cell === undefined || cell === '') return
  const parted = typeof cell === 'string' ? PARTED.exec(cell.trim()) : null
  if (parted) {
    const [first, second] = [Number(parted[1]), Number(parted[3])]
    if (first > 31 || second > 31 || (first > 12 && second > 12)) return void facts.others++
    facts.parted++
    if (first > 12) facts.firstOver12++
    if (second > 12) facts.secondOver12++
    if (parted[2] === '.') facts.dotted++
    if (parted[9]) facts.halves++
    if (first <= 12 && second <= 12 && first !== second) facts.example ??= cell as string
    for (const order of DATE_ORDERS) {
      const read = dateIn(cell, order)
      if (!read) continue
      const span = facts.span[order]
      span.least = Math.min(span.least, read.wall)
      span.most = Math.max(span.most, read.wall)
      if (Math.abs(read.wall - span.last) > 27 * 86_400_000 && span.last !== -Infinity) span.back++
      span.last = read.wall
    }
  }
  const read = dateIn(cell, 'DAY_FIRST') ?? (parted ? dateIn(cell, 'MONTH_FIRST') : null)
  if (!read) return void facts.others++
  facts.dates++
  facts.hasTime ||= read.hasTime && read.wall % 86_400_000 !== 0
  facts.hasSeconds ||= read.hasSeconds && read.wall % 60_000 !== 0
}

export type Decided = {
  order: DateOrder
  by: 'NO_CHOICE' | 'DATES' | 'FUTURE' | 'VENDOR' | 'GUESS'
  isMixed: boolean
  example: string | null
}

/**
 * The order of a whole column. A part above 12 anywhere decides; then dates that would lie in the future, then what the vendor is
 * known to write. What is left is a guess, and a person is asked with an example.
 */
export function orderOf(facts: DateFacts, { now, vendor }: { now: number; vendor?: DateOrder | undefined }): Decided {
  const { parted, firstOver12, secondOver12, dotted, example, span } = facts
  const decided = (order: DateOrder, by: Decided['by'], isMixed = false): Decided => ({ order, by, isMixed, example })
  if (parted === 0) return decided('DAY_FIRST', 'NO_CHOICE')
  if (firstOver12 > 0 && secondOver12 > 0) return decided(firstOver12 >= secondOver12 ? 'DAY_FIRST' : 'MONTH_FIRST', 'GUESS', true)
  if (firstOver12 > 0) return decided('DAY_FIRST', 'DATES')
  if (secondOver12 > 0) return decided('MONTH_FIRST', 'DATES')
  if (example === null) return decided('DAY_FIRST', 'NO_CHOICE')
  if (dotted === parted) return decided('DAY_FIRST', 'DATES')
  const inFuture = (order: DateOrder) => span[order].most > now + 86_400_000
  if (inFuture('DAY_FIRST') !== inFuture('MONTH_FIRST')) return decided(inFuture('DAY_FIRST') ? 'MONTH_FIRST' : 'DAY_FIRST', 'FUTURE')
  if (vendor) return decided(vendor, 'VENDOR')
  // Rows follow each other in time: the order with fewer leaps of a month is the likelier one.
  const [day, month] = [span.DAY_FIRST.back, span.MONTH_FIRST.back]
  if (day !== month) return decided(day < month ? 'DAY_FIRST' : 'MONTH_FIRST', 'GUESS')
  return decided(facts.halves > 0 ? 'MONTH_FIRST' : 'DAY_FIRST', 'GUESS')
}
