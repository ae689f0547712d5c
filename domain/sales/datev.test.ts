import { expect, test } from 'vitest'
import { datevBatch, inWindows1252 } from './datev.ts'

const BATCH = {
  consultantNumber: 29_098,
  clientNumber: 55_003,
  accountLength: 4,
  fiscalYear: '2026-01-01',
  from: '2026-03-01',
  to: '2026-03-31',
  createdAt: '20260401120000000',
  title: 'Umsatz 2026-03',
  currency: 'EUR',
  isFinal: true,
}
const POSTING = { amountMinor: 123_405, debit: '1360', credit: '4400', day: '2026-03-31', voucher: '2026-03', text: 'Erlöse "19 %"' }

test('header has the fields of version 700, category 21, and lines end with CR LF', () => {
  const [head, columns, end] = datevBatch(BATCH, []).split('\r\n')
  expect(head).toBe(
    '"EXTF";700;21;"Buchungsstapel";13;20260401120000000;;"RE";"";"";29098;55003;20260101;4;20260301;20260331;"Umsatz 2026-03";"";1;0;1;"EUR";;"";;;"";;;"";""',
  )
  expect(head?.split(';')).toHaveLength(31)
  expect(columns?.split(';')).toHaveLength(125)
  expect(columns?.split(';')[113]).toBe('Festschreibung')
  expect(end).toBe('')
})

test('posting has a comma, its side, both accounts and the date as day and month', () => {
  const [, , line] = datevBatch(BATCH, [POSTING]).split('\r\n')
  expect(line).toMatch(/^1234,05;"S";;;;;1360;4400;;3103;"2026-03";;;"Erlöse ""19 %""";/)
  expect(line?.split(';')).toHaveLength(125)
  expect(datevBatch(BATCH, [{ ...POSTING, amountMinor: -7 }])).toContain('\r\n0,07;"H";')
  expect(datevBatch(BATCH, [{ ...POSTING, amountMinor: 0 }]).split('\r\n')).toHaveLength(3)
})

test('text is encoded in windows-1252', () => {
  expect(Buffer.from(inWindows1252('ü€ „ž東'))).toEqual(Buffer.from([0xfc, 0x80, 0x20, 0x84, 0x9e, 0x3f]))
})
