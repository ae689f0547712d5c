import { describe, expect, test } from 'vitest'
import { taxOfHead } from './amounts.ts'
import { noDates, orderOf, seeDate } from './date-column.ts'
import { dateIn } from './dates.ts'
import { FIELDS } from './fields.ts'
import { plainHead } from './heads.ts'
import { hourIn } from './hours.ts'
import { LAYOUTS } from './known-layouts.ts'
import { likelyKind } from './likely-kind.ts'
import { decimalOf, noNumbers, numberIn, seeNumber } from './numbers.ts'
import { productsIn } from './product-text.ts'
import { understand } from './recognise.ts'
import { roleOf } from './row-role.ts'
import { stateOf } from './words.ts'

const rowsOf = (...rows: (string | number | Date | null)[][]) => rows.map((cells, index) => ({ number: index + 1, cells }))
const iso = (wall: number | undefined) => (wall === undefined ? null : new Date(wall).toISOString().slice(0, 19))

const factsOf = (texts: string[]) => {
  const facts = noDates()
  for (const text of texts) seeDate(facts, text)
  return facts
}
const NOW = Date.parse('2026-11-24T10:00:00Z')

describe('a file that was read as machines because no kind was chosen', () => {
  test.each([
    [['Date', 'Machine', 'Product', 'Price']],
    [['Datum', 'Automat', 'Betrag']],
    [['Data', 'Automat', 'Produkt', 'Kwota', 'Typ']],
  ])('contains sales if its header has a date and an amount: %j', (heads) => {
    expect(
      likelyKind(
        rowsOf(
          ['Report'],
          heads,
          heads.map(() => 'x'),
        ),
      ),
    ).toBe('SALES')
  })

  test('contains sales if a column of unknown name has dates with times', () => {
    const heads = ['id', 'createdAt', 'machine.name', 'total']
    const sale = (minute: number) => [`A${minute}`, `2026-11-20T10:0${minute}:00Z`, 'Foyer', `1.${minute}0`]
    expect(likelyKind(rowsOf(heads, sale(1), sale(2), sale(3)))).toBe('SALES')
  })

  test('contains machines if each is named once, whatever else is known of it', () => {
    const heads = ['Machine', 'City', 'Last contact', 'Signal']
    const machine = (minute: number) => [`A${minute}`, 'Ulm', `2026-11-20 10:0${minute}`, `1${minute}`]
    expect(likelyKind(rowsOf(heads, machine(1), machine(2), machine(3)))).toBeNull()
  })

  test.each([
    [['Name', 'Type', 'Address', 'Latitude', 'Longitude']],
    [['Automat', 'Typ', 'Adresse']],
    [['Machine', 'Model', 'Installed on']],
    [['SKU', 'Name', 'Price', 'Tax']],
  ])('is not taken for sales without them: %j', (heads) => {
    expect(
      likelyKind(
        rowsOf(
          heads,
          heads.map(() => 'x'),
        ),
      ),
    ).toBeNull()
  })
})

describe('the order of dates', () => {
  const days = (order: (day: number) => string, from = 1, until = 28) => Array.from({ length: until - from + 1 }, (_, n) => order(n + from))
  test('is determined by the whole column', () => {
    expect(orderOf(factsOf(days((day) => `8/${day}/2026 2:15 PM`)), { now: NOW })).toMatchObject({ order: 'MONTH_FIRST', by: 'DATES' })
    expect(orderOf(factsOf(days((day) => `${day}/08/2026`)), { now: NOW })).toMatchObject({ order: 'DAY_FIRST', by: 'DATES' })
    expect(orderOf(factsOf(['01.02.2026', '03.04.2026']), { now: NOW })).toMatchObject({ order: 'DAY_FIRST', by: 'DATES' })
  })
  test('that is ambiguous needs a choice with an example and a default', () => {
    // 1 to 10 August, month first: the other order would jump by a month in each row.
    expect(orderOf(factsOf(days((day) => `8/${day}/2026`, 1, 10)), { now: NOW })).toEqual({
      order: 'MONTH_FIRST',
      by: 'GUESS',
      isMixed: false,
      example: '8/1/2026',
    })
    expect(orderOf(factsOf(days((day) => `${day}/8/2026`, 1, 10)), { now: NOW })).toMatchObject({ order: 'DAY_FIRST', by: 'GUESS' })
    expect(orderOf(factsOf(['03/04/2026']), { now: NOW, vendor: 'MONTH_FIRST' })).toMatchObject({ order: 'MONTH_FIRST', by: 'VENDOR' })
    expect(orderOf(factsOf(['11/12/2026', '11/10/2026']), { now: NOW })).toMatchObject({ order: 'MONTH_FIRST', by: 'FUTURE' })
  })
  test('that changes within a column is reported', () => {
    expect(orderOf(factsOf(['25/03/2026', '03/25/2026']), { now: NOW }).isMixed).toBe(true)
  })
  test.each([
    ['2/9/2026 2:30:05 PM', 'MONTH_FIRST', '2026-02-09T14:30:05'],
    ['2/9/2026 12:30 am', 'DAY_FIRST', '2026-09-02T00:30:00'],
    ['2026-07-15 10:00:00', 'DAY_FIRST', '2026-07-15T10:00:00'],
    ['2026/07/15', 'DAY_FIRST', '2026-07-15T00:00:00'],
    ['20260715', 'DAY_FIRST', '2026-07-15T00:00:00'],
    ['25.12.2026, 14:05:06', 'DAY_FIRST', '2026-12-25T14:05:06'],
    ['2026-12-25T14:05:06.225Z', 'DAY_FIRST', '2026-12-25T14:05:06'],
    ['2026-12-25T14:05:06+02:00', 'DAY_FIRST', '2026-12-25T12:05:06'],
    ['Monday, January 5, 2026 2:05 PM', 'DAY_FIRST', '2026-01-05T14:05:00'],
    ['5 stycznia 2026 14:05', 'DAY_FIRST', '2026-01-05T14:05:00'],
    ['2026年3月1日 14時05分', 'DAY_FIRST', '2026-03-01T14:05:00'],
    ['2026年11月5日', 'DAY_FIRST', '2026-11-05T00:00:00'],
    ['２０２６年１１月５日', 'DAY_FIRST', '2026-11-05T00:00:00'],
    ['2026年11月5日(木) 14:05', 'DAY_FIRST', '2026-11-05T14:05:00'],
    ['2026年11月5日木曜日', 'DAY_FIRST', '2026-11-05T00:00:00'],
    ['2026年11月5日木曜日 午後2時05分', 'DAY_FIRST', '2026-11-05T14:05:00'],
    ['令和8年11月5日', 'DAY_FIRST', '2026-11-05T00:00:00'],
    ['令和 8 年 11 月 5 日', 'DAY_FIRST', '2026-11-05T00:00:00'],
    ['令和元年5月1日 14:05', 'DAY_FIRST', '2019-05-01T14:05:00'],
    ['㋿8年11月5日', 'DAY_FIRST', '2026-11-05T00:00:00'],
    ['2026/11/05', 'MONTH_FIRST', '2026-11-05T00:00:00'],
    ['R8.11.5', 'MONTH_FIRST', '2026-11-05T00:00:00'],
    ['R08/11/05 14:05:06', 'DAY_FIRST', '2026-11-05T14:05:06'],
    ['Ｒ８．１１．５', 'DAY_FIRST', '2026-11-05T00:00:00'],
    ['R8年11月5日', 'DAY_FIRST', '2026-11-05T00:00:00'],
    ['令和8.11.5', 'DAY_FIRST', '2026-11-05T00:00:00'],
    ['H31.4.30', 'DAY_FIRST', '2019-04-30T00:00:00'],
    ['R8.13.5', 'DAY_FIRST', null],
    ['R8-11-5', 'DAY_FIRST', null],
    ['46023.5', 'DAY_FIRST', '2026-01-01T12:00:00'],
    ['13/03/26 (Fri) 10:05', 'DAY_FIRST', '2026-03-13T10:05:00'],
    ['13.03.2026 Fr. 10:05', 'DAY_FIRST', '2026-03-13T10:05:00'],
    ['13 Mar 2026 10:05', 'DAY_FIRST', '2026-03-13T10:05:00'],
    ['Friday, 13th March 2026 10:05', 'DAY_FIRST', '2026-03-13T10:05:00'],
    ['13-Mar-26 10:05', 'DAY_FIRST', '2026-03-13T10:05:00'],
    ['13032026 10:05', 'DAY_FIRST', '2026-03-13T10:05:00'],
    ['03132026 10:05', 'MONTH_FIRST', '2026-03-13T10:05:00'],
    ['20260313T100500Z', 'DAY_FIRST', '2026-03-13T10:05:00'],
    ['202603131005', 'DAY_FIRST', '2026-03-13T10:05:00'],
    ['13.3.2026 klo 10.05', 'DAY_FIRST', '2026-03-13T10:05:00'],
    ['13.03.2026 um 10:05 Uhr', 'DAY_FIRST', '2026-03-13T10:05:00'],
    ['13 mars 2026 à 10h05', 'DAY_FIRST', '2026-03-13T10:05:00'],
    ['13/03/2026 10:05 hrs', 'DAY_FIRST', '2026-03-13T10:05:00'],
    ['2026-03-31 10:05:00 CEST', 'DAY_FIRST', '2026-03-31T08:05:00'],
    ['03/13/2026 10:05:00 AM EDT', 'MONTH_FIRST', '2026-03-13T14:05:00'],
    ['Fri Mar 13 10:05:00 CET 2026', 'DAY_FIRST', '2026-03-13T09:05:00'],
    ['Fri Mar 13 2026 10:05:00 GMT+0100 (Central European Standard Time)', 'DAY_FIRST', '2026-03-13T09:05:00'],
    ['2026-03-13 10:05 CST', 'DAY_FIRST', null],
    ['13 Haus 2026', 'DAY_FIRST', null],
    ['31/02/2026', 'DAY_FIRST', null],
    ['2026-07-01 25:00', 'DAY_FIRST', null],
    ['13:00 PM', 'DAY_FIRST', null],
    ['soon', 'DAY_FIRST', null],
  ] as const)('%s is parsed', (text, order, expected) => {
    expect(iso(dateIn(text, order)?.wall)).toBe(expected)
  })
  test('Excel serial numbers are dates', () => {
    expect(iso(dateIn(46023.5, 'DAY_FIRST')?.wall)).toBe('2026-01-01T12:00:00')
    expect(dateIn(150, 'DAY_FIRST')).toBeNull()
  })
  test('a serial number with few digits is rounded to the second', () => {
    const wallOf = (cell: string | number) => new Date(dateIn(cell, 'DAY_FIRST')?.wall ?? 0).toISOString().slice(11)
    expect(['46089,4166666', 46_089.41666, 46_089.41666672].map(wallOf)).toEqual(['10:00:00.000Z', '09:59:59.000Z', '10:00:00.005Z'])
    expect([hourIn('0.4166666'), hourIn(0.41666)]).toEqual([36_000_000, 35_999_000])
  })
})

describe('numbers of a column', () => {
  const markOf = (texts: string[], decimals?: number) => {
    const facts = noNumbers()
    for (const text of texts) seeNumber(facts, text)
    return decimalOf(facts, decimals)
  }
  test('is read in its usual form as in any other', () => {
    // A blank in front means the same, but such texts are not read in the short way.
    for (const whole of ['0', '1', '12', '007', '1234', '123456789', '1234567890'])
      for (const mark of ['.', ','])
        for (const decimals of ['0', '5', '50', '500', '5000'])
          for (const ofColumn of [undefined, '.', ','] as const) {
            const text = `${whole}${mark}${decimals}`
            expect(numberIn(text, ofColumn)).toBe(numberIn(` ${text}`, ofColumn))
          }
  })
  test('three digits after a mark are decimals or thousands, by currency', () => {
    expect(markOf(['1.234', '2.000'])).toEqual({ mark: ',', doubt: '1.234' })
    expect(markOf(['1.234', '2.000'], 3)).toEqual({ mark: '.', doubt: null })
    expect(markOf(['1,234', '2,000'], 3)).toEqual({ mark: ',', doubt: '1,234' })
  })
  test('have one decimal mark', () => {
    expect(markOf(['1,50', '1.234,50', '1.234'])).toEqual({ mark: ',', doubt: null })
    expect(markOf(['1.50', '1,234'])).toEqual({ mark: '.', doubt: null })
    expect(markOf(['1,234', '2,000'])).toEqual({ mark: '.', doubt: '1,234' })
    expect(markOf(['￥１，５００', '￥２００'])).toEqual({ mark: '.', doubt: '￥１，５００' })
    expect(numberIn('1.234', ',')).toBe(1234)
    expect(numberIn('1,234', '.')).toBe(1234)
    expect(numberIn('52,2297', '.')).toBe(52.2297)
  })
  test.each([
    ['-$0.95', -0.95],
    ['($1,250.00)', -1250],
    ['1 234,50 zł', 1234.5],
    ['€2', 2],
    ['EUR 2.50', 2.5],
    ["1'234.50", 1234.5],
    ['−0,5', -0.5],
    ['2,50 Euro', 2.5],
    ['15.000 ₫', 15],
    ['₪1.50', 1.5],
    ['0.125 د.ك', 0.125],
    ['د.ك.‏ 0.125', 0.125],
    ['12.50 ر.س', 12.5],
    ['1,500원', 1.5],
    ['R 12,50', 12.5],
    ['KSh 50', 50],
    ['S/. 1.50', 1.5],
    ['KD 0.250', 0.25],
    ['100 р.', 100],
    ['2.– CHF', 2],
    ['1,250,000', 1250000],
    ['1.5000', 1.5],
    ['52.12345678901234', 52.12345678901234],
    ['１２３', 123],
    ['1e5', null],
    ['x', null],
    ['', null],
  ])('%s', (text, value) => {
    expect(numberIn(text)).toBe(value)
  })
})

test('the product text of Nayax is parsed, with one or several products per payment', () => {
  expect(productsIn('Cola(12  1.50)')).toEqual([{ product: 'Cola', slot: '12', price: 1.5 }])
  expect(productsIn('Bar (nuts)(2, 12 = 1.75)\r\nWater(7  1.00)\r\n')).toEqual([
    { product: 'Bar (nuts)', slot: '12', price: 1.75 },
    { product: 'Water', slot: '7', price: 1 },
  ])
  expect(productsIn('Bar (nuts)')).toBeNull()
})

test('only finished sales count, by words and by vendor codes', () => {
  expect(['Settled', 'Cancelled', 'Refunded', 'pending', '支付完成', 'Anulowana', ''].map((word) => stateOf(word, 'Status'))).toEqual([
    'SOLD',
    'CANCELLED',
    'REFUND',
    'UNSETTLED',
    'SOLD',
    'CANCELLED',
    'SOLD',
  ])
  expect(['12', '7'].map((code) => stateOf(code, 'Transaction Status ID'))).toEqual(['SOLD', 'CANCELLED'])
})

/** Possible values of a column with this header. */
function cellFor(head: string, n: number, layout: (typeof LAYOUTS)[number], hasDays: boolean): string {
  const plain = plainHead(head)
  const field = FIELDS[layout.holds === 'MACHINES' || layout.holds === 'PLANOGRAMS' ? layout.holds : 'SALES'].find(({ name, heads }) =>
    [name, ...heads].some((one) => plainHead(one) === plain),
  )
  const day = 1 + (n % 27)
  if (hasDays && /time time|^time$|^čas$/.test(plain)) return '14:05:06'
  if (field?.kind === 'moment' || /date|time|datum|время|时间/.test(plain))
    return layout.dateOrder === 'MONTH_FIRST'
      ? `3/${day}/2026 2:05:06 PM`
      : layout.dateOrder === 'DAY_FIRST'
        ? `${day}/03/2026 14:05:06`
        : `2026-03-${String(day).padStart(2, '0')} 14:05:06`
  if (/product selection info|produktauswahl informationen/.test(plain)) return `Cola(1${n % 9}  1.50)`
  if (field?.name === 'quantity') return '1'
  if (field?.name === 'status') return layout.vendor.includes('Chinese') ? '2' : plain.includes('status id') ? '12' : 'Settled'
  if (field?.kind === 'number' || /value|price|amount|total|fee|net|gross/.test(plain)) return `${1 + (n % 3)}.50`
  if (field?.name === 'machine') return `Machine ${n % 4}`
  if (field?.name === 'type') return n % 2 ? 'Cash' : 'Card'
  if (field?.name === 'id') return `9000${n}`
  return `${head} ${n}`
}

const EXPECTED: Readonly<Partial<Record<string, readonly string[]>>> = {
  SALES: ['at'],
  SETTLEMENT: ['amount'],
  MACHINES: ['name'],
  PLANOGRAMS: ['slot'],
}

describe('layouts of other systems', () => {
  const usable = LAYOUTS.filter(({ isLoose, heads }) => !isLoose && heads.split('|').length >= 3)
  test('have the expected number', () => {
    expect(LAYOUTS).toHaveLength(79)
    expect(usable.length).toBeGreaterThanOrEqual(70)
  })
  test.each(usable.map((layout) => [`${layout.vendor}: ${layout.report}`.slice(0, 90), layout] as const))('%s', (_, layout) => {
    const heads = layout.heads.split('|').map((head) => head.trim())
    const kind = layout.holds === 'MACHINES' || layout.holds === 'PLANOGRAMS' ? layout.holds : 'SALES'
    const hasDays = heads.some((head) => /^(date|dátum|machineAuTime_Date)$/i.test(head))
    const data = Array.from({ length: 20 }, (_, n) => heads.map((head) => cellFor(head, n, layout, hasDays)))
    const title = ['\u200b\u200bReport\r\nfrom 1 to 2']
    const rows = rowsOf(
      title,
      ['01/03/2026 to 31/03/2026'],
      heads.map((head) => `${head}  `),
      ...data,
    )
    const seen = understand(rows, kind)
    expect(seen.header, 'row of heads').toBe(2)
    expect(seen.layout?.vendor.split(' ')[0]).toBe(layout.vendor.split(' ')[0])
    expect(seen.holds).toBe(layout.holds)
    const isTimeless = layout.report.startsWith('订单') || layout.report === '2024_05' || layout.report.startsWith('売上')
    for (const field of isTimeless ? [] : (EXPECTED[layout.holds] ?? []))
      expect(Object.keys(seen.mapping), `${JSON.stringify(seen.mapping)} of ${heads.join(', ')}`).toContain(field)
    if (layout.holds === 'SALES' && layout.report !== '2024_05')
      expect(seen.mapping.amount ?? seen.mapping.price, `amount in ${heads.join(', ')}`).toBeDefined()
    const plainHeads = heads.map(plainHead)
    if (layout.holds === 'SALES' && plainHeads.some((head) => /machine (name|id|code)|машинный код|机器编号|device number/.test(head)))
      expect(seen.mapping.machine, 'machine').toBeDefined()
  })
})

describe('files of no known layout', () => {
  const known = { machines: new Set(['foyer', 'hall']), products: new Set(['cola', 'water']) }
  const sales = Array.from({ length: 12 }, (_, n) => [
    n % 2 ? 'Foyer' : '[7] Hall',
    n % 3 ? 'Cola' : 'Water',
    `1${n % 3},50`,
    `2026-03-0${1 + (n % 9)} 10:0${n % 6}`,
    n % 2 ? 'Karte' : 'Bar',
  ])
  test('are recognised by the content of their columns', () => {
    const seen = understand(rowsOf(['a', 'b', 'c', 'd', 'e'], ...sales), 'SALES', { known })
    expect(seen).toMatchObject({ header: 0, mapping: { machine: 0, product: 1, amount: 2, at: 3, type: 4 } })
    expect(seen.byContent.toSorted()).toEqual(['amount', 'at', 'machine', 'product', 'type'])
  })
  test('without a header start with data', () => {
    expect(understand(rowsOf(...sales), 'SALES', { known })).toMatchObject({
      header: null,
      mapping: { machine: 0, product: 1, amount: 2, at: 3, type: 4 },
    })
  })
  test('in other languages, with shuffled columns', () => {
    for (const heads of [
      ['Data i godzina', 'Nazwa automatu', 'Kwota', 'Płatność', 'Produkt'],
      ['Fecha y hora', 'Máquina', 'Importe', 'Forma de pago', 'Producto'],
      ['Datum und Zeit', 'Automat', 'Betrag', 'Zahlungsart', 'Artikel'],
      ['Date et heure', 'Nom de la machine', 'Montant', 'Mode de paiement', 'Produit'],
      ['日時', '自販機名', '金額', '支払方法', '商品名'],
      ['Дата и время', 'Автомат', 'Сумма', 'Способ оплаты', 'Наименование товара'],
    ]) {
      const order = [3, 1, 4, 0, 2]
      const seen = understand(
        rowsOf(
          order.map((at) => heads[at] ?? ''),
          ...sales.map((row) => order.map((at) => [row[3], row[0], row[2], row[4], row[1]][at] ?? '')),
        ),
        'SALES',
        { known },
      )
      expect(seen.mapping, heads[0]).toMatchObject({ at: 3, machine: 1, amount: 4, type: 0, product: 2 })
    }
  })
  test('with empty headers over product and slot', () => {
    const heads = ['Timestamp', 'Location', 'Machine', '', '', 'Price', 'Quantity', 'Total']
    const seen = understand(
      rowsOf(['Transaction Log'], heads, ...Array.from({ length: 10 }, () => [46023.5, 'Site', 'Foyer', 'Cola', '12', 1.5, 2, 3])),
      'SALES',
      { known },
    )
    expect(seen).toMatchObject({ header: 1, mapping: { at: 0, machine: 2, product: 3, price: 5, quantity: 6, amount: 7 } })
  })
  test('a settlement is recognised by its fees, and is not a sale', () => {
    expect(
      understand(rowsOf(['Reference', 'id', 'Betrag', 'Gebühr', 'Datum'], ['a', '9', '2,50', '0,05', '01.03.2026']), 'SALES').holds,
    ).toBe('SETTLEMENT')
  })
})

test('a header with “bez VAT” means an amount without tax', () => {
  expect(['Bez VAT (PLN)', 'Kwota z VAT', 'Cena bez DPH', 'Cena s DPH'].map(taxOfHead)).toEqual(['NET', 'GROSS', 'NET', 'GROSS'])
})

test('totals, groups and repeated headers are not records', () => {
  const heads = ['Date', 'Machine', 'Amount', 'Currency']
  const mapping = { at: 0, machine: 1, amount: 2 }
  const role = (cells: (string | number | null)[]) => roleOf(cells, 'SALES', mapping, heads)
  expect(role(['2026-03-01', 'Foyer', 1.5, 'EUR'])).toBe('DATA')
  expect(role(['2026-03-01', 'Total Café', 1.5, 'EUR'])).toBe('DATA')
  expect(role([null, null, 150, 'Total'])).toBe('TOTAL')
  expect(role(['Total', null, 150, null])).toBe('TOTAL')
  expect(role([null, null, 150, null])).toBe('TOTAL')
  expect(role([null, 'Client', null, null])).toBe('GROUP')
  expect(role(heads)).toBe('HEADS')
  expect(role(['(dd/mm/aaaa hh:mm)', '(nome)', '(EUR)', null])).toBe('UNITS')
  expect(role(['[TT.MM.JJJJ]', null, '[€]', null])).toBe('UNITS')
  expect(role(['(2026-03-01)', '(Foyer)', '(1,50)', null])).toBe('DATA')
  expect(role([null, '(Client)', null, null])).toBe('GROUP')
})
