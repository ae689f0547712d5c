import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Believable, believable, sales, sell, write } from '../../tests/dex/believable.ts'
import { readAudits } from '../dex/reading.ts'
import { DAY } from '../time.ts'
import { baseAfter } from './audit-base.ts'
import { type CountedSales, piecesOf } from './audit-state.ts'
import { auditedSales, type ReportedVends } from './audited.ts'

const read = (text: string) => readAudits(text, 'EUR').readings[0] ?? null
const known = <T>(value: T | null | undefined): T => {
  if (value === null || value === undefined) throw new Error('there is none')
  return value
}
const between = (before: string, after: string, reported: readonly ReportedVends[] = [], mapping = new Map<string, string>()) =>
  auditedSales(baseAfter(null, known(read(before)), 0), known(read(after)), DAY, reported, { currency: 'EUR', mapping }).sales

const inEuro = believable.filter(({ currency }) => currency.numeric === '1978')
const summed = (all: readonly CountedSales[]) => {
  const sums = new Map<string, { count: number; amount: number }>()
  for (const { selection, method, count, amount } of all) {
    const before = sums.get(`${selection} ${method}`) ?? { count: 0, amount: 0 }
    sums.set(`${selection} ${method}`, { count: before.count + count, amount: before.amount + amount })
  }
  return new Map([...sums].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

const audit = (...lines: string[]) =>
  ['DXS*A*VA*V0/6*1', 'ST*001*0001', 'ID1*7*LUCE', 'ID4*2*1978', ...lines, 'SE*9*0001', 'DXE*1*1', ''].join('\r\n')

describe('sales between two readings', () => {
  test('are the same in one step or in two', () => {
    fc.assert(
      fc.property(inEuro, sales, sales, (machine: Believable, first, second) => {
        const [middle, end] = [sell(machine, first), sell(sell(machine, first), second)]
        const inTwo = [...between(write(machine), write(middle)), ...between(write(middle), write(end))]
        expect(summed(inTwo)).toEqual(summed(between(write(machine), write(end))))
      }),
    )
  })

  test('are pieces whose amounts add up, each with its own number', () => {
    fc.assert(
      fc.property(inEuro, sales, (machine, sold) => {
        const counted = between(write(machine), write(sell(machine, sold)))
        const pieces = piecesOf(counted)
        expect(pieces.reduce((sum, { amount }) => sum + amount, 0)).toBe(counted.reduce((sum, { amount }) => sum + amount, 0))
        expect(new Set(pieces.map(({ selection, method, nth }) => `${selection} ${method} ${nth}`)).size).toBe(pieces.length)
      }),
    )
  })

  test('are empty if all are known, and never negative', () => {
    const [before, after] = [audit('PA1*11*150', 'PA2*10*1500'), audit('PA1*11*150', 'PA2*14*2100')]
    const reported = (count: number, type = 'CASH') => [{ selection: '11', type, count, amount: count * 150 }]
    expect(between(before, after, reported(4))).toEqual([])
    expect(between(before, after, reported(9))).toEqual([])
    expect(between(before, after, reported(3))).toEqual([{ selection: '11', method: 'UNKNOWN', count: 1, amount: 150 }])
    const otherwise = reported(3).map((one) => ({ ...one, selection: '011' }))
    expect(between(before, after, otherwise)).toEqual(between(before, after, reported(3)))
  })

  test('use the means of payment of the totals if selections have none', () => {
    const before = audit('CA2*1500*10', 'DA2*0*0', 'PA1*11*100', 'PA2*5*500', 'PA1*12*200', 'PA2*5*1000')
    const after = audit('CA2*2100*15', 'DA2*500*3', 'PA1*11*100', 'PA2*11*1100', 'PA1*12*200', 'PA2*7*1400')
    const sold = between(before, after)
    const pieces = (method: string) => sold.reduce((sum, one) => sum + (one.method === method ? one.count : 0), 0)
    expect([pieces('CASH'), pieces('CASHLESS_1'), pieces('UNKNOWN')]).toEqual([5, 3, 0])
    expect(sold.reduce((sum, { amount }) => sum + amount, 0)).toBe(1000)
  })

  test('are booked as a whole for a machine without selections', () => {
    const sold = between(audit('VA1*1500*10', 'CA2*1500*10'), audit('VA1*1800*12', 'CA2*1800*12'))
    expect(sold).toEqual([{ selection: '', method: 'CASH', count: 2, amount: 300 }])
  })
})
