import fc from 'fast-check'
import { realFile, realFiles } from './files.ts'

const texts = realFiles.map((name) => Buffer.from(realFile(name)).toString('latin1'))
const text = fc.constantFrom(...texts)
const place = fc.double({ min: 0, max: 1, noNaN: true })
const at = (text: string, share: number) => Math.floor(share * text.length)

const JUNK = [
  '',
  '4294967295',
  '99999999999999999999',
  '-1',
  '0x10',
  '1e9',
  'NaN',
  '65000',
  '2500000000',
  '^2A^',
  '^GG^',
  '^',
  '\u0000',
  '€',
]

/** Read-outs as damaged by bad cables, bad memory or an attacker. */
export const hostile: fc.Arbitrary<string> = fc.oneof(
  fc.tuple(text, place, place).map(([text, from, to]) => text.slice(at(text, from), at(text, to))),
  fc.tuple(text, fc.array(place, { maxLength: 40 })).map(([text, places]) => {
    const lines = text.split('\n')
    for (const share of places) lines.splice(at(text, share) % lines.length, 0, ...lines.splice(at(text, 1 - share) % lines.length, 1))
    return lines.join('\n')
  }),
  fc.tuple(text, fc.array(fc.tuple(place, fc.nat(255)), { maxLength: 60 })).map(([text, flips]) => {
    const letters = [...text]
    for (const [share, byte] of flips) letters[at(text, share)] = String.fromCharCode(byte)
    return letters.join('')
  }),
  fc.tuple(text, fc.array(fc.tuple(place, fc.constantFrom(...JUNK)), { maxLength: 60 })).map(([text, fills]) => {
    const elements = text.split('*')
    for (const [share, junk] of fills) elements[Math.floor(share * elements.length)] = junk
    return elements.join('*')
  }),
  fc.tuple(text, place, fc.integer({ min: 2, max: 30 })).map(([text, share, times]) => {
    const lines = text.split('\n')
    const line = lines[Math.floor(share * lines.length)] ?? ''
    return [...lines, ...Array<string>(times).fill(line), ...lines].join('\n')
  }),
  fc.tuple(text, text).map(([one, other]) => one + other),
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc
    .array(
      fc.constantFrom(
        'DXS',
        'ST',
        'VA1',
        'PA1',
        'PA2',
        'PA7',
        'LA1',
        'CA3',
        'CA17',
        'EA1',
        'EA2',
        'MA5',
        'G85',
        'SE',
        'DXE',
        '*',
        '1',
        '\n',
        '\r',
        '^',
        ...JUNK,
      ),
      { maxLength: 300 },
    )
    .map((parts) => parts.join('')),
)

/** A million bytes of the input that takes longest to parse. */
export function megabytes(): Record<string, Uint8Array> {
  const real = Buffer.from(realFile('rhevendors.eva_dts')).toString('latin1')
  const of = (part: string, start = '') =>
    Buffer.from((start + part.repeat(Math.ceil(1_000_000 / part.length))).slice(0, 1_000_000), 'latin1')
  const numbered = (line: (index: number) => string) => of(Array.from({ length: 120_000 }, (_, index) => line(index)).join('\n'), 'DXS*1\n')
  return {
    'real audits': of(real),
    'empty lines': of('\n'),
    'one line of elements': of('*', 'VA1'),
    'one line of digits': of('0', 'DXS*1\nVA1*'),
    'one line of escapes': of('^DF^', 'DXS*1\nPA1*1*1*'),
    'lines of carets': of('PA1*1*1*^^^^^^\n', 'DXS*1\n'),
    'one selection': of('PA1*1\n', 'DXS*1\n'),
    selections: numbered((index) => `PA1*${index}`),
    payments: numbered((index) => `PA7*${index % 600}*${index}`),
    'price lists': numbered((index) => `LA1*${index}*${index % 600}`),
    'short audits': of('DXS\nVA1\n'),
    'audits in one line': of('DXE*DXS*'),
    sets: of('ST\nVA1*\n'),
    events: of('EA1*EGS*20240101*1010\n', 'DXS*1\n'),
    coins: of('CA11*5*1*1*1*1*1*1\n', 'DXS*1\n'),
    'no segments': of('a\n'),
    'high bytes': of('\u00df'),
    'high bytes in a name': of('\u00df', 'DXS*1\nPA1*1*1*'),
    'any bytes': Uint8Array.from({ length: 1_000_000 }, (_, index) => (Math.imul(index, 2_654_435_761) >>> 13) & 255),
  }
}

/** Every number and text in a value, at any depth. */
export const valuesIn = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(valuesIn) : [value]

/** Contains no NaN or infinity and no character that a database rejects. */
export const isSound = (value: unknown): boolean =>
  typeof value === 'number' ? Number.isFinite(value) : typeof value !== 'string' || !/\p{Cc}|\p{Cs}/u.test(value)
