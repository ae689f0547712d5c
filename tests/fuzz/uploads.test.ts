import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMachine as aMachineOf, aMake, DAMAGES, oneOf, type Random, randomFrom, upTo, writeOut } from '../dex/damaged-reads.ts'
import { aMachine } from '../support/fleet.ts'
import { hostileFiles } from '../support/hostile-sheets.ts'
import { isLong } from '../support/long.ts'
import { seed } from '../support/seed.ts'
import { type TwoCompanies, twoCompanies } from '../support/two-companies.ts'

let world: TwoCompanies
let machine: number
beforeAll(async () => {
  world = await twoCompanies()
  machine = Number((await aMachine(world.ctx, world.company, { slots: [] })).id)
})
afterAll(() => world.close())

/** Processor time per file; a hundredth of it is usual. An algorithm with quadratic time takes minutes. */
const MAX_MS = 5_000

/** Inputs that trigger backtracking, in a cell of the maximum length. */
const SIGNS = [
  ' ',
  '0',
  ', ',
  '[',
  '(',
  'A',
  ' :',
  '1:',
  '.',
  '1.',
  "'",
  '-',
  '=',
  '\t',
  '0 ',
  'aA',
  '日',
  'é',
  '%',
  ' (1',
  '1,1 ',
  '¥',
  '*',
]
const ENDS = ['', 'x', '!', '1', ')', '\u0000']

const longCell = (random: Random) => {
  const sign = oneOf(random, SIGNS)
  return `${oneOf(random, ['', '1', 'a'])}${sign.repeat(Math.floor(30_000 / sign.length))}${oneOf(random, ENDS)}`
}

const HEADS = {
  SALES: 'Date;Machine;Product;Amount;Payment',
  MACHINES: 'Name;Address;Latitude;Longitude;Model',
  PRODUCTS: 'SKU;Name;Price;Packaging;Volume',
  PLANOGRAMS: 'Machine;Slot;Product;Price;Maximum',
} as const

/** A table with long cells in any position: in the header, in a column or everywhere. */
function hostileTable(random: Random, kind: keyof typeof HEADS): string {
  const cell = longCell(random)
  const column = upTo(random, 4)
  const isEverywhere = random() < 0.3
  const row = Array.from({ length: 5 }, (_, nth) =>
    isEverywhere || nth === column ? cell : oneOf(random, ['1', '2026-01-01', 'Cola', 'Cash']),
  )
  const head = random() < 0.3 ? row.join(';') : HEADS[kind]
  return [head, ...Array.from({ length: isEverywhere ? 8 : 40 }, () => row.join(';'))].join('\n')
}

/** A read-out with several damages, or with a line without end. */
function hostileReadOut(random: Random): string {
  let file = writeOut(aMachineOf(random, aMake(random, 'M1')))
  for (let times = upTo(random, 4); times > 0; times--) file = oneOf(random, Object.values(DAMAGES))(random, file)
  if (random() < 0.4) file = file.replace('PA1*', `PA1*${longCell(random)}`)
  return file
}

const base64 = (text: string | Buffer) => Buffer.from(text).toString('base64')
const key = () => ({ 'idempotency-key': randomUUID() })

/** Sends a file and returns the error: a 5xx response, or more processor time than allowed. */
async function sent(name: string, method: 'POST', path: string, body: unknown) {
  const used = process.cpuUsage()
  const { statusCode } = await world.manager.call(method, path, body, key())
  const { user, system } = process.cpuUsage(used)
  const ms = (user + system) / 1_000
  return statusCode >= 500 || ms > MAX_MS ? [{ name, path, statusCode, ms: Math.round(ms) }] : []
}

const TABLES = isLong ? 400 : 10
const READ_OUTS = isLong ? 2_000 : 20
const WORKBOOKS = isLong ? 500 : 4
const TAKES = isLong ? 3_600_000 : 120_000

test(
  'hostile use: tables with cells of maximum length are processed in time',
  async () => {
    const random = randomFrom(seed)
    const wrong: unknown[] = []
    for (let nth = 0; nth < TABLES; nth++) {
      const kind = oneOf(random, Object.keys(HEADS) as (keyof typeof HEADS)[])
      const content = base64(hostileTable(random, kind))
      wrong.push(...(await sent(`table ${nth}`, 'POST', '/imports', { kind, content, createMachines: true, createProducts: true })))
    }
    wrong.push(...(await sent('passes', 'POST', '/passes/import', { content: base64(hostileTable(random, 'SALES')) })))
    expect(wrong).toEqual([])
  },
  TAKES,
)

test(
  'hostile use: every kind of import processes damaged workbooks in time',
  async () => {
    const random = randomFrom(seed)
    const wrong: unknown[] = []
    for (const { name, bytes } of hostileFiles(WORKBOOKS, seed)) {
      if (bytes.length > 1_000_000) continue
      const kind = oneOf(random, Object.keys(HEADS))
      wrong.push(...(await sent(name, 'POST', '/imports', { kind, content: base64(bytes) })))
    }
    expect(wrong).toEqual([])
  },
  TAKES,
)

test(
  'hostile use: damaged read-outs are processed in time, one by one and together',
  async () => {
    const random = randomFrom(seed)
    const wrong: unknown[] = []
    for (let nth = 0; nth < READ_OUTS; nth++) {
      const file = hostileReadOut(random)
      wrong.push(...(await sent(`read-out ${nth}`, 'POST', `/machines/${machine}/audits`, { file })))
    }
    const audits = Array.from({ length: 10 }, () => ({ file: hostileReadOut(random) }))
    wrong.push(...(await sent('together', 'POST', '/audits/preview', { audits })))
    expect(wrong).toEqual([])
  },
  TAKES,
)
