import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DATE_ORDERS } from '../imports.ts'
import { noDates, seeDate } from './date-column.ts'
import { dateIn } from './dates.ts'

const part = fc.oneof(
  fc.integer({ min: 1, max: 31 }).map(String),
  fc.nat(12).map((n) => String(n).padStart(2, '0')),
  fc.constantFrom('26', '2026', '1999', '0'),
)
const mark = fc.constantFrom('.', '/', '-')
const day = fc
  .tuple(part, mark, part, fc.option(mark), part, fc.constantFrom('', '', '.'))
  .map(([a, m, b, other, c, end]) => `${a}${m}${b}${other ?? m}${c}${end}`)
const two = (most: number) => fc.nat(most).map((n) => String(n).padStart(2, '0'))
const time = fc
  .tuple(fc.oneof(two(26), fc.nat(9).map(String)), two(61), fc.option(two(61)))
  .map(([h, m, s]) => `${h}:${m}${s === null ? '' : `:${s}`}`)
const dates = fc.array(fc.tuple(day, time), { minLength: 1, maxLength: 6 })

// Two blanks mean the same, but such texts are matched as a whole.
test('a usual date with its time is read as in any other form', () => {
  fc.assert(
    fc.property(day, time, fc.constantFrom(...DATE_ORDERS), fc.boolean(), (day, time, order, isDaySecond) => {
      expect(dateIn(`${day} ${time}`, order, { isDaySecond })).toEqual(dateIn(`${day}  ${time}`, order, { isDaySecond }))
    }),
    { numRuns: 5_000 },
  )
})

test('a column of usual dates is observed as in any other form', () => {
  const factsOf = (texts: string[]) => {
    const facts = noDates()
    for (const text of texts) seeDate(facts, text)
    const inOneForm = (text: string | null) => text?.replace('  ', ' ')
    return { ...facts, first: inOneForm(facts.first), example: inOneForm(facts.example) }
  }
  fc.assert(
    fc.property(dates, (rows) => {
      expect(factsOf(rows.map((row) => row.join(' ')))).toEqual(factsOf(rows.map((row) => row.join('  '))))
    }),
    { numRuns: 2_000 },
  )
})
