import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Believable, believable, MEANS, sales, sell, totalOf, write } from '../../tests/dex/believable.ts'
import { hostile, isSound, valuesIn } from '../../tests/dex/hostile.ts'
import { growth } from './counter.ts'
import { type Reading, readAudits } from './reading.ts'
import { sinceLast } from './since-last.ts'

const readOne = (text: string): Reading => {
  const [reading] = readAudits(text, 'EUR').readings
  if (!reading) throw new Error('no audit')
  return reading
}
const audit = (...lines: string[]) => readOne(['DXS*X*VA*V0/6*1', 'ST*001*0001', ...lines, 'SE*3*0001', 'DXE*1*1'].join('\n'))

const between = (previous: Reading, current: Reading) => {
  const since = sinceLast(previous, current)
  if (since.kind !== 'since') throw new Error(since.kind)
  return since
}
const codes = ({ warnings }: { warnings: { code: string }[] }) => warnings.map(({ code }) => code)
const unitOf = (reading: Reading) => reading.scale.unit

/** Checks the difference between two known states. */
function expectSold(before: Believable, after: Believable, wrapAt?: number) {
  const [previous, current] = [readOne(write(before, wrapAt)), readOne(write(after, wrapAt))]
  const since = between(previous, current)
  const unit = unitOf(current)
  for (const [index, selection] of after.selections.entries()) {
    const was = before.selections[index]
    if (!was) continue
    const [count, value] = [totalOf(selection).count - totalOf(was).count, totalOf(selection).value - totalOf(was).value]
    const [free, test] = [selection.free - was.free, selection.test - was.test]
    expect(since.selections[index]).toMatchObject({
      number: selection.number,
      count,
      value: value * unit,
      free,
      test,
      dispensed: count + free + test,
    })
    expect(since.selections[index]?.payments).toEqual(
      MEANS.map((means) => ({
        means,
        count: selection.paid[means].count - was.paid[means].count,
        value: (selection.paid[means].value - was.paid[means].value) * unit,
      })),
    )
  }
  return { since, unit }
}

describe('sales between two audits', () => {
  it('match the actual sales exactly', () => {
    fc.assert(
      fc.property(believable, sales, (before, sold) => {
        const after = sell(before, sold)
        const { since, unit } = expectSold(before, after)
        expect(since.warnings).toEqual([])
        expect(since.cash.toCollect).toBe((after.cash.box - before.cash.box) * unit)
      }),
    )
  })

  it('allow a counter to overflow', () => {
    fc.assert(
      fc.property(believable, sales, fc.nat(1_000), (machine, sold, short) => {
        const before = structuredClone(machine)
        for (const selection of before.selections) {
          selection.paid = { ...selection.paid, DA: { count: 0, value: 0 }, DB: { count: 0, value: 0 }, TA: { count: 0, value: 0 } }
          selection.paid.CA.value = 99_999_999 - short
        }
        before.selections = before.selections.slice(0, 1)
        expectSold(before, sell(before, sold), 100_000_000)
      }),
    )
  })

  it('contain no sales if nothing happened', () => {
    fc.assert(
      fc.property(believable, (machine) => {
        const reading = readOne(write(machine))
        const since = between(reading, reading)
        expect(since.selections.every(({ count, value, dispensed }) => count === 0 && value === 0 && dispensed === 0)).toBe(true)
        expect(since.cash.toCollect).toBe(0)
      }),
    )
  })

  it('are unknown before the first audit', () => {
    expect(sinceLast(null, audit('VA1*500*5'))).toEqual({ kind: 'first' })
  })

  it('start from zero with another board or machine', () => {
    const board = (serial: string) => audit('ID1*M', `CB1*${serial}`, 'VA1*500*5')
    expect(sinceLast(board('A'), board('B'))).toEqual({ kind: 'other', why: 'OTHER_BOARD' })
    expect(sinceLast(board('A'), board('')).kind).toBe('since')
    expect(sinceLast(audit('ID1*M', 'VA1*1*1'), audit('ID1*N', 'VA1*1*1'))).toEqual({ kind: 'other', why: 'OTHER_MACHINE' })
  })

  it('are unknown if a counter was reset', () => {
    const since = between(audit('PA1*1*50', 'PA2*900*45000'), audit('PA1*1*50', 'PA2*5*250'))
    expect(since.selections[0]).toMatchObject({ count: null, value: null, dispensed: null })
    expect(since.warnings).toEqual([{ code: 'FALLEN', selection: '1', line: 3 }])
  })

  it('include added and removed selections', () => {
    const since = between(audit('PA1*1*50', 'PA2*9*450'), audit('PA1*2*60', 'PA2*5*300', 'PA4*1'))
    expect(since.selections).toMatchObject([{ number: '2', kind: 'new', count: 5, value: 300, dispensed: 6 }])
    expect(since.removed).toEqual(['1'])
  })

  it('have no new or removed selections if an audit was cut', () => {
    const [whole, cut] = [audit('PA1*1*50', 'PA2*9*450', 'PA1*2*60', 'PA2*5*300'), readOne('DXS*X\nST*001*1\nPA1*1*50\nPA2*9*450\nPA1*2')]
    expect(between(whole, cut).removed).toEqual([])
    expect(between(cut, whole).selections[1]).toMatchObject({ number: '2', kind: 'new', count: null, dispensed: null })
  })

  it('do not count a drink without a cup as dispensed', () => {
    const since = between(audit('PA1*17*0*NO CUP', 'PA2*5*0'), audit('PA1*17*0*NO CUP', 'PA2*9*0'))
    expect(since.selections[0]).toMatchObject({ count: 4, dispensed: 0 })
  })

  it('count a vend at price zero as paid', () => {
    const since = between(audit('PA1*1*0*TEE', 'PA2*5*0'), audit('PA1*1*0*TEE', 'PA2*9*0'))
    expect(since.selections[0]).toMatchObject({ count: 4, value: 0, dispensed: 4 })
  })

  it('with other decimals compare vends but not values', () => {
    const since = between(audit('ID4*2*1978', 'PA1*1*50', 'PA2*9*450'), audit('ID4*1*1978', 'PA1*1*5', 'PA2*12*60'))
    expect(since.selections[0]).toMatchObject({ count: 3, value: null })
    expect(codes(since)).toEqual(['OTHER_MONEY'])
  })

  it('do not compare vends that are counted in another block', () => {
    const since = between(audit('PA1*1*50', 'LA1*0*1*50*0*9'), audit('PA1*1*50', 'PA2*12*600'))
    expect(since.selections[0]).toMatchObject({ count: null })
    expect(codes(since)).toEqual(['COUNTED_OTHERWISE'])
  })

  it('report a total that grew by more than its selections', () => {
    const since = between(audit('VA1*500*10', 'PA1*1*50', 'PA2*10*500'), audit('VA1*800*16', 'PA1*1*50', 'PA2*14*700'))
    expect(codes(since)).toEqual(['VENDS_DO_NOT_ADD_UP', 'VALUES_DO_NOT_ADD_UP'])
  })

  it('start a new price at zero', () => {
    const since = between(
      audit('PA1*1*50', 'PA2*9*450', 'PA7*1*CA*1*50*9*450'),
      audit('PA1*1*60', 'PA2*12*630', 'PA7*1*CA*1*50*9*450', 'PA7*1*CA*2*60*3*180'),
    )
    expect(since.selections[0]?.payments).toEqual([{ means: 'CA', count: 3, value: 180 }])
  })
})

describe('cash to collect', () => {
  it('is the money in the box and the stacker, less the recycler', () => {
    const since = between(audit('CA3*0*0*0*0*900*500*100*0*0*300*0*100'), audit('CA3*0*0*0*0*2000*900*200*0*0*900*0*250'))
    expect(since.cash).toMatchObject({ toBox: 400, bills: 600, toRecycler: 150, toCollect: 850 })
    expect(since.warnings).toEqual([])
  })

  it('is the money in the box if the machine has no bills', () => {
    expect(between(audit('CA3*0*0*0**900*800*100'), audit('CA3*0*0*0**1900*1700*200')).cash.toCollect).toBe(900)
  })

  it('is unknown if one part is unknown', () => {
    expect(between(audit('VA1*1*1'), audit('VA1*2*2')).cash.toCollect).toBe(null)
    expect(between(audit('CA3*0*0*0*0*900*500*100*0*0*300'), audit('CA3*0*0*0*0*900*600*100*0*0*200')).cash.toCollect).toBe(null)
  })

  it('is reported if it does not add up', () => {
    const since = between(audit('CA3*0*0*0*0*900*500*100*0*0*300'), audit('CA3*0*0*0*0*1900*600*100*0*0*300'))
    expect(codes(since)).toEqual(['CASH_DOES_NOT_ADD_UP'])
  })
})

describe('a counter', () => {
  it('grows by the same amount whether or not it overflowed', () => {
    fc.assert(
      fc.property(fc.constantFrom(2 ** 24, 10 ** 8), fc.nat(10 ** 8), fc.nat(1_000_000), (end, start, by) => {
        const before = start % end
        expect(growth(before, (before + by) % end).by).toBe(by)
      }),
    )
  })

  it("overflows in the machine's steps", () => {
    expect(growth((10 ** 8 - 1) * 100, 100, 100)).toEqual({ by: 200, how: 'wrapped' })
  })
})

describe('any two files', () => {
  it('are compared without an error, with the same result each time', () => {
    fc.assert(
      fc.property(hostile, hostile, (one, other) => {
        const [previous, current] = [readAudits(one).readings[0] ?? null, readAudits(other).readings[0]]
        if (!current) return
        const since = sinceLast(previous, current)
        expect(sinceLast(previous, current)).toEqual(since)
        expect(valuesIn(since).filter((value) => !isSound(value))).toEqual([])
      }),
      { numRuns: 300 },
    )
  })
})
