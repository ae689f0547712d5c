import { expect, test } from 'vitest'
import { type Believable, write } from '../../tests/dex/believable.ts'
import { fileText } from './file-text.ts'
import { readAudits } from './reading.ts'

const paid = (count: number) => ({ count, value: count * 150 })
const machine: Believable = {
  serial: 'RHV1',
  board: 'B-1',
  currency: { numeric: '1978', decimals: 2 },
  selections: ['11', '12', 'A1'].map((number, nth) => ({
    number,
    name: ['Größe L', 'Эспрессо', 'COLA'][nth] ?? '',
    price: 150,
    paid: { CA: paid(400), DA: paid(90), DB: paid(0), TA: paid(0) },
    free: 3,
    test: 2,
  })),
  cash: { box: 1_000, tubes: 500, bills: 2_000, recycled: 0, overpaid: 0, dispensed: 0 },
}
const file = write(machine)
const lines = file.split('\r\n').filter((line) => line !== '')
const joined = (of: (line: string, nth: number) => string, end = '\r\n') => lines.map((line, nth) => of(line, nth) + end).join('')
const bytes = (text: string) => new TextEncoder().encode(text)
const units = (text: string) => Uint8Array.from([...text].flatMap((letter) => [letter.charCodeAt(0) & 255, letter.charCodeAt(0) >> 8]))

const readings = (of: Uint8Array | string) =>
  readAudits(fileText(typeof of === 'string' ? bytes(of) : of), 'EUR').readings.map(
    ({ machine, scale, clock, totals, cash, selections }) => ({
      serial: machine.serial,
      model: machine.model,
      scale,
      clock,
      totals,
      cash,
      selections: selections.map(({ line: _, ...selection }) => selection),
    }),
  )
const original = readings(file)

const VARIANTS: Record<string, Uint8Array | string> = {
  'lines that end with a line feed': joined((line) => line, '\n'),
  'lines that end with a carriage return': joined((line) => line, '\r'),
  'lines that end twice with a carriage return': joined((line) => line, '\r\r\n'),
  'blank lines between all lines': joined((line) => line, '\r\n\r\n'),
  'blanks at the end of lines': joined((line) => `${line}   `),
  'blanks and tabs before lines': joined((line) => `\t  ${line}`),
  'lower-case tags': joined((line) => line.replace(/^[A-Z]+/, (tag) => tag.toLowerCase())),
  'no end of the last line': file.trimEnd(),
  'no envelope': joined((line) => (/^(?:DXS|DXE)/.test(line) ? '' : line)),
  'zero bytes and an end-of-file sign at the end': `${file}\0\0\0\x1a`,
  'control bytes around each line': joined((line) => `\x02${line}\x03`),
  'a log above and below': `Read by tool 4.2\r\nMachine: Foyer\r\n2026-03-01 10:05\r\n${file}Done.\r\n`,
  'the time before each line': joined((line, nth) => `10:05:${String(nth % 60).padStart(2, '0')} ${line}`),
  'numbers of lines': joined((line, nth) => `${String(nth + 1).padStart(4, '0')}: ${line}`),
  'lines in quotes': joined((line) => `"${line}"`),
  'blanks around elements': joined((line) => line.replaceAll('*', ' * ')),
  'numbers filled up with zeros': joined((line) => line.replace(/^(PA2)\*(\d+)\*(\d+)/, '$1*000$2*000$3')),
  'a byte order mark': bytes(`\ufeff${file}`),
  'UTF-16 without a byte order mark': units(file),
  'empty elements at the end of lines': joined((line) => `${line}****`),
}

test.each(Object.keys(VARIANTS))('a read-out with %s is read like the original', (name) => {
  expect(original[0]?.selections.length).toBe(3)
  expect(readings(VARIANTS[name] ?? '')).toEqual(original)
})
