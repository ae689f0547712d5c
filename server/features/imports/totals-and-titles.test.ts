import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aMachine, aProduct } from '../../../tests/support/fleet.ts'
import { aClock } from '../../../tests/support/test-context.ts'
import { type TwoCompanies, twoCompanies } from '../../../tests/support/two-companies.ts'
import { rowsOf } from '../../db/client.ts'

const clock = aClock(Date.parse('2026-05-04T10:00:00.000Z'))
let world: TwoCompanies
beforeAll(async () => {
  world = await twoCompanies({ now: clock.now })
  const { ctx, company } = world
  await aProduct(ctx, company, { sku: 'COLA', name: 'Cola', packaging: 'PIECE' })
  await aProduct(ctx, company, { sku: 'CHEESE', name: 'Käse-Brötchen', packaging: 'PIECE' })
  await aProduct(ctx, company, { sku: 'BAR', name: 'Bär', packaging: 'PIECE' })
  await aProduct(ctx, company, { sku: 'BEER', name: 'Bör', packaging: 'PIECE' })
  await aMachine(ctx, company, { name: 'Foyer' })
  await aMachine(ctx, company, { name: 'Müller Café' })
  await aMachine(ctx, company, { name: '1042' })
  await aMachine(ctx, company, { name: '2026' })
})
afterAll(() => world.close())

const bring = async (kind: string, rows: readonly string[], more: object = {}) => {
  const content = Buffer.from(rows.join('\r\n')).toString('base64')
  return (await world.manager.call('POST', '/imports', { kind, content, ...more })).json().data
}
type Preview = {
  problems: { row: number; field: string; code: string; value: string }[]
  doubts: { doubt: string; text: string }[]
  notes: { note: string; count: number }[]
  counts: Record<string, number>
}
const problemsOf = ({ problems }: Preview) => problems.map(({ row, field, code }) => `${row} ${field} ${code}`)
const doubtsOf = ({ doubts }: Preview) => doubts.map(({ doubt, text }) => `${doubt} ${text}`)

describe('totals without a word', () => {
  const head = 'Date;Machine;Product;Quantity;Amount'
  const sales = [1, 2, 3].map((day) => `2026-03-0${day} 10:00;Foyer;Cola;1;1,50`)

  test.each([
    ['with the number of rows as its machine', ';3;;3;4,50'],
    ['with the number of rows as its date', '3;;;3;4,50'],
  ])('of sales are left out, %s', async (_, total) => {
    const found = await bring('SALES', [head, ...sales, total])
    expect([problemsOf(found), found.notes, found.counts.new]).toEqual([[], [{ note: 'TOTALS', count: 1 }], 3])
    // A total is no sale of several pieces.
    expect(doubtsOf(found)).toEqual([])
  })

  test('are left out below each part and below the whole table', async () => {
    const more = sales.map((line) => line.replace('-03-', '-04-'))
    const found = await bring('SALES', [head, ...sales, ';3;;3;4,50', ...more, ';3;;3;4,50', ';6;;6;9,00'])
    expect([problemsOf(found), found.notes, found.counts.new]).toEqual([[], [{ note: 'TOTALS', count: 3 }], 6])
  })

  test('of products and planograms are left out', async () => {
    const products = await bring('PRODUCTS', ['SKU;Name;Cost;Case', 'A1;Nuts;1.00;10', 'A2;Chips;2.00;20', ';;3.00;30'])
    expect([problemsOf(products), products.notes]).toEqual([[], [{ note: 'TOTALS', count: 1 }]])
    const slots = await bring('PLANOGRAMS', ['Machine;Slot;Product;Maximum', 'Foyer;1;Cola;10', 'Foyer;2;Cola;12', ';2;;22'])
    expect([problemsOf(slots), slots.notes]).toEqual([[], [{ note: 'TOTALS', count: 1 }]])
  })

  test('that are no sums are refused, and rows with a date are kept', async () => {
    const found = await bring('SALES', [head, ...sales, ';3;;3;4,60', '2026-03-04 10:00;Foyer;Cola;3;4,50', ';Foyer;Cola;6;9,00'])
    expect(problemsOf(found)).toEqual(['5 at MISSING', '7 at MISSING'])
    expect(found.counts.new).toBe(6)
    const single = await bring('SALES', [head, sales[0] ?? '', ';1;;1;1,50'])
    expect(problemsOf(single)).toEqual(['3 at MISSING'])
  })
})

describe('names with question marks in place of letters', () => {
  const head = 'Date;Machine;Product;Amount'
  const sale = (machine: string, product: string) => `2026-03-01 10:00;${machine};${product};1.50`

  test('are read as the only name that fits, and the review says so', async () => {
    const rows = [sale('M?ller Caf?', 'K?se-Br??tchen'), sale('M\ufffd\ufffdller Caf\ufffd', 'Cola')]
    const found = await bring('SALES', [head, ...rows], { confirm: true })
    expect([problemsOf(found), found.counts.new]).toEqual([[], 2])
    expect(doubtsOf(found)).toEqual([expect.stringContaining('LETTERS_READ M?ller Caf? → Müller Café, K?se-Br??tchen → Käse-Brötchen')])
    const sold = await rowsOf<{ name: string; product: string }>(
      world.ctx.database.owner,
      sql`select m.name, p.name as product from transactions t join machines m on m.company_id = t.company_id and m.id = t.machine_id
        join products p on p.company_id = t.company_id and p.id = t.product_id where t.company_id = ${world.company} order by 2`,
    )
    expect(sold).toEqual([
      { name: 'Müller Café', product: 'Cola' },
      { name: 'Müller Café', product: 'Käse-Brötchen' },
    ])
    await world.manager.call('POST', `/imports/${found.importId}/undo`)
  })

  test('are unknown if several names fit, little is left, or letters differ', async () => {
    const found = await bring('SALES', [head, sale('Foyer', 'B?r'), sale('?????? ????', 'Cola'), sale('M?ller Bar?', 'Cola')])
    expect(problemsOf(found)).toEqual(['2 product UNKNOWN_PRODUCT', '3 machine UNKNOWN_MACHINE', '4 machine UNKNOWN_MACHINE'])
  })

  test('of new machines and products are named in the review before they are created', async () => {
    const found = await bring('SALES', [head, sale('H?lle', 'Schnitzel?')], { createMachines: true, createProducts: true })
    expect(doubtsOf(found)).toEqual(['LETTERS_LOST H?lle, Schnitzel?'])
    expect(doubtsOf(await bring('PRODUCTS', ['SKU;Name', 'A1;N?sse']))).toEqual(['LETTERS_LOST N?sse'])
  })
})

describe('the machine of a planogram without a column for it', () => {
  const rows = ['Slot;Product;Maximum', '91;Cola;10', '92;Cola;10']
  const readAs = async (above: readonly string[], name = 'plan.csv') => {
    const found = await bring('PLANOGRAMS', [...above, ...rows], { name })
    return [...new Set([...problemsOf(found).map((text) => text.slice(text.indexOf(' ') + 1)), ...doubtsOf(found)])]
  }

  test('is the one in a title above the table', async () => {
    expect(await readAs(['Planogram: Machine 1042 – Lobby', ''])).toEqual(['MACHINE_BESIDE Planogram: Machine 1042 – Lobby'])
    expect(await readAs(['Machine:;Foyer'])).toEqual(['MACHINE_BESIDE Machine: Foyer'])
    expect(await readAs(['Müller Café'])).toEqual(['MACHINE_BESIDE Müller Café'])
    expect(await readAs(['Machine: Attic'])).toEqual(['machine UNKNOWN_MACHINE', 'MACHINE_BESIDE Attic'])
  })

  test('is the one in the name of the file, if the file names only one', async () => {
    expect(await readAs([], 'planogram_foyer_2026-03.xlsx')).toEqual(['MACHINE_BESIDE planogram_foyer_2026-03'])
    expect(await readAs([], 'foyer and Müller Café.csv')).toEqual(['machine MISSING'])
    expect(await readAs([], 'planogram 2026-03.csv')).toEqual(['machine MISSING'])
  })

  test('is the one on a line of its own above each block', async () => {
    const found = await bring('PLANOGRAMS', ['Foyer', ...rows, 'Müller Café', ...rows], { confirm: true })
    expect([problemsOf(found), doubtsOf(found), found.counts.new]).toEqual([[], [], 4])
    const slots = await rowsOf<{ name: string; count: number }>(
      world.ctx.database.owner,
      sql`select m.name, count(*)::int as count from slots s join machines m on m.company_id = s.company_id and m.id = s.machine_id
        where s.company_id = ${world.company} and s.slot_number in ('91', '92') and s.removed_at is null group by 1 order by 1`,
    )
    expect(slots).toEqual([
      { name: 'Foyer', count: 2 },
      { name: 'Müller Café', count: 2 },
    ])
    await world.manager.call('POST', `/imports/${found.importId}/undo`)
  })
})

test('an unreadable payment of a settlement is refused also beside large amounts', async () => {
  const found = await bring('SALES', ['id,date,amount,fee', 'A1,2026-03-30 10:00:00,99.00,1.00', 'A2,not a date,abc,1.00'])
  expect([found.holds, problemsOf(found)]).toEqual(['SETTLEMENT', ['3 at NOT_A_TIME', '3 amount NOT_A_NUMBER']])
  expect(found.notes).toEqual([{ note: 'UNMATCHED', count: 1 }])
  expect(found.counts).toMatchObject({ records: 1, refused: 1 })
})

test('machines and products with names that are cut are found by the next file', async () => {
  const names = `Vending machine ${'x'.repeat(120)};Sandwich 🥪${'y'.repeat(120)}`
  const rows = ['Date;Machine;Product;Amount', `2026-03-01 10:00;${names};1,50`, `2026-03-02 10:00;${names};1,50`]
  const wanted = { createMachines: true, createProducts: true, confirm: true }
  const counts = async () => (await bring('SALES', rows, wanted)).counts
  expect(await counts()).toMatchObject({ new: 2, known: 0, machines: 1, products: 1 })
  expect(await counts()).toMatchObject({ new: 0, known: 2, machines: 0, products: 0 })
})

test('number of problems includes those beyond the first thousand', async () => {
  const rows = Array.from({ length: 1_100 }, (_, index) => `2026-03-01 10:${String(index % 60).padStart(2, '0')};Nowhere;1,50`)
  const found = await bring('SALES', ['Date;Machine;Amount', ...rows])
  expect([found.problems.length, found.problemCount]).toEqual([1_000, 1_100])
})
