import { wallClock } from './calendar.ts'
import { shownSpan } from './forecast/shown.ts'
import { isDayFirst, isForeign, localeInFigures, localeInWords, unitsIn } from './format-locales.ts'
import { decimalsOf } from './money.ts'
import { isPlain, once } from './plain-language.ts'
import { displayVolume, type VolumeType } from './products/product.ts'
import { DAY, fromIso, MINUTE, type Moment, toIso } from './time.ts'

/**
 * Formats of numbers, money, amounts and times with the locale, currency and time zone of a company, whatever those of the device are. Screens,
 * documents, mails and messages use them, so that one value has one form everywhere.
 */
export type Formats = {
  locale: string
  number(value: number): string
  /** 0.5 is 50 %, without decimals. */
  percentage(share: number): string
  /** A rate in percent as it is agreed, such as 5.5 %, with up to two decimals. */
  rate(percent: number): string
  money(value: number): string
  /** For display: pieces are a plain number; from 1000 on, grams are kg and millilitres l, both with two decimals. */
  amount(value: number, type: VolumeType): string
  /** For records and comparisons: exact to the gram and the millilitre, which `amount` rounds away. */
  exactAmount(value: number, type: VolumeType): string
  /** The unit of a typed number: g or ml; none for pieces. */
  unitWord(type: VolumeType): string | undefined
  /** A distance: 350 m, 1.2 km. */
  distance(metres: number): string
  /** 0.955 is 95.5 %. */
  exactPercentage(share: number): string
  /** A size of files in whole megabytes. */
  megabytes(value: number): string
  /** A number of months in words: 24 months. */
  months(count: number): string
  /** A relative change with one decimal: +12.5 %. */
  change(share: number): string
  /** The same with two decimals: +12.51 %. */
  exactChange(share: number): string
  /** A difference: +€3.10. */
  signedMoney(value: number): string
  /** An amount for the axis of a chart, in the form of other amounts: €60, €1.2k. */
  shortMoney(value: number): string
  date(at: Moment): string
  /** The date of a wall clock time represented as if it were UTC, with the month in words. */
  calendarDate(wall: Date): string
  /** Includes the full weekday. */
  longDate(at: Moment): string
  /** A day, given as `2026-03-31`, in the form of `date`. */
  dateOf(day: string): string
  /** A day, given as `2026-03-31`, without its year. */
  day(day: string): string
  /** A day with its weekday and year: Tuesday, 31 March 2026. */
  longDay(day: string): string
  /** Whether days are typed before months. */
  isDayFirst: boolean
  /** A day with its weekday: Tue, Mar 31. */
  namedDay(day: string): string
  /** A month, given as `2026-03`. */
  month(month: string): string
  time(at: Moment): string
  /** A time of day, in minutes since midnight. */
  timeOfDay(minutes: number): string
  /** The short name of a day of the week; 1 is Monday. */
  weekday(day: number): string
  /** Several names in one line. */
  list(names: readonly string[]): string
  /** The hour of the day, from 0 to 23. */
  hour(at: Moment): number
  dateTime(at: Moment): string
  /** The time, with the day if that was more than a day ago. */
  clock(at: Moment): string
  /** Start and end to the hour, with weekdays; a span of several days as dates only. */
  span(from: Moment, to: Moment): string
  /** For the last refill of a machine, the same for every locale: 2026-03-31 14:05:00 +02:00. */
  fullTime(at: Moment): string
  currency: string
  decimals: number
}

/** A Monday. */
const MONDAY = Date.UTC(2026, 5, 1)

type Account = { locale: string; currency: string; timezone: string; language?: string }

/** `language`: that of the screen, used for names of days and months; the locale's by default. */
export function formatsOf({ locale, currency, timezone: timeZone, language = '' }: Account): Formats {
  const inWords = localeInWords(locale, language)
  const inFigures = localeInFigures(locale, language)
  const decimals = decimalsOf(currency)
  const hasPlainDigits = isPlain(inFigures)
  // Formatters are expensive to create, so each is created when first used.
  const number = once(() => new Intl.NumberFormat(inFigures))
  const percentage = once(() => new Intl.NumberFormat(inFigures, { style: 'percent' }))
  const rate = once(() => new Intl.NumberFormat(inFigures, { style: 'percent', maximumFractionDigits: 2 }))
  const money = once(
    () =>
      new Intl.NumberFormat(inFigures, { style: 'currency', currency, minimumFractionDigits: decimals, maximumFractionDigits: decimals }),
  )
  const withTwo = { minimumFractionDigits: 2, maximumFractionDigits: 2 }
  const unit = (name: string, digits: Intl.NumberFormatOptions = {}) =>
    once(() =>
      unitsIn(inFigures, isForeign(locale, language) ? language : inFigures, {
        style: 'unit',
        unit: name,
        unitDisplay: 'short',
        ...digits,
      }),
    )
  const units = { g: unit('gram'), kg: unit('kilogram', withTwo), ml: unit('milliliter'), l: unit('liter', withTwo), pcs: number }
  const [metre, kilometre] = [unit('meter'), unit('kilometer', { maximumFractionDigits: 1 })]
  const exact = { GRAM: units.g, MILLILITRE: units.ml, PIECE: number }
  const changeWith = (digits: number) =>
    once(
      () =>
        new Intl.NumberFormat(inFigures, {
          style: 'percent',
          minimumFractionDigits: digits,
          maximumFractionDigits: digits,
          signDisplay: 'exceptZero',
        }),
    )
  const exactPercentage = once(
    () => new Intl.NumberFormat(inFigures, { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 }),
  )
  const megabytes = unit('megabyte', { maximumFractionDigits: 0 })
  const months = unit('month', { unitDisplay: 'long' })
  const [change, exactChange] = [changeWith(1), changeWith(2)]
  const signedMoney = once(
    () =>
      new Intl.NumberFormat(inFigures, {
        style: 'currency',
        currency,
        minimumFractionDigits: decimals,
        maximumFractionDigits: decimals,
        signDisplay: 'exceptZero',
      }),
  )
  const axisMoney = (options: Intl.NumberFormatOptions) =>
    once(() => new Intl.NumberFormat(inFigures, { style: 'currency', currency, ...options }))
  const axis = axisMoney({ minimumFractionDigits: decimals, maximumFractionDigits: decimals, trailingZeroDisplay: 'stripIfInteger' })
  // The abbreviation of a thousand is a word, which only the locale's own language has.
  const compactAxis = axisMoney({ notation: 'compact', minimumFractionDigits: 0, maximumFractionDigits: 2 })
  const calendarDate = once(() => new Intl.DateTimeFormat(inWords, { dateStyle: 'long', timeZone: 'UTC' }))
  const longDate = once(() => new Intl.DateTimeFormat(inWords, { dateStyle: 'full', timeZone }))
  const fullDay = once(() => new Intl.DateTimeFormat(inWords, { dateStyle: 'full', timeZone: 'UTC' }))
  const day = once(() => new Intl.DateTimeFormat(inWords, { day: 'numeric', month: 'short', timeZone: 'UTC' }))
  const namedDay = once(() => new Intl.DateTimeFormat(inWords, { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' }))
  const month = once(() => new Intl.DateTimeFormat(inWords, { month: 'short', year: 'numeric', timeZone: 'UTC' }))
  const time = once(() => new Intl.DateTimeFormat(inWords, { timeStyle: 'short', timeZone }))
  const hour = once(() => new Intl.DateTimeFormat('en-GB', { hour: 'numeric', hourCycle: 'h23', timeZone }))
  const date = once(() => new Intl.DateTimeFormat(inWords, { dateStyle: 'medium', timeZone }))
  const hours = once(() => new Intl.DateTimeFormat(inWords, { weekday: 'short', hour: 'numeric', minute: '2-digit', timeZone }))
  const days = once(() => new Intl.DateTimeFormat(inWords, { day: 'numeric', month: 'short', timeZone }))
  const dateOf = once(() => new Intl.DateTimeFormat(inWords, { dateStyle: 'medium', timeZone: 'UTC' }))
  const timeOfDay = once(() => new Intl.DateTimeFormat(inWords, { timeStyle: 'short', timeZone: 'UTC' }))
  const weekday = once(() => new Intl.DateTimeFormat(inWords, { weekday: 'short', timeZone: 'UTC' }))
  const list = once(() => new Intl.ListFormat(inWords, { style: 'narrow', type: 'unit' }))
  const dateTime = once(() => new Intl.DateTimeFormat(inWords, { dateStyle: 'medium', timeStyle: 'short', timeZone }))
  const whole = isRightToLeft(locale) ? isolated : (text: string) => text
  // Many locales have a hyphen for a minus sign.
  const figure = (text: string) => whole(text.replace('-', '−'))
  return {
    locale,
    number: (value) =>
      hasPlainDigits && Number.isInteger(value) && value >= 0 && value < 1_000 ? String(value) : figure(number().format(value)),
    rate: (percent) => figure(unbroken(rate().format(percent / 100))),
    percentage: (share) => figure(unbroken(percentage().format(share))),
    money: (value) => figure(money().format(value)),
    amount: (value, type) => {
      const shown = displayVolume(value, type)
      return figure(unbroken(units[shown.unit]().format(shown.value)))
    },
    exactAmount: (value, type) => figure(unbroken(exact[type]().format(value))),
    unitWord: (type) =>
      exact[type]()
        .formatToParts(1)
        .find((part) => part.type === 'unit')?.value,
    distance: (metres) => {
      const tens = Math.round(metres / 10) * 10
      return whole(unbroken(tens < 1_000 ? metre().format(tens) : kilometre().format(metres / 1_000)))
    },
    exactPercentage: (share) => figure(unbroken(exactPercentage().format(share))),
    megabytes: (value) => whole(unbroken(megabytes().format(value))),
    months: (count) => whole(months().format(count)),
    change: (share) => figure(unbroken(change().format(share))),
    exactChange: (share) => figure(unbroken(exactChange().format(share))),
    signedMoney: (value) => figure(signedMoney().format(value)),
    shortMoney: (value) => figure((Math.abs(value) < 1_000 || isForeign(locale, language) ? axis() : compactAxis()).format(value)),
    date: (at) => whole(date().format(at)),
    calendarDate: (wall) => whole(calendarDate().format(wall)),
    longDate: (at) => whole(longDate().format(at)),
    longDay: (text) => whole(fullDay().format(new Date(`${text}T12:00:00Z`))),
    isDayFirst: isDayFirst(locale),
    dateOf: (text) => whole(dateOf().format(new Date(`${text}T12:00:00Z`))),
    day: (text) => whole(day().format(new Date(`${text}T12:00:00Z`))),
    namedDay: (text) => whole(namedDay().format(new Date(`${text}T12:00:00Z`))),
    month: (text) => whole(month().format(new Date(`${text}-15T12:00:00Z`))),
    time: (at) => whole(time().format(at)),
    timeOfDay: (minutes) => whole(timeOfDay().format(minutes * MINUTE)),
    weekday: (day) => whole(weekday().format(MONDAY + (day - 1) * DAY)),
    list: (names) => list().format(names),
    hour: (at) => Number(hour().format(at)),
    dateTime: (at) => whole(dateTime().format(at)),
    clock: (at) => whole((Date.now() - at < DAY ? time() : dateTime()).format(at)),
    span: (from, to) => {
      const shown = shownSpan(from, to, Date.now(), timeZone)
      return whole((shown.unit === 'day' ? days() : hours()).formatRange(shown.from, shown.to))
    },
    fullTime: (at) => whole(unbroken(fullTimeOf(at, timeZone))),
    currency,
    decimals,
  }
}

function fullTimeOf(at: Moment, timeZone: string): string {
  const wall = wallClock(at, timeZone)
  const offset = Math.round((wall - at) / MINUTE)
  const [hours, minutes] = [Math.trunc(Math.abs(offset) / 60), Math.abs(offset) % 60].map((part) => String(part).padStart(2, '0'))
  return `${toIso(wall).slice(0, 19).replace('T', ' ')} ${offset < 0 ? '-' : '+'}${hours}:${minutes}`
}

const isRightToLeft = (locale: string) => /^(ar|he)\b/.test(locale)

/** Isolates right-to-left text in left-to-right text; otherwise adjacent text would appear as part of the number. */
const isolated = (text: string) => `\u2068${text}\u2069`

/** Keeps a number and its unit on one line. */
const unbroken = (text: string) => text.replaceAll(' ', '\u00a0')

/** An amount in a currency that may be unknown: then the amount and its code. */
export function moneyIn(amount: number, currency: string, locale: string): string {
  try {
    return new Intl.NumberFormat(locale, { style: 'currency', currency }).format(amount)
  } catch {
    return `${amount} ${currency}`
  }
}

/** A date of a text that belongs to no company, such as the terms, in a language. */
export const dateIn = (day: string, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T12:00:00Z`))

/** The clock of 12 or 24 hours that times of a company have, and its names of the halves of a day. */
export function clockOf(locale: string, language: string): { format: '12h' | '24h'; amPmLabels: { am: string; pm: string } } {
  const format = new Intl.DateTimeFormat(localeInWords(locale, language), { hour: 'numeric', timeZone: 'UTC' })
  const half = (hour: number, otherwise: string) =>
    format.formatToParts(Date.UTC(2026, 0, 1, hour)).find(({ type }) => type === 'dayPeriod')?.value ?? otherwise
  return { format: format.resolvedOptions().hour12 ? '12h' : '24h', amPmLabels: { am: half(1, 'AM'), pm: half(13, 'PM') } }
}

/** 31/12/2026 23:59:59, the form of the specification for lists, in the time zone of a company. */
export function stamp(iso: string, timeZone: string): string {
  const [day = '', time = ''] = toIso(wallClock(fromIso(iso), timeZone)).split('T')
  return `${day.split('-').toReversed().join('/')} ${time.slice(0, 8)}`
}
