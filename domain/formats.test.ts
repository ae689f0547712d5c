import { afterEach, describe, expect, it, vi } from 'vitest'
import { formatsOf, moneyIn } from './formats.ts'

const german = formatsOf({ locale: 'de-DE', currency: 'EUR', timezone: 'Europe/Berlin' })
const british = formatsOf({ locale: 'en-GB', currency: 'GBP', timezone: 'Europe/London' })

/** Replaces the non-breaking spaces between numbers and units. */
const spaced = (text: string) => text.replaceAll(/\s/g, ' ')

describe('a displayed amount', () => {
  it.each([
    [999, 'GRAM', '999 g'],
    [1000, 'GRAM', '1.00 kg'],
    [1495, 'GRAM', '1.50 kg'],
    [-1495, 'GRAM', '−1.50 kg'],
    [500, 'MILLILITRE', '500 ml'],
    [1500, 'MILLILITRE', '1.50 l'],
    [1500, 'PIECE', '1,500'],
  ] as const)('%d of %s is %s', (value, type, words) => expect(spaced(british.amount(value, type))).toBe(words))

  it('uses the number format of the account', () => expect(spaced(german.amount(12_345, 'GRAM'))).toBe('12,35 kg'))

  it('never breaks between number and unit', () => expect(german.amount(12_345, 'GRAM')).not.toContain(' '))
})

it('a distance of almost a kilometre is one kilometre', () => {
  expect([0, 994, 995, 999, 1_000, 1_040].map((metres) => spaced(british.distance(metres)))).toEqual([
    '0 m',
    '990 m',
    '1 km',
    '1 km',
    '1 km',
    '1 km',
  ])
})

it("names the unit of a typed number in the locale's language", () => {
  const russian = formatsOf({ locale: 'ru-RU', currency: 'RUB', timezone: 'Europe/Moscow' })
  expect([british.unitWord('GRAM'), russian.unitWord('GRAM'), british.unitWord('PIECE')]).toEqual(['g', 'г', undefined])
})

it('date of a file has the order of the company, like every screen', () => {
  const of = (locale: string, language: string) =>
    formatsOf({ locale, currency: 'EUR', timezone: 'Pacific/Auckland', language }).calendarDate(new Date('2026-03-04T20:00:00Z'))
  expect([of('en-GB', 'en'), of('de-DE', 'en'), of('en-US', 'en'), of('pl-PL', 'de')]).toEqual([
    '4 March 2026',
    '4 March 2026',
    'March 4, 2026',
    '4. März 2026',
  ])
})

it.each([
  ['en-GB', 'EUR', '−€5.50', '−2.6%'],
  ['de-CH', 'CHF', 'CHF−5.50', '−2.6%'],
  ['pl-PL', 'PLN', '−5,50 zł', '−2,6%'],
  ['sv-SE', 'SEK', '−5,50 kr', '−2,6 %'],
])('a negative figure in %s has a minus sign', (locale, currency, amount, share) => {
  const { money, change, date } = formatsOf({ locale, currency, timezone: 'UTC', language: '' })
  expect([money(-5.5), change(-0.026)].map(spaced)).toEqual([amount, share])
  expect(date(Date.UTC(2026, 10, 28))).not.toContain('−')
})

it.each([
  ['pl-PL', 'PLN', 'pl', '60 zł', '1,2 tys. zł'],
  ['pl-PL', 'PLN', 'en', '60 zł', '12 000 zł'],
  ['de-DE', 'EUR', 'en', '60 €', '12.000 €'],
  ['en-GB', 'EUR', 'pl', '€60', '€12,000'],
])('amounts on an axis of %s in %s have its form in the language %s', (locale, currency, language, small, large) => {
  const { money, shortMoney } = formatsOf({ locale, currency, timezone: 'UTC', language })
  expect(spaced(shortMoney(60))).toBe(small)
  expect(spaced(shortMoney(large.includes('tys.') ? 1_200 : 12_000))).toBe(large)
  expect(money(60).startsWith('€')).toBe(small.startsWith('€'))
})

it('a quarter on the axis of a small amount is not rounded', () => {
  expect([0.25, 0.5, 0.75, 1].map(british.shortMoney)).toEqual(['£0.25', '£0.50', '£0.75', '£1'])
})

it('a signed amount shows whether it is more or less', () =>
  expect([3.1, 0, -3.1].map(british.signedMoney)).toEqual(['+£3.10', '£0.00', '−£3.10']))

it('recorded and compared amounts are exact to the gram', () => expect(spaced(british.exactAmount(1495, 'GRAM'))).toBe('1,495 g'))

it('days and months are in the language of the screen', () => {
  const at = Date.UTC(2026, 10, 22, 12)
  const of = (locale: string, language: string) => formatsOf({ locale, currency: 'EUR', timezone: 'Europe/Berlin', language })
  expect(of('en-GB', 'pl').longDate(at)).toContain('niedziela')
  expect(of('en-GB', 'en').longDate(at)).toContain('Sunday')
  expect(of('pl-PL', 'ja').date(at)).toBe('2026/11/22')
  expect(of('en-GB', 'pl').money(1234.5)).toBe('€1,234.50')
  expect(of('ro-RO', 'pl').longDate(at)).toContain('niedziela')
})

it("words follow the screen's language; order, clock and currency the company", () => {
  const at = Date.UTC(2028, 1, 29, 12)
  const of = (locale: string, currency: string, language: string) => {
    const { dateTime, time, day, month, money, amount, number, percentage } = formatsOf({ locale, currency, timezone: 'UTC', language })
    const texts = [
      dateTime(at),
      time(at),
      day('2028-02-29'),
      month('2028-02'),
      money(1234.5),
      amount(12_500, 'GRAM'),
      number(12),
      percentage(0.5),
    ]
    return texts.map((text) => spaced(text).replaceAll(/[\u2066-\u2069\u200e\u200f\u061c]/g, ''))
  }
  expect(of('ar-KW', 'KWD', 'en')).toEqual([
    '29 Feb 2028, 12:00 pm',
    '12:00 pm',
    '29 Feb',
    'Feb 2028',
    '1,234.500 د.ك.',
    '12.50 kg',
    '12',
    '50%',
  ])
  expect(of('ar-KW', 'KWD', 'de').slice(0, 4)).toEqual(['29.02.2028, 12:00', '12:00', '29. Feb.', 'Feb. 2028'])
  expect(of('ja-JP', 'JPY', 'en').slice(0, 5)).toEqual(['Feb 29, 2028, 12:00', '12:00', 'Feb 29', 'Feb 2028', '￥1,235'])
  expect(of('he-IL', 'ILS', 'en').slice(0, 3)).toEqual(['29 Feb 2028, 12:00', '12:00', '29 Feb'])
  expect(of('ro-RO', 'RON', 'en').slice(4, 6)).toEqual(['1.234,50 RON', '12,50 kg'])
  // No language has been selected yet.
  expect(of('ar-KW', 'KWD', '')[6]).toBe('١٢')
})

it('a rate has the percent sign of its locale, and the decimals that it needs', () => {
  const of = (locale: string) => [19, 5.5].map((rate) => formatsOf({ locale, currency: 'EUR', timezone: 'UTC' }).rate(rate)).map(spaced)
  expect(of('en-GB')).toEqual(['19%', '5.5%'])
  expect(of('fr-FR')).toEqual(['19 %', '5,5 %'])
})

it('a full time has one format: year first, with the zone offset', () => {
  const at = Date.UTC(2026, 10, 22, 23, 5, 9)
  const of = (timezone: string) => spaced(formatsOf({ locale: 'en-US', currency: 'USD', timezone }).fullTime(at))
  expect(of('Europe/Berlin')).toBe('2026-11-23 00:05:09 +01:00')
  expect(of('America/St_Johns')).toBe('2026-11-22 19:35:09 -03:30')
  expect(of('UTC')).toBe('2026-11-22 23:05:09 +00:00')
})

describe('the time of an entry', () => {
  afterEach(() => void vi.useRealTimers())

  it.each([
    ['2026-11-26T23:05:00Z', '12:05'],
    ['2026-11-26T11:05:00Z', '00:05'],
    ['2026-11-24T11:05:00Z', '25 Nov 2026, 00:05'],
  ])('%s is %s in the time zone of the company', (at, words) => {
    vi.useFakeTimers({ now: Date.parse('2026-11-27T02:00:00Z'), toFake: ['Date'] })
    const auckland = formatsOf({ locale: 'en-GB', currency: 'NZD', timezone: 'Pacific/Auckland' })
    expect(spaced(auckland.clock(Date.parse(at)))).toBe(words)
  })
})

it('an amount that cannot be formatted is shown with its currency code', () => {
  expect(moneyIn(25, 'USD', 'en-US')).toBe('$25.00')
  expect(moneyIn(25, 'dollars', 'en-US')).toBe('25 dollars')
  expect(moneyIn(25, '', 'en-US')).toBe('25 ')
})
