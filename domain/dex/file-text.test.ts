import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { believable, sell, write } from '../../tests/dex/believable.ts'
import { fileText, isDdcmpRecording } from './file-text.ts'
import { readAudits } from './reading.ts'

const [machine] = fc.sample(believable, { numRuns: 1, seed: 1 })
if (!machine) throw new Error('there is no machine')
const file = write(sell(machine, []))
const plain = new TextEncoder().encode(file)
/** The same file with a name in a single-byte character set, and its checksum over those bytes. */
const withBytes = (letters: number[], text: string) => {
  const [before = '', after = ''] = text.split('@@')
  return Uint8Array.from([...new TextEncoder().encode(before), ...letters, ...new TextEncoder().encode(after)])
}
const body = ['ST*001*1', 'ID1*S7*@@*1', 'VA1*500*5', 'PA1*1*100', 'PA2*5*500'].join('\r\n')
const crc = (bytes: Uint8Array) => {
  let value = 0
  for (const byte of bytes) {
    value ^= byte
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xa001 : value >>> 1
  }
  return value
}

describe('the text of a read-out file', () => {
  test('is equal for UTF-8 and UTF-16 with a byte order mark', () => {
    const units = Uint8Array.from([0xff, 0xfe, ...[...file].flatMap((letter) => [letter.charCodeAt(0) & 255, letter.charCodeAt(0) >> 8])])
    const swapped = units.map((_, at) => units[at ^ 1] ?? 0)
    expect([fileText(plain), fileText(units), fileText(swapped), fileText(Uint8Array.from([0xef, 0xbb, 0xbf, ...plain]))]).toEqual(
      Array(4).fill(file),
    )
  })

  test.each([
    ['Shift-JIS', [0x83, 0x52, 0x81, 0x5b, 0x83, 0x71]],
    ['Windows-1250', [0x8a, 0xf3, 0xb3, 0x9c]],
    ['Windows-1251', [0xca, 0xee, 0xf4, 0xe5]],
  ])('keeps every byte of %s, and its checksum', (_, letters) => {
    const summed = crc(withBytes(letters, `${body}\r\n`))
      .toString(16)
      .padStart(4, '0')
    const bytes = withBytes(letters, `DXS*S7*VA*V0/6*1\r\n${body}\r\nG85*${summed}\r\nSE*7*1\r\nDXE*1*1\r\n`)
    const [reading] = readAudits(fileText(bytes)).readings
    expect(reading?.integrity).toMatchObject({ checksum: { state: 'right' }, segments: { told: 7, counted: 7 } })
    expect(reading?.machine.model).toBe(readAudits(bytes).readings[0]?.machine.model)
  })
})

describe('a raw DDCMP recording', () => {
  const header = (...bytes: number[]) => {
    const sum = crc(Uint8Array.from(bytes))
    return [...bytes, sum & 255, sum >> 8]
  }
  const start = header(0x05, 0x06, 0x40, 0, 0, 0x01)
  const data = (text: string, nth: number) => [...header(0x81, text.length, 0x40, 0, nth, 0x01), ...new TextEncoder().encode(text), 1, 2]

  test('is recognised by the checksums of its headers', () => {
    const parts = file.match(/[\s\S]{1,200}/g) ?? []
    expect(isDdcmpRecording(Uint8Array.from([0, 0, ...start, ...parts.flatMap((part, nth) => data(part, nth + 1))]))).toBe(true)
  })

  test('is not a read-out in any character set', () => {
    expect([plain, withBytes([0x81, 0x05, 0x90, 0x83, 0x52], body)].map(isDdcmpRecording)).toEqual([false, false])
  })
})
