import readExcelFile from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { unzipped } from '../../tests/support/unzipped.ts'
import { type Sheet, type SheetRow, streamSheet, writeSheet } from './sheet.ts'

const sheet = (texts: string[]) => ({
  name: 'Sales',
  columns: [
    { head: 'Text', kind: 'text', width: 20 },
    { head: 'Amount', kind: 'amount', width: 10 },
    { head: 'When', kind: 'moment', width: 20 },
  ] satisfies Sheet['columns'],
  rows: texts.map((text, index): SheetRow => [text, index / 100, Date.UTC(2026, 1, 28, 23, 59, 59) + index * 1_000]),
  decimals: 2,
})

const TEXTS = [
  '=1+1',
  '+48 123',
  '-5',
  '@SUM(A1)',
  '=cmd|" /C calc"!A0',
  'Żabka "Łódź" <b>&amp;</b>',
  '  spaces ',
  'two\nlines',
  'and\r\nthree',
  '007',
  '12/05',
  'true',
  '東京 🥤',
  "'quoted'",
  '_x0041_',
]

test('written table is read back with the same values and types', async () => {
  const { rows } = sheet(TEXTS)
  const [read] = await readExcelFile(await writeSheet(sheet(TEXTS)), { trim: false })
  expect(read?.data).toEqual([['Text', 'Amount', 'When'], ...rows.map(([text, amount, when]) => [text, amount, new Date(Number(when))])])
})

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1+1', '＋1', '－1', '＠SUM(A1)'])(
  'text %j that looks like a formula is stored as quoted text',
  async (text) => {
    const files = await unzipped(await writeSheet(sheet([text, 'plain'])))
    const cells = [...(files.get('xl/worksheets/sheet1.xml') ?? '').matchAll(/<c r="A\d+"[^>]*?(?: s="(\d+)")[^>]*>/g)]
    const styles = [...(files.get('xl/styles.xml') ?? '').matchAll(/<cellXfs[\s\S]*?<\/cellXfs>/g)].join('')
    const looks = [...styles.matchAll(/<xf [^>]*>/g)].map(([xf]) => xf.includes('quotePrefix="1"'))
    const [formula] = [...(files.get('xl/worksheets/sheet1.xml') ?? '').matchAll(/<c r="A2"[^>]*>/g)].map(([cell]) => cell)
    expect(looks[Number(/ s="(\d+)"/.exec(formula ?? '')?.[1])]).toBe(true)
    expect(cells.length).toBeGreaterThan(0)
    expect(looks.filter((look) => look)).toHaveLength(1)
    expect(files.get('xl/worksheets/sheet1.xml')).not.toContain('<f>')
  },
)

test('large table is written in pieces, no faster than they are consumed', async () => {
  let asked = 0
  function* rows() {
    for (let n = 0; n < 60_000; n++) {
      asked = n
      yield [`Machine ${(n * 7_919) % 10_007} ${n}`, n, null]
    }
  }
  const pieces: Buffer[] = []
  for await (const piece of streamSheet({ ...sheet([]), rows: rows() })) {
    // The first pieces arrive long before the last row is requested.
    if (pieces.length === 20) expect(asked).toBeLessThan(50_000)
    pieces.push(piece)
  }
  const [read] = await readExcelFile(Buffer.concat(pieces))
  expect(read?.data).toHaveLength(60_001)
  expect(read?.data.at(-1)?.slice(0, 2)).toEqual([`Machine ${(59_999 * 7_919) % 10_007} 59999`, 59_999])
})
