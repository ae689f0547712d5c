import { expect, test } from 'vitest'
import { countryOfZone, noPostalCodes, seePostalCode, withPostalZeros } from './postal-codes.ts'

const read = (code: string, others: readonly string[], { country = '', zone = 'Etc/UTC' } = {}) => {
  const facts = noPostalCodes()
  for (const one of [code, ...others]) seePostalCode(facts, one)
  return withPostalZeros(code, { country, home: countryOfZone(zone), facts })
}

test.each([
  ['1067', ['80331'], { country: 'Deutschland' }, '01067'],
  ['1067', [], { country: 'DE' }, '01067'],
  ['184', ['20121'], { country: 'Italia' }, '00184'],
  ['1000', ['75001'], { country: 'France' }, '01000'],
  ['8001', ['28001'], { country: 'España' }, '08001'],
  ['2139', ['45402', '10001'], { zone: 'America/New_York' }, '02139'],
  ['2108', ['45402', '07102-1234'], { zone: 'America/New_York' }, '02108'],
  ['1234', ['50-106'], { country: 'Polska' }, '01-234'],
  ['600001', ['100-0001'], { zone: 'Asia/Tokyo' }, '060-0001'],
  ['1310200', ['20040002'], { zone: 'America/Sao_Paulo' }, '01310200'],
])('%s among %j gets its zero back with %j', (code, others, of, whole) => expect(read(code, others, of)).toBe(whole))

test.each([
  // A town in Austria, or in Saxony.
  ['1010', ['80331'], { zone: 'Europe/Berlin' }],
  ['1067', [], { zone: 'Europe/Berlin' }],
  ['8001', ['28001'], { zone: 'Europe/Madrid' }],
  ['2139', ['45402', 'K1A 0B1'], { zone: 'America/New_York' }],
  ['2139', ['2140'], { zone: 'America/New_York' }],
  ['123', ['80331'], { country: 'DE' }],
  ['12', ['80331'], { country: 'IT' }],
  ['1067', ['80331', '10115'], {}],
])('%s among %j is doubtful with %j', (code, others, of) => expect(read(code, others, of)).toBe('DOUBTFUL'))

test.each([
  ['1010', ['80331'], { country: 'Österreich', zone: 'Europe/Berlin' }],
  ['1010', ['1020', '80331'], { zone: 'Europe/Vienna' }],
  ['80331', ['1010'], { zone: 'Europe/Berlin' }],
  ['50-106', [], { zone: 'Europe/Warsaw' }],
  ['1000-001', [], { zone: 'Europe/Lisbon' }],
  ['SW1A 1AA', ['1010'], { zone: 'Europe/London' }],
])('%s among %j is complete with %j', (code, others, of) => expect(read(code, others, of)).toBeNull())
