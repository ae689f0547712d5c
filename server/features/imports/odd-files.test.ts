import { readFileSync } from 'node:fs'
import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aMachine, aProduct } from '../../../tests/support/fleet.ts'
import { workbook } from '../../../tests/support/hostile-sheets.ts'
import { aClock } from '../../../tests/support/test-context.ts'
import { type TwoCompanies, twoCompanies } from '../../../tests/support/two-companies.ts'

const clock = aClock(Date.parse('2026-11-30T10:00:00.000Z'))
let world: TwoCompanies
beforeAll(async () => {
  world = await twoCompanies({ now: clock.now })
  const { ctx, company } = world
  await aProduct(ctx, company, { sku: 'COLA', name: 'Cola', packaging: 'PIECE' })
  for (const name of ['Foyer', 'Hall', 'ردهة', 'ตู้หน้า']) await aMachine(ctx, company, { name })
})
afterAll(() => world.close())

const bring = async (file: readonly string[] | Buffer, more: object = {}) => {
  const content = (Buffer.isBuffer(file) ? file : Buffer.from(file.join('\r\n'))).toString('base64')
  return (await world.manager.call('POST', '/imports', { kind: 'SALES', content, ...more })).json().data
}
type Preview = {
  problems: { row: number; field: string; code: string; value: string }[]
  doubts: { doubt: string; text: string }[]
}
const problemsOf = ({ problems }: Preview) => problems.map(({ row, field, code, value }) => `${row} ${field} ${code} ${value}`)
const doubtsOf = ({ doubts }: Preview) => doubts.map(({ doubt, text }) => `${doubt} ${text}`)
/** From 10:00 in Warsaw on the day before. */
const ON_26 = { from: '2026-11-26T09:00:00.000Z', until: '2026-11-26T23:00:00.000Z' }

describe('dates', () => {
  test.each([['2026-W48'], ['2026-W48-1'], ['KW 48'], ['48/2026'], ['11/2026']])('week or month %s is no day', async (text) => {
    const found = await bring(['Date;Machine;Amount', '2026-11-26 10:00;Foyer;1.50', `${text};Foyer;1.50`])
    expect([problemsOf(found), found.counts.new]).toEqual([[`3 at NOT_A_TIME ${text}`], 1])
  })

  test.each([
    ['Week', '2026-W48'],
    ['KW', '48'],
    ['Monat', 'November 2026'],
    ['Trimestre', 'T4 2026'],
    ['月', '2026年11月'],
    ['Wochentag', 'Do.'],
  ])('a file with a column %s and without days says what is missing', async (head, text) => {
    const found = await bring([`${head};Machine;Product;Amount`, `${text};Foyer;Cola;1.50`, `;Foyer;Cola;1.50`])
    expect(problemsOf(found)).toEqual([`2 at NO_DAY ${text}`, '3 at MISSING '])
  })

  test('a weekday in a column of dates is named as one', async () => {
    const found = await bring(['Day;Machine;Product;Amount', 'Thursday;Foyer;Cola;1.50', 'today;Foyer;Cola;1.50'])
    expect(problemsOf(found)).toEqual(['2 at NO_DAY Thursday', '3 at NOT_A_TIME today'])
  })

  test('24:00 is the end of the day, with the date or beside it', async () => {
    for (const rows of [
      ['Date;Machine;Amount', '26.11.2026 10:00;Foyer;1,50', '26.11.2026 24:00;Foyer;1,50'],
      ['Date;Machine;Amount', '2026-11-26T10:00:00;Foyer;1,50', '2026-11-26T24:00:00;Foyer;1,50'],
      ['Date;Time;Machine;Amount', '26.11.2026;10:00;Foyer;1,50', '26.11.2026;24:00;Foyer;1,50'],
    ]) {
      const found = await bring(rows)
      expect([problemsOf(found), found.period]).toEqual([[], ON_26])
    }
  })

  test('times without their leading zeros are read by their whole column', async () => {
    const timesIn = async (...times: string[]) => {
      const found = await bring(['Date;Time;Machine;Amount', ...times.map((time) => `26.11.2026;${time};Foyer;1,50`)])
      return [found.period?.from.slice(11, 19), found.period?.until.slice(11, 19), ...problemsOf(found), ...doubtsOf(found)]
    }
    // Warsaw is an hour ahead of UTC.
    expect(await timesIn('93005', '10005', '130', '235959')).toEqual(['23:01:30', '22:59:59', 'TIME_ZEROS 130 = 00:01:30'])
    expect(await timesIn('93005', '30', '235959')).toEqual(['23:00:30', '22:59:59', 'TIME_ZEROS 30 = 00:00:30'])
    expect(await timesIn('930', '5', '2359')).toEqual(['23:05:00', '22:59:00', 'TIME_ZEROS 5 = 00:05'])
    // No minutes of an hour are 75, but all times are possible with seconds.
    expect((await timesIn('2459', '5', '3015')).slice(2)).toEqual(['TIME_ZEROS 2459 = 00:24:59'])
    expect(await timesIn('905', '1405', '093005')).toEqual(['08:05:00', '13:05:00'])
    expect((await timesIn(...Array.from({ length: 20 }, (_, at) => `${93_005 + at}`), '99')).slice(2)).toEqual(['22 time NOT_AN_HOUR 99'])
  })

  test('a time after 24:00 is refused in its own column', async () => {
    const together = await bring(['Date;Machine;Amount', '26.11.2026 10:00;Foyer;1,50', '26.11.2026 24:30;Foyer;1,50'])
    expect(problemsOf(together)).toEqual(['3 at NOT_A_TIME 26.11.2026 24:30'])
    const beside = await bring(['Date;Time;Machine;Amount', '26.11.2026;10:00;Foyer;1,50', '26.11.2026;24:30;Foyer;1,50'])
    expect(problemsOf(beside)).toEqual(['3 time NOT_AN_HOUR 24:30'])
  })

  test.each([
    ['26/11/2026 10.00 a.m.', '26/11/2026 2.30 p.m.'],
    ['26 Nov 2026 10 a.m.', '26 Nov 2026 2.30pm'],
    ['"Nov. 26, 2026, 10 AM"', '"Nov. 26, 2026, 2:30 p.m."'],
  ])('%s and %s are read', async (...written) => {
    const found = await bring(['Date,Machine,Amount', ...written.map((text) => `${text},Foyer,1.50`)])
    expect([problemsOf(found), found.period]).toEqual([[], { from: '2026-11-26T09:00:00.000Z', until: '2026-11-26T13:30:00.000Z' }])
  })

  test('texts of Excel with the month first are doubted if both orders are possible', async () => {
    const cell = (at: string, text: string) => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`
    const row = (n: number, texts: string[]) => `<row r="${n}">${texts.map((text, at) => cell(`${'ABC'[at]}${n}`, text)).join('')}</row>`
    const file = (...days: string[]) =>
      workbook(
        `<worksheet><sheetData>${[['Date', 'Machine', 'Amount'], ...days.map((day) => [day, 'Foyer', '1.50'])].map((texts, at) => row(at + 1, texts)).join('')}</sheetData></worksheet>`,
      )
    const both = await bring(file('3/4/2026 10:05 AM', '3/5/2026 10:05 AM'))
    expect(both.dates).toMatchObject({
      isSure: false,
      example: { text: '3/4/2026 10:05 AM', dayFirst: '2026-04-03T10:05:00.000Z', monthFirst: '2026-03-04T10:05:00.000Z' },
    })
    const one = await bring(file('3/4/2026 10:05 AM', '3/25/2026 10:05 AM'))
    expect([one.dates.order, one.dates.isSure, one.period.from]).toEqual(['MONTH_FIRST', true, '2026-03-04T09:05:00.000Z'])
  })
})

describe('marks between and around cells', () => {
  test.each([
    ['„', '“', ';'],
    ['«', '»', ';'],
    ['“', '”', ','],
    ['« ', ' »', '\t'],
  ])('cells in %s and %s are read without them', async (open, close, separator) => {
    const line = (...texts: string[]) => texts.map((text) => `${open}${text}${close}`).join(separator)
    const found = await bring([line('Datum', 'Automat', 'Betrag'), line('26.11.2026 10:00', 'Foyer', '1,50')])
    expect([found.heads, problemsOf(found), found.sample]).toEqual([
      ['Datum', 'Automat', 'Betrag'],
      [],
      [['26.11.2026 10:00', 'Foyer', '1,50']],
    ])
  })

  test('typographic quotation marks of single cells belong to their names', async () => {
    const found = await bring(['Datum;Automat;Betrag', '26.11.2026 10:00;„Foyer“;1,50'])
    expect(problemsOf(found)).toEqual(['2 machine UNKNOWN_MACHINE „Foyer“'])
  })

  test('a row with another separator is refused instead of left out', async () => {
    const rows = [
      'Date;Machine;Product;Amount',
      '2026-11-26 10:00;Foyer;Cola;1.50',
      '2026-11-26 11:00,Foyer,Cola,1.50',
      'Refunds, and others',
    ]
    const found = await bring(rows)
    expect([problemsOf(found), found.notes]).toEqual([
      ['3 amount OTHER_SEPARATOR 2026-11-26 11:00,Foyer,Cola,1.50'],
      [{ note: 'GROUPS', count: 1 }],
    ])
    const products = await bring(['SKU;Name;Cost', 'A1;Nuts;1.00', 'A2,Chips,2.00'], { kind: 'PRODUCTS' })
    expect(problemsOf(products)).toEqual(['3 cost OTHER_SEPARATOR A2,Chips,2.00'])
  })

  test('an address above its sales is no row with another separator', async () => {
    const rows = ['Date;Machine;Amount', '2026-11-26 10:00;Foyer;1.50', 'Halle A, 70173, Bern', '2026-11-26 11:00;Foyer;1.50']
    const found = await bring(rows)
    expect([problemsOf(found), found.counts.new, found.notes]).toEqual([[], 2, [{ note: 'GROUPS', count: 1 }]])
    const products = await bring(['SKU;Name;Cost', 'A1;Nuts;1.00', 'Halle A, 70173, Bern'], { kind: 'PRODUCTS' })
    expect(problemsOf(products)).toEqual([])
  })
})

describe('code pages', () => {
  // The bytes of Thai and Arabic letters follow their code points; windows-1256 has gaps for French letters.
  const thai = (text: string) =>
    Buffer.from([...text].map((one) => (one >= '\u0e00' ? one.charCodeAt(0) - 0x0e00 + 0xa0 : one.charCodeAt(0))))
  const ARABIC = new Map(
    Array.from({ length: 128 }, (_, at) => 128 + at).map((byte) => [new TextDecoder('windows-1256').decode(Uint8Array.of(byte)), byte]),
  )
  const arabic = (text: string) => Buffer.from([...text].map((one) => ARABIC.get(one) ?? one.charCodeAt(0)))

  test('Thai of Windows is read', async () => {
    const found = await bring(thai('วันที่;เครื่อง;จำนวนเงิน;วิธีชำระเงิน\r\n26/11/2026 10:00;ตู้หน้า;1.50;เงินสด'))
    expect([found.heads[0], problemsOf(found), found.counts.new]).toEqual(['วันที่', [], 1])
  })

  test('Thai with a name that was cut off is read', async () => {
    const rows = Array.from({ length: 20 }, () => '26/11/2026 10:00;ตู้หน้า;1.50;น้ำแดง')
    const found = await bring(thai(['วันที่;เครื่อง;จำนวนเงิน;สินค้า', ...rows, '26/11/2026 10:00;ตู้หน้า;1.50;น้ำแ'].join('\r\n')))
    expect(found.heads[0]).toBe('วันที่')
  })

  test('Arabic of Windows is read', async () => {
    const found = await bring(arabic('التاريخ;الجهاز;المبلغ;طريقة الدفع\r\n26/11/2026 10:00;ردهة;1.50;نقدا'))
    expect([found.heads[0], problemsOf(found), found.counts.new]).toEqual(['التاريخ', [], 1])
  })
})

describe('the machine of a planogram in the name of its sheet', () => {
  const sheets = (...names: string[]) => {
    const cell = (text: string | number) =>
      typeof text === 'number'
        ? `<table:table-cell office:value-type="float" office:value="${text}"><text:p>${text}</text:p></table:table-cell>`
        : `<table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell>`
    const rows = [
      ['Slot', 'Product', 'Maximum'],
      [91, 'Cola', 10],
    ].map((cells) => `<table:table-row>${cells.map(cell).join('')}</table:table-row>`)
    const tables = names.map((name) => `<table:table table:name="${name}">${rows.join('')}</table:table>`).join('')
    const content = `<office:document-content><office:body>${tables}</office:body></office:document-content>`
    return Buffer.from(zipSync({ 'content.xml': strToU8(content), 'META-INF/manifest.xml': strToU8('<manifest/>') }))
  }
  const readAs = async (file: Buffer, more: object = {}) => {
    const found = await bring(file, { kind: 'PLANOGRAMS', ...more })
    return [...problemsOf(found), ...doubtsOf(found), found.counts.new]
  }

  test('is read and doubted', async () => {
    expect(await readAs(sheets('Plan Foyer'))).toEqual(['MACHINE_BESIDE Plan Foyer', 1])
    expect(await readAs(sheets('Hall', 'Foyer'), { sheet: 'Foyer' })).toEqual(['MACHINE_BESIDE Foyer', 1])
    expect(await readAs(sheets('Attic'))).toEqual(['2 machine MISSING ', 0])
  })

  test('is that of each sheet if all are read', async () => {
    expect(await readAs(sheets('Foyer', 'Hall'), { allSheets: true })).toEqual([2])
  })
})

test('sales in a file of LibreOffice are read with their date and time columns', async () => {
  const found = await bring(readFileSync(new URL('../../../tests/data/spreadsheets/libreoffice.ods', import.meta.url)))
  expect(found.mapping).toMatchObject({ at: 0, time: 1, machine: 2, product: 3, amount: 4 })
  expect(found.period).toMatchObject({ from: '2026-03-13T09:05:00.000Z' })
})
