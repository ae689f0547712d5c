import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Believable, believable, type Sale, sales, sell, totalOf, write } from '../../tests/dex/believable.ts'
import { isLong } from '../../tests/support/long.ts'
import { readAudits } from '../dex/reading.ts'
import { HOUR, type Moment } from '../time.ts'
import type { AuditBase } from './audit-state.ts'
import { type Audited, auditedSales } from './audited.ts'

const GROUND = { currency: 'EUR', mapping: new Map<string, string>() }
const STEP = 12 * HOUR

type Read = { file: string | Uint8Array; at: Moment }

/** Processes read-outs of a machine whose manager confirms nothing: doubtful ones are held and do not become the base. */
function play(reads: readonly Read[]): (Audited & { isHeld: boolean })[] {
  let base: AuditBase | null = null
  return reads.flatMap(({ file, at }) => {
    const [reading] = readAudits(file, 'EUR').readings
    if (!reading) return []
    const audited: Audited = auditedSales(base, reading, at, [], GROUND)
    const isHeld = audited.reasons.length > 0
    if (!isHeld) base = audited.next
    return [{ ...audited, isHeld }]
  })
}

const piecesOf = (audited: readonly (Audited & { isHeld: boolean })[]) =>
  audited
    .filter(({ isHeld }) => !isHeld)
    .flatMap(({ sales: sold }) => sold)
    .reduce((sum, { method, count }) => sum + (method === 'FREE' ? 0 : count), 0)

const totalIn = ({ selections }: Believable) => selections.reduce((sum, selection) => sum + totalOf(selection).count, 0)

const at = (nth: number) => nth * STEP
const steps = (...files: (string | Uint8Array)[]): Read[] => files.map((file, nth) => ({ file, at: at(nth) }))

const inEuro = believable.filter(({ currency }) => currency.numeric === '1978').map((machine) => ({ ...machine, serial: 'RHV1' }))
/** Half a day of sales. */
const few = sales.map((all) => all.map((sale) => ({ ...sale, count: sale.count % 30 })))

const sold = (count: number, selection: number, means: Sale['means'] = 'CA'): Sale => ({
  selection,
  means,
  count,
  price: 150,
  free: 0,
  test: 0,
})
const nothing = () => ({ count: 0, value: 0 })
const machine: Believable = {
  serial: 'RHV1',
  board: 'B-1',
  currency: { numeric: '1978', decimals: 2 },
  selections: ['11', '12', '21'].map((number, nth) => ({
    number,
    name: ['Größe L', 'Эспрессо', 'COLA'][nth] ?? '',
    price: 150,
    paid: { CA: { count: 400, value: 60_000 }, DA: { count: 90, value: 13_500 }, DB: nothing(), TA: nothing() },
    free: 3,
    test: 2,
  })),
  cash: { box: 0, tubes: 0, bills: 0, recycled: 0, overpaid: 0, dispensed: 0 },
}

describe('a read-out that was cut', () => {
  const first = sell(machine, [sold(9, 0), sold(4, 1, 'DA'), sold(7, 2)])
  const second = sell(first, [sold(3, 0), sold(5, 1), sold(23, 2)])
  const whole = write(first)

  test('loses no sale and books none twice, wherever it was cut', () => {
    for (let length = 0; length <= whole.length; length++) {
      const all = play(steps(write(machine), whole.slice(0, length), write(second)))
      const last = all.at(-1)
      expect([length, piecesOf(all), last?.isHeld]).toEqual([length, 51, false])
      expect(piecesOf(all.slice(0, -1))).toBeLessThanOrEqual(20)
    }
  })

  test('loses no sale if the beginning was cut', () => {
    for (let from = 0; from < whole.length; from += isLong ? 1 : 3)
      expect([from, piecesOf(play(steps(write(machine), whole.slice(from), write(second))))]).toEqual([from, 51])
  })

  test('is marked as cut, and books what the total confirms', () => {
    const half = whole.slice(0, whole.indexOf('PA1*21'))
    const [, cut, later] = play(steps(write(machine), half, write(second)))
    expect(cut?.warnings).toContain('AUDIT_CUT')
    expect(cut?.sales.reduce((sum, { count }) => sum + count, 0)).toBe(13)
    expect(later?.sales.reduce((sum, { count }) => sum + count, 0)).toBe(38)
    expect(later?.reasons).toEqual([])
  })

  /** From a machine whose checksum and number of segments are never valid. */
  const untelling = (file: string) => file.replace(/G85\*\w+/, 'G85*0000').replace(/SE\*\d+/, 'SE*999')

  test.each([
    ['with', (file: string) => file],
    ['without', untelling],
  ])('without a line in its middle loses no sale, %s a valid checksum', (_, written) => {
    const lines = written(whole).split('\r\n')
    for (const nth of lines.keys()) {
      const damaged = lines.filter((__, index) => index !== nth).join('\r\n')
      const all = play(steps(written(write(machine)), damaged, written(write(second))))
      expect([lines[nth], piecesOf(all)]).toEqual([lines[nth], 51])
      expect(piecesOf(all.slice(0, -1))).toBeLessThanOrEqual(20)
    }
  })

  test('with a changed digit books nothing and loses nothing', () => {
    for (const { index } of whole.matchAll(/\d/g)) {
      if (index < whole.indexOf('VA1') || index > whole.indexOf('G85')) continue
      const damaged = `${whole.slice(0, index)}${(Number(whole[index]) + 1) % 10}${whole.slice(index + 1)}`
      const all = play(steps(write(machine), damaged, write(second)))
      expect([index, piecesOf(all.slice(0, -1)), piecesOf(all)]).toEqual([index, 0, 51])
    }
  })

  test('is accepted from the third on, if the machine changes how it ends read-outs', () => {
    const reads = steps(
      write(machine),
      ...[untelling, untelling, untelling].map((change, nth) => change(write(sell(second, [sold(nth, 0)])))),
    )
    expect(play(reads).map(({ warnings, sales: some }) => [warnings[0], some.reduce((sum, { count }) => sum + count, 0)])).toEqual([
      [undefined, 0],
      ['AUDIT_DAMAGED', 0],
      ['AUDIT_DAMAGED', 0],
      [undefined, 53],
    ])
  })

  test('never books more than the total; a complete read-out books the rest', () => {
    const cuts = fc.array(fc.record({ sold: few, share: fc.double({ min: 0, max: 1, noNaN: true }) }), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(inEuro, cuts, few, (begins, middle, end) => {
        let now = begins
        const reads = steps(
          write(begins),
          ...middle.map(({ sold: some, share }) => {
            now = sell(now, some)
            const file = write(now)
            return file.slice(0, Math.floor(share * file.length))
          }),
          write(sell(now, end)),
        )
        const all = play(reads)
        expect(piecesOf(all.slice(0, -1))).toBeLessThanOrEqual(totalIn(now) - totalIn(begins))
        expect(piecesOf(all)).toBe(totalIn(sell(now, end)) - totalIn(begins))
      }),
      { numRuns: isLong ? 5_000 : 150 },
    )
  })
})

describe('a read-out without counters that the machine reported before', () => {
  const without = (kinds: RegExp, file: string) =>
    file
      .replace(/G85\*\w+/, 'G85*0000')
      .replace(/SE\*\d+/, 'SE*999')
      .replaceAll(kinds, '')
  const [second, third] = [sell(machine, [sold(3, 0), sold(4, 1)]), sell(machine, [sold(8, 0), sold(4, 1), sold(9, 2)])]

  test.each([
    ['its total', /(VA1|CA2|DA2|DB2|TA2)\*.*\r\n/g, 14],
    ['all selections', /(PA\d)\*.*\r\n/g, 14],
  ])('is held: %s; once confirmed, it becomes the new way of counting', (_, kinds, pieces) => {
    const [before, held, later] = [write(machine), write(second), write(third)].map((file, nth) => without(nth === 0 ? /^$/g : kinds, file))
    const read = (file = '') => readAudits(file, 'EUR').readings[0]
    const [a, b, c] = [read(before), read(held), read(later)]
    if (!a || !b || !c) throw new Error('a read-out is missing')
    const first = auditedSales(null, a, at(0), [], GROUND)
    const second_ = auditedSales(first.next, b, at(1), [], GROUND)
    expect(second_.reasons.map(({ code }) => code)).toEqual(['AUDIT_INCOMPLETE'])
    const third_ = auditedSales(second_.next, c, at(2), [], GROUND)
    expect([third_.reasons, third_.sales.reduce((sum, { count }) => sum + count, 0)]).toEqual([[], pieces])
    // Without a confirmation, the next read-out with all counters brings all sales.
    expect(piecesOf(play(steps(before ?? '', held ?? '', without(/^$/g, write(third)))))).toBe(21)
  })
})

describe('lists beside the sales list', () => {
  test('are shown but not booked if the total does not confirm them', () => {
    const list = (plus: number) => Array.from({ length: 20 }, (_, nth) => `LA1*1*${200 + nth}*0*0*${1_000 * nth + plus * nth}`)
    const after = sell(machine, [sold(9, 0), sold(4, 1)])
    const [, later] = play(steps(write(machine, undefined, undefined, list(0)), write(after, undefined, undefined, list(33))))
    expect(later?.sales.map(({ selection, count }) => [selection, count])).toEqual([
      ['11', 9],
      ['12', 4],
    ])
    expect(later?.warnings).toEqual(['AUDIT_UNCONFIRMED'])
    expect(later?.figures?.unconfirmed).toHaveLength(19)
  })

  test('never add to the total, whatever they contain', () => {
    const lists = fc.array(fc.tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 1, max: 300 }), fc.nat(9_000), fc.nat(900)), {
      maxLength: 12,
    })
    fc.assert(
      fc.property(inEuro, lists, few, (begins, rows, some) => {
        const listsAt = (time: number) => rows.map(([list, selection, start, by]) => `LA1*${list}*P${selection}*0*0*${start + time * by}`)
        const after = sell(begins, some)
        const all = play(steps(write(begins, undefined, undefined, listsAt(0)), write(after, undefined, undefined, listsAt(1))))
        expect(piecesOf(all)).toBe(totalIn(after) - totalIn(begins))
      }),
      { numRuns: isLong ? 5_000 : 150 },
    )
  })

  test('of the old form count if they reach the total exactly', () => {
    const old = (a: number, b: number, total: number) =>
      `DXS*A*VA*V0/6*1\r\nST*001*1\r\nID1*S7*X\r\nVA1*${total * 100}*${total}\r\nPA1*1*100\r\nLA1*0*1*100*0*${a}\r\nPA1*2*100\r\nLA1*0*2*100*0*${b}\r\nSE*8*1\r\nDXE*1*1\r\n`
    expect(piecesOf(play(steps(old(5, 7, 12), old(8, 9, 17))))).toBe(5)
    const [, odd] = play(steps(old(5, 7, 12), old(800, 9, 17)))
    // The total itself is booked, without a selection.
    expect(odd?.sales.map(({ selection, count }) => [selection, count])).toEqual([['', 5]])
  })
})

describe('read-outs of another machine, or impossible ones', () => {
  /** From a machine whose checksum is never valid. */
  const unsummed = (file: string) => file.replace(/G85\*\w+/, 'G85*0000')
  const codes = (reads: readonly Read[]) =>
    play(reads.map(({ file, at: time }) => ({ file: typeof file === 'string' ? unsummed(file) : file, at: time })))
      .at(-1)
      ?.reasons.map(({ code }) => code)

  test('another machine, board or model books nothing and reports both values', () => {
    const later = sell(machine, [sold(5, 0)])
    expect(play(steps(write(machine), write({ ...later, serial: 'S-2' }))).at(-1)?.reasons).toEqual([
      { code: 'AUDIT_OTHER_MACHINE', before: 'RHV1', now: 'S-2' },
    ])
    expect(codes(steps(write(machine), write({ ...later, board: 'B-2' })))).toEqual(['AUDIT_OTHER_BOARD'])
    expect(codes(steps(write(machine), write(later).replace('*LUCE*', '*LUCE X2*')))).toEqual(['AUDIT_OTHER_MODEL'])
    expect(codes(steps(write(machine), write(later).replace('ID1*RHV1', 'ID1*').replace('CB1*B-1', 'CB1*')))).toEqual(['AUDIT_NO_IDENTITY'])
  })

  test('a file without a serial number keeps the known one', () => {
    const later = sell(machine, [sold(5, 0)])
    const reads = steps(write(machine), write(later).replace('ID1*RHV1', 'ID1*'), write({ ...sell(later, [sold(1, 0)]), serial: 'S-2' }))
    expect(codes(reads)).toEqual(['AUDIT_OTHER_MACHINE'])
  })

  test('more sales than possible in that time are held', () => {
    const reads = [
      { file: write(machine), at: 0 },
      { file: write(sell(machine, [sold(34_708, 0)])), at: 30 * 24 * HOUR },
    ]
    expect(play(reads).at(-1)?.reasons).toEqual([{ code: 'AUDIT_TOO_FAST', before: 22_420, now: 34_708, hours: 720 }])
  })

  test('selections that exceed the total are held', () => {
    const later = write(sell(machine, [sold(5, 0)])).replace('PA2*490*', 'PA2*590*')
    expect(codes(steps(write(machine), later))).toEqual(['AUDIT_MORE_THAN_TOTAL'])
  })

  test('machines that are swapped repeatedly book only their own sales', () => {
    fc.assert(
      fc.property(inEuro, inEuro, fc.array(fc.tuple(fc.boolean(), few), { minLength: 1, maxLength: 8 }), (one, two, turns) => {
        let [own, other] = [one, { ...two, serial: 'S-2', board: 'B-9' }]
        const reads = turns.map(([isOwn, some]) => {
          if (isOwn) own = sell(own, some)
          else other = sell(other, some)
          return write(isOwn ? own : other)
        })
        const all = play(steps(write(one), ...reads, write(own)))
        expect(piecesOf(all)).toBe(totalIn(own) - totalIn(one))
      }),
      { numRuns: isLong ? 3_000 : 80 },
    )
  })

  test('counters that were reset book nothing', () => {
    fc.assert(
      fc.property(inEuro, few, (begins, some) => {
        fc.pre(totalIn(begins) > 1_000)
        const back = {
          ...begins,
          selections: begins.selections.map((one) => ({ ...one, paid: { CA: nothing(), DA: nothing(), DB: nothing(), TA: nothing() } })),
        }
        const all = play(steps(write(begins), write(sell(back, some))))
        expect(piecesOf(all)).toBe(0)
      }),
      { numRuns: isLong ? 5_000 : 150 },
    )
  })
})

describe('counters that overflow', () => {
  test.each([10 ** 4, 2 ** 16, 10 ** 5, 10 ** 6, 10 ** 7, 2 ** 24, 10 ** 8])('%i: lose and add nothing', (end) => {
    fc.assert(
      fc.property(inEuro, fc.integer({ min: 0, max: 500 }), fc.array(few, { minLength: 1, maxLength: 4 }), (some, before, turns) => {
        // The first selection is about to overflow.
        const [head, ...rest] = some.selections
        if (!head) return
        const begins: Believable = {
          ...some,
          selections: [
            { ...head, paid: { CA: { count: end - before, value: 1_000_000 }, DA: nothing(), DB: nothing(), TA: nothing() } },
            ...rest,
          ],
        }
        let now = begins
        const all = play(
          steps(
            write(begins, end, 10 ** 8),
            ...turns.map((sale) => {
              now = sell(now, sale)
              return write(now, end, 10 ** 8)
            }),
          ),
        )
        const truth = totalIn(now) - totalIn(begins)
        expect(piecesOf(all)).toBeLessThanOrEqual(truth)
        if (all.every(({ isHeld }) => !isHeld)) expect(piecesOf(all)).toBe(truth)
      }),
      { numRuns: isLong ? 2_000 : 40 },
    )
  })
})

describe('repeated read-outs', () => {
  test('add nothing a second time', () => {
    fc.assert(
      fc.property(inEuro, few, (begins, some) => {
        const after = sell(begins, some)
        const all = play(steps(write(begins), write(begins), write(after), write(after), write(after).replaceAll('\r\n', '\n')))
        expect(piecesOf(all)).toBe(totalIn(after) - totalIn(begins))
      }),
      { numRuns: isLong ? 2_000 : 50 },
    )
  })

  test('are equal in another code page', () => {
    const inCyrillic = (text: string) =>
      Uint8Array.from(text, (letter) => (letter >= 'А' ? letter.charCodeAt(0) - 0x410 + 0xc0 : letter.charCodeAt(0)))
    const named = (of: Believable) =>
      inCyrillic(
        write(of)
          .replaceAll('*COLA', '*КОЛА')
          .replaceAll(/\^[0-9a-f]{2}\^/g, 'Э'),
      )
    const after = sell(machine, [sold(9, 0), sold(4, 1), sold(2, 2)])
    const file = named(after)
    for (let length = 0; length <= file.length; length += isLong ? 1 : 5)
      expect(piecesOf(play(steps(named(machine), file.slice(0, length), file)))).toBe(15)
  })
})

describe('money by means of payment', () => {
  const audit = (...lines: string[]) =>
    ['DXS*A*VA*V0/6*1', 'ST*001*1', 'ID1*S7*X', 'ID4*2*1978', ...lines, 'SE*9*1', 'DXE*1*1', ''].join('\r\n')
  const byMeans = (before: string, after: string) => {
    const sums: Record<string, [number, number]> = {}
    for (const { method, count, amount } of play(steps(before, after)).at(-1)?.sales ?? []) {
      const [pieces, money] = sums[method] ?? [0, 0]
      sums[method] = [pieces + count, money + amount]
    }
    return sums
  }

  test('matches the totals of each means, to the cent', () => {
    const before = audit('VA1*0*0', 'CA2*0*0', 'DA2*0*0', 'PA1*1*130', 'PA2*0*0', 'PA1*2*150', 'PA2*0*0', 'PA1*3*220', 'PA2*0*0')
    const after = audit(
      'VA1*3640*22',
      'CA2*2550*15',
      'DA2*1090*7',
      'PA1*1*130',
      'PA2*8*1040',
      'PA1*2*150',
      'PA2*6*900',
      'PA1*3*220',
      'PA2*8*1700',
    )
    expect(byMeans(before, after)).toEqual({ CASH: [15, 2550], CASHLESS_1: [7, 1090] })
  })

  test('adds up to the selections and to the totals', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 50, max: 400 }), fc.nat(20), fc.nat(20)), { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 0, max: 30 }),
        (selections, discount) => {
          const sum = (of: (one: [number, number, number]) => number) => selections.reduce((all, one) => all + of(one), 0)
          const cash = [sum(([, a]) => a), sum(([price, a]) => a * price)]
          const card = [sum(([, , b]) => b), sum(([price, , b]) => b * (price - discount))]
          const rows = (time: number) =>
            selections.flatMap(([price, a, b], nth) => [
              `PA1*${nth}*${price}`,
              `PA2*${time * (a + b)}*${time * (a * price + b * (price - discount))}`,
            ])
          const at = (time: number) =>
            audit(
              `VA1*${time * ((cash[1] ?? 0) + (card[1] ?? 0))}*${time * ((cash[0] ?? 0) + (card[0] ?? 0))}`,
              `CA2*${time * (cash[1] ?? 0)}*${time * (cash[0] ?? 0)}`,
              `DA2*${time * (card[1] ?? 0)}*${time * (card[0] ?? 0)}`,
              ...rows(time),
            )
          const booked = byMeans(at(0), at(1))
          expect([booked.CASH?.[0] ?? 0, booked.CASHLESS_1?.[0] ?? 0]).toEqual([cash[0], card[0]])
          expect((booked.CASH?.[1] ?? 0) + (booked.CASHLESS_1?.[1] ?? 0)).toBe((cash[1] ?? 0) + (card[1] ?? 0))
        },
      ),
      { numRuns: isLong ? 3_000 : 100 },
    )
  })
})
