import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { believable, MEANS, totalOf, write } from '../../tests/dex/believable.ts'
import { realFile, realFiles } from '../../tests/dex/files.ts'
import { hostile, isSound, megabytes, valuesIn } from '../../tests/dex/hostile.ts'
import { decimalsOf } from '../money.ts'
import { type Reading, readAudits } from './reading.ts'

const readOne = (input: Uint8Array | string) => {
  const { readings, warnings } = readAudits(input)
  const [reading] = readings
  if (!reading || readings.length > 1) throw new Error(`${readings.length} audits: ${JSON.stringify(warnings)}`)
  return reading
}

const audit = (...lines: string[]) => ['DXS*X*VA*V0/6*1', 'ST*001*0001', ...lines, 'SE*3*0001', 'DXE*1*1'].join('\r\n')
const codes = ({ warnings }: { warnings: { code: string }[] }) => warnings.map(({ code }) => code)

describe('a coffee machine with a coin changer and a card reader', () => {
  const reading = readOne(realFile('rhevendors.eva_dts'))

  it('has an identity and a read-out time', () => {
    expect(reading.machine).toMatchObject({ serial: 'RHV0000000000', model: 'LUCEX2Zero', version: 'V0/6', sender: 'RHV7654321' })
    expect(reading.clock).toBe('2023-11-27T10:11:00')
    expect(reading.reads).toMatchObject({ at: '2023-11-27T10:11:00', previousAt: '2023-10-26T13:42:00' })
    expect(reading.boards.map(({ kind, serial }) => [kind, serial])).toEqual([
      ['control', 'RHV0'],
      ['changer', '00511000-004'],
      ['cashless-1', '3491EE8F54BE'],
    ])
  })

  it('counts machine vends by value and number, selection vends by number and value', () => {
    expect(reading.totals.paid).toEqual({ value: { init: 586_530, reset: 586_530 }, count: { init: 9_612, reset: 9_592 } })
    expect(reading.totals.cashless1.count.init).toBe(4_156)
    expect(reading.selections[0]).toMatchObject({
      number: '1',
      name: 'KAFFEE SCHWARZ BOHNE',
      price: 50,
      paid: { count: { init: 602, reset: 600 }, value: { init: 29_790, reset: 29_790 } },
      free: { count: { init: 2, reset: 2 } },
    })
    expect(reading.selections[0]?.payments[0]).toMatchObject({ means: 'CA', list: '1', price: 50, sales: { count: { init: 419 } } })
    expect(reading.selections.filter(({ isPseudo }) => isPseudo).map(({ name }) => name)).toEqual(['NO CUP', 'USD'])
  })

  it('contains cash, tubes and coins', () => {
    expect(reading.cash).toMatchObject({
      toBox: { init: 316_440 },
      toTubes: { init: 162_465 },
      dispensed: { init: 161_555 },
      inTubes: 5_850,
    })
    expect(reading.cash.tubes[0]).toMatchObject({ value: 5, pieces: 160, isFull: true })
    expect(reading.cash.coins[0]).toMatchObject({
      value: 5,
      accepted: { init: 281 },
      toBox: { init: 162 },
      toTubes: { init: 119 },
      dispensed: { init: 25 },
    })
  })

  it('contains its event log', () => {
    expect(reading.events.log.find(({ code }) => code === 'EBM')).toMatchObject({
      detail: '1',
      kind: 'cups',
      at: '2022-12-13T18:27:00',
      minutes: 502_064,
    })
    expect(reading.events.log.find(({ code }) => code === 'OCF')).toMatchObject({ kind: 'service' })
    expect(reading.events.powerCuts).toEqual({ init: 11, reset: 6 })
  })

  it('has a valid checksum and a wrong segment count', () => {
    expect(reading.integrity).toMatchObject({
      checksum: { state: 'right', told: 'F4D0' },
      segments: { told: 349, counted: 369 },
      isWhole: true,
    })
  })
})

describe('real machines', () => {
  it.each(realFiles)('%s reads the same with LF, CR LF and CR', (name) => {
    const text = Buffer.from(realFile(name)).toString('latin1').replaceAll('\r', '')
    const reading = readOne(realFile(name))
    expect(reading.selections.length).toBeGreaterThan(1)
    expect(readOne(text)).toEqual(reading)
    expect(readOne(text.replaceAll('\n', '\r\n'))).toEqual(reading)
    expect(readOne(text.trimEnd().replaceAll('\n', '\r'))).toEqual(reading)
  })

  it('have a correct checksum in half of the cases; none is refused', () => {
    const states = realFiles.map((name) => readOne(realFile(name)).integrity.checksum.state)
    expect(states.filter((state) => state === 'right')).toHaveLength(11)
    expect(states.filter((state) => state === 'wrong')).toHaveLength(9)
  })

  it('are read one after another from one file, even without line ends between them', () => {
    const together = Buffer.concat(realFiles.map(realFile))
    const counted = ({ selections }: Reading) => selections.map(({ number, name, paid }) => ({ number, name, paid }))
    const apart = realFiles.map((name) => counted(readOne(realFile(name))))
    expect(readAudits(together).readings.map(counted)).toEqual(apart)
  })

  it('of one maker have "since init" and "since reset" swapped', () => {
    const reading = readOne(realFile('animo.eva_dts'))
    expect(codes(reading)).toContain('INIT_AND_RESET_SWAPPED')
    expect(reading.selections[0]?.paid.count).toEqual({ init: 2_655, reset: 412 })
    const sum = reading.selections.reduce((all, { paid }) => all + (paid.count.init ?? 0), 0)
    expect(sum).toBe(reading.totals.paid.count.init)
  })

  it('write names in the character set of their country', () => {
    expect(readOne(realFile('EvadtsCrcTest__testEvadtsChecker_0.dex')).selections.map(({ name }) => name)).toEqual(['Эспрессо', 'Капучино'])
  })

  it('report the rouble by its number, and kopecks by the decimals', () => {
    const { scale, selections } = readOne(realFile('Config4MeiAuditGeneratorTest__test_2.dex'))
    expect(scale).toMatchObject({ currency: 'RUB', decimals: 2, unit: 1 })
    expect(selections[0]).toMatchObject({ price: 250, paid: { value: { init: 3_595_500 } } })
  })

  it('report vends in price lists only, in the old form', () => {
    const [first] = readOne(realFile('Config3AuditFillerTest__testNriCurrenzaC2Blue_3.dex')).selections
    expect(first).toMatchObject({ number: '1', paidBy: 'price-lists', paid: { count: { init: 120, reset: 50 } } })
  })

  it('report bills in money although the older element has whole units', () => {
    expect(readOne(realFile('Config4MeiAuditGeneratorTest__test_1.dex')).cash.bills.init).toBe(98_037_000)
    const old = audit('ID4*2*1978', 'CA3*0*0*0*0*3000*600*400*20', 'VA1*1*1')
    expect(readOne(old).cash.bills.init).toBe(2_000)
    expect(codes(readOne(old))).not.toContain('CASH_DOES_NOT_ADD_UP')
  })
})

describe('an audit', () => {
  it('with known counters reads as exactly these values', () => {
    fc.assert(
      fc.property(believable, (machine) => {
        const reading = readOne(write(machine))
        const unit = 10 ** (decimalsOf(reading.scale.currency ?? '') - machine.currency.decimals)
        expect(reading.warnings).toEqual([])
        expect(reading.integrity.checksum.state).toBe('right')
        expect(reading.integrity.segments.told).toBe(reading.integrity.segments.counted)
        expect(reading.selections.map(({ number, name }) => [number, name ?? ''])).toEqual(
          machine.selections.map(({ number, name }) => [number, name]),
        )
        for (const [index, truth] of machine.selections.entries()) {
          const selection = reading.selections[index]
          expect(selection?.price).toBe(truth.price * unit)
          expect(selection?.paid.count.init).toBe(totalOf(truth).count)
          expect(selection?.paid.value.init).toBe(totalOf(truth).value * unit)
          expect([selection?.free.count.init, selection?.test.count.init]).toEqual([truth.free, truth.test])
          expect(selection?.payments.map(({ means, sales }) => [means, sales.count.init, sales.value.init])).toEqual(
            MEANS.map((means) => [means, truth.paid[means].count, truth.paid[means].value * unit]),
          )
        }
        expect(reading.cash.toBox.init).toBe(machine.cash.box * unit)
      }),
    )
  })

  it('that is cut anywhere contains less, but nothing else', () => {
    fc.assert(
      fc.property(believable, fc.double({ min: 0, max: 1, noNaN: true }), fc.boolean(), (machine, share, isStart) => {
        const text = write(machine)
        const place = Math.floor(share * text.length)
        const truth = new Map(machine.selections.map((selection) => [selection.number, totalOf(selection).count]))
        for (const reading of readAudits(isStart ? text.slice(place) : text.slice(0, place)).readings)
          for (const { number, paid } of reading.selections) if (paid.count.init !== null) expect(paid.count.init).toBe(truth.get(number))
      }),
      { numRuns: 300 },
    )
  })

  it('that is cut reports where', () => {
    const { readings } = readAudits('PA2*1*50\nPA1*7*100\nPA2*30*3000\nPA1*8*100\nPA2*5*50')
    expect(readings[0]?.selections.map(({ number, paid }) => [number, paid.count.init])).toEqual([
      ['7', 30],
      ['8', null],
    ])
    expect(readings[0]?.warnings).toEqual([
      { code: 'CUT_AT_START', line: 1 },
      { code: 'CUT_AT_END', line: 4 },
      { code: 'WITHOUT_SELECTION', line: 1 },
    ])
  })

  it('is found among other lines, with numbered envelopes', () => {
    const { readings, warnings } = readAudits('read on Monday\n\n\ufeffDXS*X\nST-1*001*1\nVA1*50*1\nSE-1*3*1\nDXE*1*1\n<complete>\n')
    expect(readings.map(({ lines, totals }) => [lines, totals.paid.count.init])).toEqual([[{ from: 3, to: 7 }, 1]])
    expect(warnings).toEqual([
      { code: 'NOT_A_SEGMENT', line: 1 },
      { code: 'NOT_A_SEGMENT', line: 8 },
    ])
  })

  it('is missing from other text, with a warning that names the line', () => {
    for (const text of ['', 'hello', '\n\nname,price\ncola,250\n', 'DXS*1*VA\nST*001*1\nG85*1234\nSE*3*1\nDXE*1*1'])
      expect(readAudits(text)).toMatchObject({ readings: [] })
    expect(readAudits('\n\nname,price\n').warnings.at(-1)).toEqual({ code: 'NO_AUDIT', line: 3 })
  })

  it('may have a second set in its envelope, with the same sender', () => {
    const text = 'DXS*X*VA\nST*001*1\nVA1*1*1\nSE*3*1\nST*001*2\nVA1*2*2\nSE*3*2\nDXE*1*2\n'
    expect(readAudits(text).readings.map(({ machine, totals }) => [machine.sender, totals.paid.count.init])).toEqual([
      ['X', 1],
      ['X', 2],
    ])
  })

  it('with swapped checksum bytes is marked as swapped', () => {
    const sound = new TextDecoder().decode(realFile('EvadtsCrcTest__testEvadtsChecker_0.dex'))
    const state = (given: string) => readOne(sound.replace('G85*0675', given)).integrity.checksum.state
    expect(['G85*675', 'G85*7506', 'g85*0675', 'G85*', 'G85*0000'].map(state)).toEqual(['right', 'swapped', 'right', 'absent', 'wrong'])
  })

  it('with an invalid clock has no time', () => {
    for (const [clock, read] of [
      ['ID5*20240229*2359', '2024-02-29T23:59:00'],
      ['ID5*243701*1000', null],
      ['ID5*000101*0000', null],
      ['ID5*230229*1000', null],
      ['ID5*231127*2460', null],
    ] as const) {
      const reading = readOne(audit(clock, 'VA1*1*1'))
      expect(reading.clock).toBe(read)
      expect(codes(reading)).toEqual(read ? [] : ['CLOCK_ABSURD'])
    }
  })

  it('distinguishes missing from zero, and junk from missing', () => {
    const { selections, warnings } = readOne(audit('PA1*1*50', 'PA2*4294967295*0*  12  *x', 'PA4*99999999999'))
    expect(selections[0]?.paid).toEqual({ count: { init: null, reset: 12 }, value: { init: 0, reset: null } })
    expect(warnings.map(({ code, line }) => [code, line])).toEqual([
      ['NOT_A_NUMBER', 4],
      ['NOT_A_NUMBER', 5],
    ])
  })

  it('has no name with an incomplete last letter or invisible characters', () => {
    const { selections } = readOne(audit(`PA1*1*50*x${'😀'.repeat(60)}`, 'PA1*2*50* Tee^00^^09^Zitrone '))
    expect(selections.map(({ name }) => name)).toEqual([`x${'😀'.repeat(49)}`, 'Tee Zitrone'])
  })

  it("without a currency is read in the company's", () => {
    const text = audit('ID4*1*7', 'PA1*1*25', 'PA2*2*50')
    expect(readAudits(text, 'EUR').readings[0]?.selections[0]).toMatchObject({ price: 250, paid: { value: { init: 500 } } })
    expect(readAudits(text, 'JPY').readings[0]?.selections[0]).toMatchObject({ price: 3 })
    expect(readAudits(text).readings[0]).toMatchObject({ scale: { currency: null, digits: 1 }, selections: [{ price: 25 }] })
  })

  it('contains temperatures in the forms of two makers', () => {
    const { temperatures, warnings } = readOne(
      audit('VA1*1*1', 'MA5*DETECTED TEMPERATURE*  600*C', 'MA5*TEMP*55*C*DC', 'MA5*TEMP*-4.5*C', 'MA5*TEMP*7*C'),
    )
    expect(temperatures.map(({ centiCelsius }) => centiCelsius)).toEqual([600, 550, -450])
    expect(warnings).toEqual([{ code: 'TEMPERATURE_UNKNOWN', line: 7 }])
  })

  it('lists sold-out selections', () => {
    const { events } = readOne(audit('VA1*1*1', 'EA2*ELB_7*1*3**1', 'EA2*ELB_8*1*3**0', 'EA2*EGS*0*12', 'EA2*XYZ*0*1'))
    expect(events.soldOut).toEqual(['7'])
    expect(events.counted.map(({ code, kind, isActive, times }) => [code, kind, isActive, times.init])).toEqual([
      ['ELB', 'product', true, 3],
      ['ELB', 'product', false, 3],
      ['EGS', 'cabinet', null, 12],
      ['XYZ', 'unknown', null, 1],
    ])
  })

  it('uses the first of repeated selections or blocks', () => {
    const reading = readOne(audit('VA1*500*5', 'VA1*900*9', 'PA1*1*50', 'PA2*5*500', 'PA1*1*60', 'PA2*6*600'))
    expect(reading.totals.paid.count.init).toBe(5)
    expect(reading.selections.map(({ paid }) => paid.count.init)).toEqual([5])
    expect(reading.warnings.filter(({ code }) => code === 'REPEATED').map(({ line }) => line)).toEqual([4, 7])
  })
})

describe('any input', () => {
  it('is read without an error, with the same result each time', () => {
    fc.assert(
      fc.property(hostile, fc.boolean(), (text, isText) => {
        const input = isText ? text : Buffer.from(text, 'latin1')
        const file = readAudits(input)
        expect(readAudits(input)).toEqual(file)
        expect(valuesIn(file).filter((value) => !isSound(value))).toEqual([])
      }),
      { numRuns: 500 },
    )
  })

  it('yields bounded output, so that no file takes long', () => {
    for (const [name, input] of Object.entries(megabytes())) {
      const { readings, warnings } = readAudits(input)
      expect(readings.length, name).toBeLessThanOrEqual(250)
      const segments = readings.map(({ lines }) => lines.to - lines.from + 1)
      expect(
        segments.reduce((a, b) => a + b, 0),
        name,
      ).toBeLessThanOrEqual(10_000)
      for (const reading of readings) expect(reading.selections.length, name).toBeLessThanOrEqual(500)
      for (const given of [warnings, ...readings.map(({ warnings }) => warnings)])
        for (const code of new Set(codes({ warnings: given })))
          expect(given.filter((other) => other.code === code).length, name).toBeLessThanOrEqual(20)
    }
  })
})
