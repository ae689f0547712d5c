/**
 * Sequences of read-outs as damaged by cables, readers, people and clocks. Implemented independently of `believable.ts`, with other
 * machine models and another writer, so that an error in one is not hidden by the same error in the other.
 */

export type Random = () => number

/** Mulberry32: the same sequence for the same seed. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export const upTo = (random: Random, most: number): number => Math.floor(random() * (most + 1))
export const oneOf = <T>(random: Random, of: readonly T[]): T => of[Math.floor(random() * of.length)] as T

/** How a machine model writes its read-outs. */
type Make = {
  counts: 'PA2' | 'PA7' | 'PA2+PA7' | 'LA1'
  total: 'VA1' | 'CA2' | 'VA1+CA2'
  checksum: 'right' | 'constant' | 'absent'
  segments: 'right' | 'constant' | 'absent'
  lineEnd: '\r\n' | '\n' | '\r'
  serial: string
  board: string
  names: readonly string[]
  privateLists: number
  /** The value at which counters overflow. */
  end: number
  hasFree: boolean
}

type Sold = { number: string; name: string; price: number; cash: number; card: number; cashValue: number; cardValue: number; free: number }
export type Machine = { make: Make; sold: Sold[]; privateSold: number; reads: number; clock: number }

const NAMES = ['COLA', '', 'Zażółć', 'コーヒー', '*½*', 'Käse^', 'X'.repeat(60)]

export function aMake(random: Random, serial: string): Make {
  return {
    counts: oneOf(random, ['PA2', 'PA2', 'PA7', 'PA2+PA7', 'PA2+PA7', 'LA1']),
    total: oneOf(random, ['VA1', 'VA1', 'CA2', 'VA1+CA2', 'VA1+CA2']),
    checksum: oneOf(random, ['right', 'right', 'constant', 'absent']),
    segments: oneOf(random, ['right', 'right', 'constant', 'absent']),
    lineEnd: oneOf(random, ['\r\n', '\r\n', '\n', '\r']),
    serial,
    board: oneOf(random, ['', '', 'BRD77']),
    names: NAMES,
    privateLists: random() < 0.3 ? 1 + upTo(random, 20) : 0,
    end: oneOf(random, [10 ** 8, 10 ** 8, 10 ** 8, 10 ** 4, 2 ** 16, 10 ** 5, 10 ** 6, 2 ** 24]),
    hasFree: random() < 0.5,
  }
}

export function aMachine(random: Random, make: Make): Machine {
  const isNearEnd = make.end < 10 ** 8 && random() < 0.6
  const start = () => (isNearEnd ? Math.max(0, make.end - 60 + upTo(random, 50)) : upTo(random, Math.min(9_000, make.end - 1_000)))
  return {
    make,
    sold: Array.from({ length: 1 + upTo(random, 9) }, (_, nth) => {
      const [cash, card] = [start(), upTo(random, 300)]
      const price = 50 + 10 * upTo(random, 30)
      return {
        ...{ number: String(10 + nth), name: oneOf(random, make.names), price, cash, card },
        ...{ cashValue: cash * price, cardValue: card * price, free: upTo(random, 20) },
      }
    }),
    privateSold: upTo(random, 4_000),
    reads: upTo(random, 200),
    clock: 0,
  }
}

export function sellSome(random: Random, machine: Machine, most: number): Machine {
  const sold = machine.sold.map((one) => {
    if (random() < 0.3) return one
    const [cash, card] = [upTo(random, most), upTo(random, Math.floor(most / 3))]
    return {
      ...one,
      ...{ cash: one.cash + cash, card: one.card + card },
      ...{ cashValue: one.cashValue + cash * one.price, cardValue: one.cardValue + card * one.price },
      free: one.free + (machine.make.hasFree && random() < 0.2 ? 1 : 0),
    }
  })
  return { ...machine, sold, privateSold: machine.privateSold + upTo(random, 50), reads: machine.reads + 1 }
}

export const newPrices = (random: Random, machine: Machine): Machine => ({
  ...machine,
  sold: machine.sold.map((one) => ({ ...one, price: one.price + 10 * upTo(random, 3) })),
})

/** All paid vends since the machine was built. */
export const paidIn = ({ sold }: Machine): number => sold.reduce((sum, { cash, card }) => sum + cash + card, 0)

/** The undamaged read-out of the machine. */
export function writeOut({ make, sold, privateSold, reads, clock }: Machine): string {
  const wrapped = (count: number) => count % make.end
  const money = (value: number) => value % 10 ** 8
  const all = (of: (one: Sold) => number) => sold.reduce((sum, one) => sum + of(one), 0)
  const day = new Date(clock).toISOString()
  const [date, time] = [day.slice(2, 10).replaceAll('-', ''), day.slice(11, 16).replace(':', '')]
  const isPa2 = make.counts.includes('PA2')
  const lines = [
    'ST*001*0001',
    `ID1*${make.serial}*KLIX*7**`,
    'ID4*2*1978',
    ...(clock > 0 ? [`ID5*${date}*${time}`] : []),
    ...(make.board ? [`CB1*${make.board}*GX2*1`] : []),
    ...(make.total.includes('VA1')
      ? [`VA1*${money(all(({ cashValue, cardValue }) => cashValue + cardValue))}*${wrapped(all(({ cash, card }) => cash + card))}*0*0`]
      : []),
    ...(make.total.includes('CA2')
      ? [
          `CA2*${money(all(({ cashValue }) => cashValue))}*${wrapped(all(({ cash }) => cash))}*0*0`,
          `DA2*${money(all(({ cardValue }) => cardValue))}*${wrapped(all(({ card }) => card))}*0*0`,
        ]
      : []),
    ...(make.hasFree ? [`VA3*0*${wrapped(all(({ free }) => free))}*0*0`] : []),
    `EA3*${reads}*${date}*${time}*1`,
    ...sold.flatMap(({ number, name, price, cash, card, cashValue, cardValue, free }) => [
      `PA1*${number}*${price}*${name.replaceAll('*', '^2A^')}*20`,
      ...(isPa2 ? [`PA2*${wrapped(cash + card)}*${money(cashValue + cardValue)}*0*0`] : []),
      ...(make.hasFree ? [`PA4*${wrapped(free)}*0*0*0`] : []),
      ...(make.counts.includes('PA7')
        ? [
            `PA7*${number}*CA*0*${price}*${wrapped(cash)}*${money(cashValue)}*0*0`,
            `PA7*${number}*DA*1*${price}*${wrapped(card)}*${money(cardValue)}*0*0`,
          ]
        : []),
      ...(make.counts === 'LA1' ? [`LA1*0*${number}*${price}*0*${wrapped(cash + card)}`] : []),
    ]),
    ...Array.from({ length: make.privateLists }, (_, nth) => `LA1*7*${200 + nth}*0*0*${wrapped(privateSold + 31 * nth)}`),
  ]
  const body = lines.map((line) => `${line}\r\n`).join('')
  const end = [
    ...(make.checksum === 'absent' ? [] : [`G85*${make.checksum === 'constant' ? '5A5A' : checksumOf(body)}`]),
    ...(make.segments === 'absent'
      ? ['SE**0001']
      : [`SE*${make.segments === 'constant' ? 999 : lines.length + (make.checksum === 'absent' ? 1 : 2)}*0001`]),
  ]
  return [`DXS*${make.serial || 'KLIX'}*VA*V0/6*1`, ...lines, ...end, 'DXE*1*1', ''].join(make.lineEnd)
}

function checksumOf(text: string): string {
  let value = 0
  for (const byte of new TextEncoder().encode(text)) {
    value ^= byte
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xa001 : value >>> 1
  }
  return value.toString(16).toUpperCase().padStart(4, '0')
}

type Damage = (random: Random, file: string) => string

const onLines =
  (change: (random: Random, lines: string[]) => string[]): Damage =>
  (random, file) => {
    const end = file.includes('\r\n') ? '\r\n' : file.includes('\n') ? '\n' : '\r'
    return change(random, file.split(end)).join(end)
  }

const without = (lines: readonly string[], nth: number, count = 1) => lines.filter((_, index) => index < nth || index >= nth + count)

/** Damage to the text of one read-out. */
export const DAMAGES: Readonly<Record<string, Damage>> = {
  'a line lost': onLines((random, lines) => without(lines, upTo(random, lines.length - 2))),
  'several lines lost': onLines((random, lines) => {
    let left = lines
    for (let times = 2 + upTo(random, 6); times > 0 && left.length > 3; times--) left = without(left, upTo(random, left.length - 2))
    return left
  }),
  'a block of lines lost': onLines((random, lines) => without(lines, upTo(random, lines.length - 2), 2 + upTo(random, 12))),
  'all lines of a kind lost': onLines((random, lines) => {
    const tag = oneOf(random, ['VA1', 'CA2', 'DA2', 'PA1', 'PA2', 'PA7', 'LA1', 'ID1', 'ID4', 'CB1', 'G85', 'SE', 'DXE', 'DXS', 'ST'])
    return lines.filter((line) => !line.startsWith(tag))
  }),
  'a line twice': onLines((random, lines) => {
    const nth = upTo(random, lines.length - 2)
    return [...lines.slice(0, nth + 1), ...lines.slice(nth)]
  }),
  'two lines exchanged': onLines((random, lines) => {
    const [a, b] = [upTo(random, lines.length - 2), upTo(random, lines.length - 2)]
    return lines.map((line, nth) => (nth === a ? lines[b] : nth === b ? lines[a] : line) ?? line)
  }),
  'a line cut short': onLines((random, lines) => {
    const nth = upTo(random, lines.length - 2)
    return lines.map((line, index) => (index === nth ? line.slice(0, upTo(random, line.length)) : line))
  }),
  'the end lost': (random, file) => file.slice(0, upTo(random, file.length)),
  'the beginning lost': (random, file) => file.slice(upTo(random, file.length)),
  'the middle lost': (random, file) => {
    const from = upTo(random, file.length)
    return file.slice(0, from) + file.slice(from + upTo(random, 200))
  },
  'a digit changed': (random, file) => {
    const digits = [...file.matchAll(/\d/g)].map(({ index }) => index)
    const nth = oneOf(random, digits)
    return file.slice(0, nth) + String(upTo(random, 9)) + file.slice(nth + 1)
  },
  'several digits changed': (random, file) => {
    let text = file
    for (let times = 0; times < 4; times++) text = (DAMAGES['a digit changed'] as Damage)(random, text)
    return text
  },
  'bytes changed': (random, file) => {
    const from = upTo(random, file.length - 1)
    const junk = Array.from({ length: 1 + upTo(random, 20) }, () => String.fromCharCode(33 + upTo(random, 220))).join('')
    return file.slice(0, from) + junk + file.slice(from + junk.length)
  },
  'another checksum': (random, file) =>
    file.replace(/G85\*[0-9A-F]{4}/, `G85*${(0x1000 + upTo(random, 0xefff)).toString(16).toUpperCase()}`),
  'another number of segments': (random, file) => file.replace(/SE\*\d*/, `SE*${upTo(random, 90)}`),
  'line ends of several kinds': (random, file) => file.replace(/\r\n|\n|\r/g, () => oneOf(random, ['\r\n', '\n', '\r\n', '\r\r\n'])),
  'noise before the first line': (random, file) => `\u0005\u0010\u0001${upTo(random, 9)}\r\n${file}`,
  'a byte order mark': (_, file) => `\ufeff${file}`,
  'no serial number': (_, file) => file.replace(/ID1\*[^*]*/, 'ID1*'),
  'zeros between letters': (_, file) => file.replace(/[A-Z]/g, (letter) => `${letter}\0`),
  'counters of the interval in the place of all': (_, file) => file.replace(/PA2\*(\d+)\*(\d+)\*0\*0/g, 'PA2*0*0*$1*$2'),
  'ones in all bits': (random, file) => {
    const lines = [...file.matchAll(/(PA2|VA1|CA2|LA1\*\d+\*\d+\*\d+\*\d*)\*(\d+)/g)]
    const hit = lines.length > 0 ? oneOf(random, lines) : undefined
    return hit ? file.replace(hit[0], hit[0].replace(/\d+$/, '4294967295')) : file
  },
}
