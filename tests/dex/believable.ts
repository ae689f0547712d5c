import fc from 'fast-check'

/** A machine with known counters. Amounts are in the machine's smallest unit; with EUR and two decimals that is a cent. */
export type Believable = {
  serial: string
  board: string
  currency: { numeric: string; decimals: number }
  selections: BelievableSelection[]
  cash: { box: number; tubes: number; bills: number; recycled: number; overpaid: number; dispensed: number }
}

type BelievableSelection = { number: string; name: string; price: number; paid: Record<Means, Sold>; free: number; test: number }
type Sold = { count: number; value: number }
export const MEANS = ['CA', 'DA', 'DB', 'TA'] as const
type Means = (typeof MEANS)[number]

/** Sales of one selection between two read-outs. */
export type Sale = { selection: number; means: Means; count: number; price: number; free: number; test: number }

const COUNT = fc.integer({ min: 0, max: 20_000 })
const sold: fc.Arbitrary<Sold> = fc.record({ count: COUNT, value: fc.integer({ min: 0, max: 5_000_000 }) })

const selection = (number: string): fc.Arbitrary<BelievableSelection> =>
  fc.record({
    number: fc.constant(number),
    name: fc.constantFrom('COFFEE', 'TEE', 'CHOCO EXTRA', 'Größe L', 'Эспрессо', '*half*', ''),
    price: fc.integer({ min: 0, max: 900 }),
    paid: fc.record({ CA: sold, DA: sold, DB: sold, TA: sold }),
    free: COUNT,
    test: COUNT,
  })

export const believable: fc.Arbitrary<Believable> = fc
  .uniqueArray(fc.constantFrom('1', '01', '010', 'A1', 'A2', 'B10', '7', '42'), { minLength: 1, maxLength: 8 })
  .chain((numbers) =>
    fc.record({
      serial: fc.constantFrom('RHV1', 'JOF 20'),
      board: fc.constantFrom('B-1', ''),
      currency: fc.constantFrom({ numeric: '1978', decimals: 2 }, { numeric: '1392', decimals: 0 }, { numeric: '1643', decimals: 0 }),
      selections: fc.tuple(...numbers.map(selection)),
      cash: fc.record({ box: COUNT, tubes: COUNT, bills: COUNT, recycled: COUNT, overpaid: COUNT, dispensed: COUNT }),
    }),
  )

export const sales: fc.Arbitrary<Sale[]> = fc.array(
  fc.record({
    selection: fc.nat(7),
    means: fc.constantFrom(...MEANS),
    count: fc.integer({ min: 0, max: 300 }),
    price: fc.integer({ min: 0, max: 900 }),
    free: fc.nat(5),
    test: fc.nat(5),
  }),
  { maxLength: 20 },
)

/** The machine after these sales. Cash goes to the cash box. */
export function sell(machine: Believable, sales: readonly Sale[]): Believable {
  const after = structuredClone(machine)
  for (const { selection, means, count, price, free, test } of sales) {
    const sold = after.selections[selection % after.selections.length]
    if (!sold) continue
    sold.paid[means].count += count
    sold.paid[means].value += count * price
    sold.free += free
    sold.test += test
    if (means === 'CA') after.cash.box += count * price
  }
  return after
}

export const totalOf = ({ paid }: BelievableSelection): Sold =>
  MEANS.reduce((sum, means) => ({ count: sum.count + paid[means].count, value: sum.value + paid[means].value }), { count: 0, value: 0 })

/** The read-out in the machine's format: with a checksum, CR LF, and non-ASCII characters as bytes. */
export function write(machine: Believable, wrapAt = Number.POSITIVE_INFINITY, valueWrapAt = wrapAt, more: readonly string[] = []): string {
  const { serial, board, currency, selections, cash } = machine
  const wrapped = (count: number) => count % wrapAt
  const money = (value: number) => value % valueWrapAt
  const all = selections.map(totalOf).reduce((a, b) => ({ count: a.count + b.count, value: a.value + b.value }), { count: 0, value: 0 })
  const means = (name: Means) =>
    selections.map(({ paid }) => paid[name]).reduce((a, b) => ({ count: a.count + b.count, value: a.value + b.value }))
  const cashIn = cash.box + cash.tubes + cash.bills
  const set = [
    'ST*001*0001',
    `ID1*${serial}*LUCE*01**`,
    `ID4*${currency.decimals}*${currency.numeric}`,
    'ID5*20231127*1011',
    `CB1*${board}*GPU`,
    `VA1*${money(all.value)}*${wrapped(all.count)}*0*0`,
    ...MEANS.map((name) => `${name}2*${money(means(name).value)}*${wrapped(means(name).count)}*0*0`),
    `CA3*0*0*0*0*${money(cashIn)}*${money(cash.box)}*${money(cash.tubes)}*0*0*${money(cash.bills)}*0*${money(cash.recycled)}`,
    `CA4*0*0*${money(cash.dispensed)}*0`,
    `CA8*0*${money(cash.overpaid)}`,
    ...selections.flatMap((selection) => {
      const total = totalOf(selection)
      return [
        `PA1*${selection.number}*${selection.price}*${escaped(selection.name)}`,
        `PA2*${wrapped(total.count)}*${money(total.value)}*0*0`,
        `PA3*${selection.test}*0*0*0`,
        `PA4*${selection.free}*0*0*0`,
        ...MEANS.map(
          (name) =>
            `PA7*${selection.number}*${name}*1*${selection.price}*${wrapped(selection.paid[name].count)}*${money(selection.paid[name].value)}*0*0`,
        ),
      ]
    }),
    ...more,
  ]
  const body = set.map((line) => `${line}\r\n`).join('')
  return `DXS*${serial}*VA*V0/6*1\r\n${body}G85*${checksum(body)}\r\nSE*${set.length + 2}*0001\r\nDXE*1*1\r\n`
}

/** UTF-8 bytes between carets. */
const escaped = (name: string) =>
  name.replace(/[^ -)+-\]_-~]/gu, (letter) =>
    [...new TextEncoder().encode(letter)].map((byte) => `^${byte.toString(16).padStart(2, '0')}^`).join(''),
  )

/** Implemented independently of the reader's, bit by bit. */
function checksum(text: string): string {
  let value = 0
  for (const letter of text) {
    value ^= letter.charCodeAt(0)
    for (let bit = 0; bit < 8; bit++) value = value % 2 === 1 ? ((value - 1) / 2) ^ 0xa001 : value / 2
  }
  return value.toString(16).padStart(4, '0')
}
